// @vitest-environment happy-dom
// An open profile, queried by role and name: reading, sorting, searching, navigating and tooltips.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../../../workers/api/contract.ts'
import { succeed } from '../../../workers/core/base/result.ts'
import { useStore } from '../../state/store.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { fakeTime, passTime } from '../../testing/fake-time.ts'
import { closePage, showPage } from '../../testing/page.tsx'

beforeAll(async () => {
  await import('./Workspace.tsx')
})
afterEach(closePage)

const user = userEvent.setup()
const group = (name: string) => screen.getByRole('group', { name })
const flat = () => screen.findByRole('grid', { name: 'Flat profile' })
const names = async () =>
  within(await flat())
    .getAllByRole('rowheader')
    .map((header) => header.getAttribute('aria-label'))

it('the first of many files are listed at a glance, the rest folded', async () => {
  const opened = openedFromText()
  const [program, run] = opened.files
  if (!program || !run) throw new Error('no files')
  const runs = Array.from({ length: 200 }, (_, rank) => ({ ...run, name: `gmon.${rank}` }))
  await showPage({ ...opened, files: [program, ...runs] })
  const more = await screen.findByText('193 more')
  expect(screen.getByText('gmon.6').closest('details')).toBeNull()
  expect(screen.queryByText('gmon.7')).toBeNull()
  await user.click(more)
  expect((await screen.findByText('gmon.199')).closest('details')).toBe(more.closest('details'))
})

it('keys of the page work with the focus in the button that opens files, as after its use', async () => {
  await showPage(openedFromText())
  await flat()
  screen.getByLabelText('Open profile files').focus()
  await user.keyboard('2')
  expect((await screen.findByRole('tab', { name: /^Call graph/ })).getAttribute('aria-selected')).toBe('true')
})

it('a selected function is not drawn with the numbers of the profile that takes the place of its own', async () => {
  await showPage(openedFromText(), '#v=1&fn=c')
  const details = await screen.findByRole('complementary', { name: 'Details of c' })
  const changes: MutationRecord[] = []
  const observer = new MutationObserver((records) => changes.push(...records))
  observer.observe(details, { subtree: true, attributes: true, characterData: true, childList: true })
  act(() => useStore.setState({ session: { phase: 'ready', opened: openedFromText('other 5') } }))
  expect(await names()).toEqual(['other'])
  expect(details.isConnected).toBe(false)
  expect(changes.map(({ type, target }) => `${type} of ${target.nodeName}`)).toEqual([])
})

describe('the flat profile', () => {
  /** Headings and rows as text. */
  const shown = async () => {
    const grid = await flat()
    const [head, ...rows] = within(grid)
      .getAllByRole('row')
      .map((row) => [...row.children])
    return {
      headings: head?.map((heading) => heading.getAttribute('aria-label')),
      rows: rows.map((row) => row.map((cell) => cell.textContent).join(' ')),
    }
  }
  /** What the browser remembers. */
  const CHOICE = 'gmonscope.flat-columns'

  it('has the name first, and gprof’s order and numbers, each with its unit', async () => {
    await showPage(openedFromText())
    const grid = await flat()
    expect(grid.getAttribute('aria-rowcount')).toBe('5')
    expect(await shown()).toEqual({
      headings: ['Name', 'Self %', 'Total %', 'Self', 'Total', 'Calls'],
      rows: [
        'acycle 1 52.6% 52.6% 1.00 s 1.00 s 3',
        'bcycle 1 26.3% 38.9% 0.50 s 0.74 s 3',
        'c 15.8% 15.8% 0.30 s 0.30 s 5',
        'm 5.3% 100.0% 0.10 s 1.90 s ',
      ],
    })
    // A heading has its function's name alone as its accessible name; the cycle is in the
    // description.
    const described = within(grid)
      .getAllByRole('rowheader')
      .map((header) => document.getElementById(header.getAttribute('aria-describedby') ?? '-')?.textContent)
    expect(described).toEqual(['cycle 1', 'cycle 1', undefined, undefined])
  })

  it('has gprof’s columns by one press, which the browser remembers, and each of them by itself', async () => {
    await showPage(openedFromText())
    await flat()
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(screen.getByRole('button', { name: 'gprof columns' }))
    const gprof = ['Name', '% time', 'Cumulative', 'Self', 'Calls', 'Self/call', 'Total/call']
    expect((await shown()).headings).toEqual(gprof)
    expect((await shown()).rows[1]).toBe('bcycle 1 26.32 1.50 s 0.50 s 3 166.67 ms 246.67 ms')
    await user.click(screen.getByRole('checkbox', { name: 'Total %' }))
    await user.click(screen.getByRole('checkbox', { name: 'Cumulative' }))
    expect((await shown()).headings).toEqual([
      'Name',
      'Total %',
      '% time',
      'Self',
      'Calls',
      'Self/call',
      'Total/call',
    ])
    expect(localStorage.getItem(CHOICE)).toContain('totalPercent')
    await user.click(screen.getByRole('button', { name: 'Default columns' }))
    expect((await shown()).headings).toEqual(['Name', 'Self %', 'Total %', 'Self', 'Total', 'Calls'])
    localStorage.removeItem(CHOICE)
  })

  it('shows the column that a link sorts by', async () => {
    await showPage(openedFromText(), '#v=1&sort=totalPerCall-ascending')
    await flat()
    expect((await shown()).headings).toEqual([
      'Name',
      'Self %',
      'Total %',
      'Self',
      'Total',
      'Calls',
      'Total/call',
    ])
  })

  it('changes the width of a column by keys and by dragging its edge, and a double click resets it', async () => {
    localStorage.removeItem(CHOICE)
    await showPage(openedFromText())
    const grid = await flat()
    const tracks = () => grid.style.getPropertyValue('--columns')
    const before = tracks()
    const calls = within(grid).getByRole('columnheader', { name: 'Calls' })
    Object.defineProperty(calls, 'offsetWidth', { value: 90 })
    within(calls).getByRole('button').focus()
    await user.keyboard('{Shift>}{ArrowLeft}{/Shift}')
    expect(tracks()).toMatch(/ 100px 46px$/)
    const edge = calls.lastElementChild as HTMLElement
    Object.assign(edge, { setPointerCapture: () => {}, hasPointerCapture: () => true })
    fireEvent.pointerDown(edge, { clientX: 500, pointerId: 1 })
    fireEvent.pointerMove(edge, { clientX: 470, pointerId: 1 })
    expect(tracks()).toMatch(/ 120px 46px$/)
    expect(localStorage.getItem(CHOICE)).toContain('"calls":120')
    fireEvent.doubleClick(edge)
    expect(tracks()).toBe(before)
    localStorage.removeItem(CHOICE)
  })

  it('is busy for as long as its rows are not yet those that the heading tells of', async () => {
    let answer = (_rows: Answer<'sort'>): void => {}
    const sort = () => new Promise<Answer<'sort'>>((resolve) => (answer = resolve))
    await showPage(openedFromText(), '', { sort })
    const grid = await flat()
    expect(grid.getAttribute('aria-busy')).toBe('false')
    await user.click(within(grid).getByRole('button', { name: 'Name' }))
    expect(grid.getAttribute('aria-busy')).toBe('true')
    answer(succeed(Uint32Array.of(3, 2, 1, 0)))
    await waitFor(() => expect(grid.getAttribute('aria-busy')).toBe('false'))
    expect(await names()).toEqual(['c', 'b', 'a', 'm'])
  })

  it('has one Tab stop among its headings; arrows lead along them and down to the rows', async () => {
    await showPage(openedFromText())
    const grid = await flat()
    const buttons = within(grid)
      .getAllByRole('columnheader')
      .map((heading) => within(heading).getByRole('button'))
    expect(buttons.filter((button) => button.tabIndex === 0).map((button) => button.textContent)).toEqual([
      expect.stringContaining('Self'),
    ])
    const focused = () => buttons.indexOf(document.activeElement as HTMLElement)
    buttons[3]?.focus()
    await user.keyboard('{ArrowRight}')
    expect(focused()).toBe(4)
    await user.keyboard('{End}{ArrowRight}')
    expect(focused()).toBe(5)
    await user.keyboard('{Home}{ArrowLeft}')
    expect(focused()).toBe(0)
    await user.keyboard('{Enter}')
    expect(location.hash).toContain('sort=name-ascending')
    expect(buttons.filter((button) => button.tabIndex === 0)).toEqual([buttons[0]])
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(document.activeElement?.getAttribute('data-row')).toBe('0'))
  })

  it('moves the selection with the arrows, and Enter opens the entry', async () => {
    await showPage(openedFromText())
    const [first] = within(await flat())
      .getAllByRole('row')
      .slice(1)
    first?.focus()
    await user.keyboard('{ArrowDown}')
    expect(screen.getByRole('complementary', { name: 'Details of b' })).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('rowgroup', { name: 'Callees of b' })).toBeTruthy()
  })
})

describe('the search', () => {
  it('shows what matches, marks it, counts it and steps through it', async () => {
    await showPage(openedFromText('parse 3; parse_line 2; print 1; parse -> parse_line 1; print -> parse 1'))
    const box = await screen.findByRole('searchbox', { name: 'Search functions' })
    await user.type(box, 'PAR li')
    await waitFor(async () => expect(await names()).toEqual(['parse_line']))
    await user.clear(box)
    await user.type(box, 'par')
    await waitFor(async () => expect(await names()).toEqual(['parse', 'parse_line']))
    expect(screen.getByText('2 matches')).toBeTruthy()
    await user.keyboard('{Enter}{Enter}')
    expect(screen.getByText('2 of 2')).toBeTruthy()
    expect(screen.getByRole('complementary', { name: 'Details of parse_line' })).toBeTruthy()
    await user.keyboard('{Shift>}{Enter}{/Shift}')
    expect(screen.getByText('1 of 2')).toBeTruthy()
    expect(document.querySelectorAll('mark').length).toBeGreaterThan(0)
    await user.keyboard('{Escape}')
    await waitFor(async () => expect(await names()).toHaveLength(3))
    // The keys continue from the match that was found.
    await waitFor(() => expect(document.activeElement?.getAttribute('data-row')).toBe('0'))
    expect(document.activeElement?.textContent).toContain('parse')
  })

  it('steps in the order of the rows where a link names a view that is not known', async () => {
    await showPage(openedFromText('aa 1; ab 3; ac 2; aa -> ac 1; ac -> ab 1'), '#v=1&view=foo')
    expect(await names()).toEqual(['ab', 'ac', 'aa'])
    await user.type(await screen.findByRole('searchbox', { name: 'Search functions' }), 'a')
    await screen.findByText('3 matches')
    for (const name of ['ab', 'ac', 'aa']) {
      await user.keyboard('{Enter}')
      expect(screen.getByRole('complementary', { name: `Details of ${name}` })).toBeTruthy()
    }
  })

  it('leaves the rows busy until all names have been looked at', async () => {
    let left = 1
    const search = () =>
      Promise.resolve(
        succeed({ ok: true as const, matches: Uint32Array.of(0), ranks: Uint8Array.of(0), left }),
      )
    await showPage(openedFromText(), '', { search })
    const grid = await flat()
    await user.type(await screen.findByRole('searchbox', { name: 'Search functions' }), 'a')
    await waitFor(async () => expect(await names()).toHaveLength(1))
    expect(grid.getAttribute('aria-busy')).toBe('true')
    left = 0
    await waitFor(() => expect(grid.getAttribute('aria-busy')).toBe('false'))
  })
})

describe('the call graph', () => {
  it('opens an entry to parents and children, and a name leads to its entry', async () => {
    await showPage(openedFromText(), '#v=1&view=call-graph')
    await screen.findByRole('grid', { name: 'Call graph' })
    await user.click(screen.getByRole('button', { name: 'Close all' }))
    expect(screen.queryByRole('rowgroup', { name: 'Callees of m' })).toBeNull()
    await user.click(within(group('[1] m')).getByRole('button', { name: 'Open [1] m' }))
    const children = screen.getByRole('rowgroup', { name: 'Callees of m' })
    const parents = screen.getByRole('rowgroup', { name: 'Callers of m' })
    expect(parents.textContent).toBe('<spontaneous>')
    within(parents).getByRole('rowheader').focus()
    expect((await screen.findByRole('tooltip')).textContent).toBe(
      'Called from code that the profile does not show',
    )
    expect(
      within(children)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual(['1.500.241/1acycle 1[3]', '0.060.001/5c[5]'])
    await user.click(within(children).getByRole('link', { name: 'c' }))
    await waitFor(() => expect(location.hash).toContain('fn=c'))
    window.dispatchEvent(new Event('hashchange'))
    expect(await screen.findByRole('rowgroup', { name: 'Callers of c' })).toBeTruthy()
    expect(await screen.findByRole('complementary', { name: 'Details of c' })).toBeTruthy()
  })

  it('counts one entry as one', async () => {
    await showPage(openedFromText('m 10'), '#v=1&view=call-graph')
    expect(await screen.findByText('1 entry; who calls whom is not known')).toBeTruthy()
  })

  it('opens the entry that the link names, and no other', async () => {
    await showPage(openedFromText(), '#v=1&view=call-graph&fn=b')
    const parents = await screen.findByRole('rowgroup', { name: 'Callers of b' })
    expect(parents.textContent).toBe('3acycle 1[3]')
    expect(screen.queryByRole('rowgroup', { name: 'Callers of m' })).toBeNull()
  })

  it('is open in a small program as gprof prints it; what is folded stays so', async () => {
    await showPage(openedFromText(), '#v=1&view=call-graph')
    await user.click(await screen.findByRole('button', { name: 'Fold [1] m' }))
    expect(screen.getByRole('rowgroup', { name: 'Callers of c' })).toBeTruthy()
    await user.click(screen.getByRole('tab', { name: /Flat profile/ }))
    await user.click(screen.getByRole('tab', { name: /Call graph/ }))
    expect(await screen.findByRole('rowgroup', { name: 'Callers of c' })).toBeTruthy()
    expect(screen.queryByRole('rowgroup', { name: 'Callers of m' })).toBeNull()
  })

  it('of a larger program has the first entry open, and where a link is followed it stays so', async () => {
    const callees = Array.from({ length: 40 }, (_, at) => `f${at} 1; m -> f${at} 1`)
    await showPage(openedFromText(`m 10; ${callees.join(';')}`), '#v=1&view=call-graph')
    expect(await screen.findByRole('rowgroup', { name: 'Callers of m' })).toBeTruthy()
    expect(screen.queryByRole('rowgroup', { name: 'Callers of f0' })).toBeNull()
    const children = screen.getByRole('rowgroup', { name: 'Callees of m' })
    await user.click(within(children).getByRole('link', { name: 'f0' }))
    window.dispatchEvent(new Event('hashchange'))
    expect(await screen.findByRole('rowgroup', { name: 'Callers of f0' })).toBeTruthy()
    expect([...(useStore.getState().ui.unfolded ?? [])]).toHaveLength(2)
  })
})

describe('the frame', () => {
  it('says the profile’s totals, and what to know about it, the most important first', async () => {
    await showPage(
      openedFromText(undefined, [
        { code: 'position-independent', shift: 4096 },
        { code: 'few-samples', samples: 190, rate: 100 },
      ]),
    )
    const facts = await screen.findByRole('list', { name: 'The profile' })
    expect(
      within(facts)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['1.90 s', '190 samples', '4 functions', '6 arcs', '1 cycle', '1 run'])
    const notices = screen.getByRole('region', { name: 'Notices' })
    expect(notices.textContent).toContain('Only 190 samples')
    expect(notices.textContent).not.toContain('loaded at another address')
    await user.click(within(notices).getByRole('button', { name: '1 more' }))
    expect(notices.textContent).toContain('loaded at another address')
  })

  it('explains every number with its formula', async () => {
    await showPage(openedFromText())
    const row = within(await flat()).getAllByRole('row')[1]
    row?.focus()
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(document.activeElement?.textContent).toBe('1.00 s')
    expect((await screen.findByRole('tooltip')).textContent).toContain('1 s = 100 samples ÷ 100 per second')
  })

  it('explains every column where its heading has the focus', async () => {
    await showPage(openedFromText())
    const headings = within(await flat()).getAllByRole('columnheader')
    within(headings[3] ?? document.body)
      .getByRole('button')
      .focus()
    const says = async (words: string) => {
      const tip = await screen.findByRole('tooltip')
      expect(tip.textContent).toContain(words)
      expect(document.activeElement?.getAttribute('aria-describedby')).toBe(tip.id)
    }
    await says('Time in the function’s own code')
    await user.keyboard('{ArrowLeft}')
    await says('Share of all recorded samples in the function and what it calls')
    await user.keyboard('{ArrowLeft}')
    await says('Share of all recorded samples in the function itself')
    await user.keyboard('{Home}')
    expect(screen.queryByRole('tooltip')).toBeNull()
  })

  it('leaves a heading that was pressed unexplained until the pointer has been elsewhere', async () => {
    fakeTime()
    await showPage(openedFromText())
    const [, percent, total] = within(await flat())
      .getAllByRole('columnheader')
      .map((heading) => within(heading).getByRole('button'))
    if (!percent || !total) throw new Error('There are headings.')
    fireEvent.pointerMove(percent)
    expect((await screen.findByRole('tooltip')).textContent).toContain('Share of all recorded samples')
    fireEvent.pointerDown(percent)
    fireEvent.pointerMove(percent)
    await passTime(1000)
    expect(screen.queryByRole('tooltip')).toBeNull()
    fireEvent.pointerMove(total)
    expect((await screen.findByRole('tooltip')).textContent).toContain('what it calls')
    fireEvent.pointerMove(percent)
    await waitFor(() =>
      expect(screen.getByRole('tooltip').textContent).toContain('Share of all recorded samples'),
    )
  })

  it('leads from a member of a cycle to the cycle, and says what a cycle is', async () => {
    await showPage(openedFromText(), '#v=1&fn=b')
    const details = await screen.findByRole('complementary', { name: 'Details of b' })
    const cycle = within(details).getByRole('link', { name: 'cycle 1' })
    expect(cycle.title).toBe('Select cycle 1: functions that can all reach one another by calls')
    expect(cycle.getAttribute('href')).toMatch(/^#v=1&cycle=[ab]$/)
  })

  it('explains the columns of the call graph where their headings are pointed at', async () => {
    await showPage(openedFromText(), '#v=1&view=call-graph')
    const grid = await screen.findByRole('grid', { name: 'Call graph' })
    fireEvent.pointerMove(within(grid).getByRole('columnheader', { name: 'Called' }))
    expect((await screen.findByRole('tooltip')).textContent).toContain(
      '3+7 is 3 calls by others and 7 by itself',
    )
  })

  it('jumps to the biggest parent and child', async () => {
    await showPage(openedFromText(), '#v=1&fn=m')
    const details = await screen.findByRole('complementary', { name: 'Details of m' })
    expect(details.textContent).toContain('<spontaneous>: called from somewhere the profile cannot see')
    await user.keyboard('c')
    expect(await screen.findByRole('complementary', { name: 'Details of a' })).toBeTruthy()
    await user.keyboard('p')
    expect(await screen.findByRole('complementary', { name: 'Details of m' })).toBeTruthy()
  })
})
