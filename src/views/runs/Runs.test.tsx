// @vitest-environment happy-dom
// The runs view: finding, sorting and opening runs, and the selected function's numbers in each.
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { fail, succeed } from '../../../workers/core/base/result.ts'
import { navigate } from '../../state/url/address.ts'
import { useStore } from '../../state/store.ts'
import { PROGRESS_DELAY_MS } from '../../state/worker/slices.ts'
import { eachRunWorker, inRun } from '../../testing/each-run-worker.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { fakeTime, passTime } from '../../testing/fake-time.ts'
import { closePage, showPage } from '../../testing/page.tsx'

beforeAll(async () => {
  await import('./Runs.tsx')
})
afterEach(closePage)

const user = userEvent.setup()
const one = openedFromText()
const sumOf = (...samples: readonly (number | undefined)[]): ProfileView => ({
  ...one,
  files: [
    ...one.files.slice(0, 1),
    ...samples.map((count, rank) => ({
      name: `gmon.${rank}`,
      size: 500,
      kind: 'profile' as const,
      detail: 'GNU gmon.out',
      problem: null,
      ...(count === undefined ? {} : { samples: count }),
    })),
  ],
})
const VIEW = '#v=1&view=runs'
const runs = () => screen.findByRole('grid', { name: 'Runs' })
const namesShown = async () =>
  within(await runs())
    .getAllByRole('rowheader')
    .map((header) => header.textContent)
const heading = async (name: string) => within(await runs()).getByRole('columnheader', { name })
const strip = (name: string) => screen.findByRole('toolbar', { name })

describe('the view of the runs', () => {
  it('is there for several: its tab, its key and the header lead to it', async () => {
    await showPage(sumOf(7, 6, 18, 7))
    await screen.findByRole('grid', { name: 'Flat profile' })
    await user.keyboard('6')
    expect((await runs()).getAttribute('aria-rowcount')).toBe('5')
    expect(screen.getByRole('tab', { name: 'Runs' }).getAttribute('aria-selected')).toBe('true')
    await user.keyboard('1')
    await screen.findByRole('grid', { name: 'Flat profile' })
    const header = screen.getByRole('list', { name: 'The profile' })
    await user.click(within(header).getByRole('link', { name: '1 run' }))
    await runs()
  })

  it('is not there for one: a link to it shows the flat profile, and the key is nobody’s', async () => {
    await showPage(one, VIEW)
    await screen.findByRole('grid', { name: 'Flat profile' })
    expect(screen.queryByRole('tab', { name: 'Runs' })).toBeNull()
    await user.keyboard('6')
    expect(useStore.getState().shared.view).toBe('runs')
    await user.keyboard('2')
    await screen.findByRole('grid', { name: 'Call graph' })
    await user.keyboard('6')
    expect(useStore.getState().shared.view).toBe('call-graph')
    const header = screen.getByRole('list', { name: 'The profile' })
    expect(within(header).queryByRole('link')).toBeNull()
  })

  it('stands in the order of ranks, however the files came', async () => {
    const { files, ...rest } = sumOf(...Array.from({ length: 12 }, (_, rank) => rank + 1))
    const [program, ...ranks] = files
    const byLetters = ranks.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    await showPage({ ...rest, files: [...(program ? [program] : []), ...byLetters] }, VIEW)
    const names = Array.from({ length: 12 }, (_, rank) => `gmon.${rank}`)
    await user.click(within(await heading('No.')).getByRole('button'))
    expect(await namesShown()).toEqual(names)
    const numbers = within(await runs())
      .getAllByRole('row')
      .slice(1)
    expect(numbers.map((row) => row.firstElementChild?.textContent)).toEqual(
      names.map((_, rank) => `${rank}`),
    )
  })

  it('stands with the longest first, and in another order that the link keeps', async () => {
    await showPage(sumOf(7, 6, 18, 7), VIEW)
    expect(await namesShown()).toEqual(['gmon.2', 'gmon.0', 'gmon.3', 'gmon.1'])
    expect((await heading('Time')).getAttribute('aria-sort')).toBe('descending')
    await user.click(within(await heading('No.')).getByRole('button'))
    expect(await namesShown()).toEqual(['gmon.0', 'gmon.1', 'gmon.2', 'gmon.3'])
    expect(useStore.getState().shared.params).toEqual({ 'runs.sort': 'number-ascending' })
    await user.click(within(await heading('Time')).getByRole('button'))
    expect(useStore.getState().shared.params).toEqual({})
  })

  it('names the run and the function of the largest difference, and lists functions by imbalance', async () => {
    const cell = (f: number, rank: number, most: number, sum: number) => ({
      f: f as FunctionIndex,
      run: { name: `gmon.${rank}`, nth: 1 },
      most,
      sum,
    })
    const sum = sumOf(...Array.from({ length: 16 }, (_, rank) => (rank === 12 ? 78 : 55)))
    const cells = [cell(1, 12, 25, 50), cell(2, 3, 40, 500), cell(3, 5, 2, 8), cell(0, 1, 1, 4)]
    const imbalance = { runs: 16, functions: 4, cells, significant: 1 }
    await showPage({ ...sum, imbalance }, VIEW)
    const part = await screen.findByRole('region', { name: 'All runs' })
    expect(part.textContent).toContain('Run 12: +0.23 s in ')
    expect(part.textContent).toContain('8.00 times the mean of 16 runs (significant)')
    expect(part.textContent).not.toContain('within noise')
    expect((await namesShown())[0]).toContain('gmon.12')
    const table = screen.getByRole('table', { name: 'Functions by imbalance' })
    const rows = () => within(table).getAllByRole('row').slice(1)
    expect(rows().map((row) => row.textContent)).toEqual([
      'aRun 12+0.23 s8.00no',
      'bRun 3+0.09 s1.28may be',
      'cRun 5+0.02 s4.00may be',
    ])
    await user.click(screen.getByRole('button', { name: 'All 4 functions' }))
    expect(rows()).toHaveLength(4)
    // The run leads to its row, the function to its times in each run.
    await user.click(within(table).getByRole('button', { name: 'Run 3' }))
    await waitFor(() => expect(document.activeElement?.textContent).toContain('gmon.3'))
    await user.click(within(table).getByRole('link', { name: 'a' }))
    await screen.findByRole('region', { name: 'The function in each run' })
  })

  it('says so where no run stands out', async () => {
    const cells = [{ f: 1 as FunctionIndex, run: { name: 'gmon.0', nth: 1 }, most: 7, sum: 12 }]
    await showPage({ ...sumOf(7, 6), imbalance: { runs: 2, functions: 1, cells, significant: 0 } }, VIEW)
    const part = await screen.findByRole('region', { name: 'All runs' })
    expect(part.textContent).toContain('No unusual run.')
  })

  it('has a bar for each run: Tab stops at one, arrows lead along, and one leads to its row', async () => {
    await showPage(sumOf(7, 6, 18, 7), VIEW)
    const bars = within(await strip('Time of each run')).getAllByRole('button')
    expect(bars.map((bar) => bar.getAttribute('aria-label'))).toEqual([
      'gmon.0: 0.07 s',
      'gmon.1: 0.06 s',
      'gmon.2: 0.18 s',
      'gmon.3: 0.07 s',
    ])
    expect(bars.map((bar) => bar.tabIndex)).toEqual([-1, -1, 0, -1])
    act(() => bars[0]?.focus())
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(document.activeElement).toBe(bars[2])
    await waitFor(() =>
      expect(screen.getByRole('tooltip').textContent).toContain('18 samples ÷ 100 per second'),
    )
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement?.getAttribute('data-row')).toBe('0'))
    expect(document.activeElement?.getAttribute('aria-selected')).toBe('true')
  })

  it('opens one alone by Enter, and copies its row', async () => {
    let copied = ''
    await showPage(sumOf(7, 6, 18), VIEW)
    const { clipboard } = navigator
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: (text: string) => Promise.resolve((copied = text)) },
    })
    const row = (await runs()).querySelector<HTMLElement>('[data-row="0"]')
    act(() => row?.focus())
    await user.keyboard('{ArrowDown}')
    await user.keyboard('{Control>}c{/Control}')
    expect(copied).toBe('0\t0.07\t0.68\t7\tgmon.0')
    await user.click(screen.getByRole('button', { name: 'Copy table' }))
    expect(copied.split('\n')).toHaveLength(5)
    expect(await screen.findByText('Table copied')).toBeTruthy()
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard })
    act(() => row?.focus())
    await user.keyboard('{End}{Enter}')
    expect(useStore.getState().shared.run).toEqual({ name: 'gmon.1', nth: 1 })
  })

  it('tells what is odd of a run, and what is not known', async () => {
    const odd = {
      ...sumOf(7, undefined),
      notices: [{ code: 'odd-run', file: 'gmon.1', matched: 1, total: 10 }] as const,
    }
    await showPage(odd, VIEW)
    const row = within(await runs()).getByRole('row', { name: /gmon\.1/ })
    expect(row.textContent).toContain('another build?')
    await closePage()
    await showPage(sumOf(undefined, undefined), VIEW)
    await runs()
    expect(screen.getByRole('region', { name: 'All runs' }).textContent).toContain('They hold no samples')
    expect(screen.queryByRole('toolbar')).toBeNull()
  })

  it('shows of a saved profile what was kept, and leads nowhere', async () => {
    const { scenario } = one.analyzed
    const saved = {
      ...sumOf(7, 18),
      saved: { scenario, view: 'v=1&view=runs&fn=b', hasPossible: false, hasLines: false },
    }
    await showPage(saved, `${VIEW}&fn=b`)
    expect(within(await runs()).queryAllByRole('link')).toEqual([])
    expect(await namesShown()).toEqual(['gmon.1', 'gmon.0'])
    const part = screen.getByRole('region', { name: 'The function in each run' })
    expect(part.textContent).toContain('does not hold a function’s numbers')
    expect(within(part).queryByRole('button')).toBeNull()
    act(() => (document.querySelector('[data-row="0"]') as HTMLElement).focus())
    await user.keyboard('{Enter}')
    expect(useStore.getState().shared.run).toBeNull()
  })
})

describe('the selected function in each run', () => {
  const part = () => screen.findByRole('region', { name: 'The function in each run' })

  it('is read as soon as it is selected: columns, a strip of its own and its imbalance', async () => {
    const { state, answers } = eachRunWorker()
    await showPage(sumOf(7, 6, 18), `${VIEW}&fn=b`, answers)
    await waitFor(() => expect(state.asked).toHaveLength(1))
    expect((await runs()).getAttribute('aria-busy')).toBe('true')
    await heading('Self')
    state.answer(succeed([inRun(0, 2), inRun(1, 2), inRun(2, 8)]))
    const bars = within(await strip('Self time of b in each run')).getAllByRole('button')
    expect(bars.map((bar) => bar.getAttribute('aria-label'))[2]).toBe('gmon.2: 0.08 s')
    expect((await part()).textContent).toContain('Imbalance 2.00')
    await user.click(within(await heading('Self')).getByRole('button'))
    expect((await namesShown())[0]).toBe('gmon.2')
    // Another one is requested separately.
    act(() => navigate({ selected: { name: 'c', address: null } }, 'push'))
    await waitFor(() => expect(state.asked).toHaveLength(2))
    act(() => navigate({ selected: null }, 'push'))
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Self' })).toBeNull())
  })

  it('shows how far it is; cancelled it stays so until it is asked for', async () => {
    fakeTime()
    const { state, answers } = eachRunWorker()
    await showPage(sumOf(7, 6), `${VIEW}&fn=b`, answers)
    await waitFor(() => expect(state.asked).toHaveLength(1))
    await passTime(PROGRESS_DELAY_MS)
    act(() => state.step(0.5))
    const progress = await within(await part()).findByRole('progressbar', { name: 'Reading the runs' })
    expect(progress.getAttribute('value')).toBe('0.5')
    await user.click(within(await part()).getByRole('button', { name: 'Cancel' }))
    expect(state.stopped).toBe(1)
    await user.click(await within(await part()).findByRole('button', { name: 'Read each run' }))
    await waitFor(() => expect(state.asked).toHaveLength(2))
  })

  it('says so where files are gone, all or some', async () => {
    const { state, answers } = eachRunWorker()
    await showPage(sumOf(7, 6), `${VIEW}&fn=b`, answers)
    await waitFor(() => expect(state.asked).toHaveLength(1))
    state.answer(fail({ code: 'bytes/unreadable', file: 'gmon.1', reason: 'gone' }))
    await waitFor(async () => expect((await part()).textContent).toContain('gmon.1 could not be read.'))
    expect(await namesShown()).toEqual(['gmon.0', 'gmon.1'])
    await user.click(within(await part()).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(state.asked).toHaveLength(2))
    state.answer(succeed([inRun(1, 4)]))
    await waitFor(async () => expect((await part()).textContent).toContain('1 could not be read again'))
    await user.click(screen.getByRole('button', { name: 'In each run' }))
    await user.click(await within(await part()).findByRole('button', { name: 'Read each run' }))
    state.answer(succeed([]))
    await waitFor(async () => expect((await part()).textContent).toContain('none of the runs could be read'))
  })

  it('of very large runs is a person’s to ask for', async () => {
    fakeTime()
    const { state, answers } = eachRunWorker()
    const sum = sumOf(7, 6)
    const large = { ...sum, files: sum.files.map((file) => ({ ...file, size: 50_000_000 })) }
    await showPage(large, `${VIEW}&fn=b`, answers)
    const ask = await within(await part()).findByRole('button', { name: 'Read each run' })
    await passTime(1000)
    expect(state.asked).toEqual([])
    await user.click(ask)
    await waitFor(() => expect(state.asked).toHaveLength(1))
  })
})
