// @vitest-environment happy-dom
// The diff view: rows, orders, search, changes that may be chance, and functions that the profile
// on screen lacks.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { OfferedFile } from '../../../workers/api/contract.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { closePage, showPage } from '../../testing/page.tsx'
import { ready } from '../../state/worker/async-value.ts'
import type { FakeService } from '../../testing/fake-connection.ts'
import { setUi, useStore } from '../../state/store.ts'

beforeAll(async () => {
  await import('./DiffView.tsx')
})
afterEach(closePage)

const BEFORE = 'main 10; parse 300; scan 90; old 60; main -> parse 100; parse -> scan 1000; main -> old 5'
const AFTER = 'main 12; fresh 50; parse 300; scan 180; main -> parse 100; parse -> scan 1500; main -> fresh 2'

async function show(
  hash = '#view=compare',
  before = BEFORE,
  answers: Partial<FakeService> = {},
): Promise<HTMLElement> {
  await showPage(openedFromText(AFTER), hash, answers)
  setUi({ baseline: ready({ opened: openedFromText(before), files: [], isEarlier: true }) })
  return screen.findByRole('grid', { name: 'Diff' })
}

const names = (grid: HTMLElement) =>
  within(grid)
    .queryAllByRole('rowheader')
    .map((cell) => cell.getAttribute('aria-label'))
const cellsOf = (grid: HTMLElement, name: string) =>
  within(within(grid).getByRole('rowheader', { name }).parentElement as HTMLElement)
    .getAllByRole('gridcell')
    .map((cell) => cell.textContent)

describe('the comparison', () => {
  it('says what to do as long as there is nothing to compare with', async () => {
    await showPage(openedFromText(AFTER), '#view=compare')
    expect(await screen.findByLabelText('Choose files to compare with')).toBeTruthy()
  })

  it('has the functions of both, the greatest change first', async () => {
    const grid = await show()
    expect(names(grid)).toEqual(['scan', 'old', 'fresh', 'main', 'parse'])
    expect(cellsOf(grid, 'scan')).toEqual(['+0.90▲', '0.90', '1.80', '×2.00', '×1.50', '×1.33'])
    expect(cellsOf(grid, 'old')).toEqual(['−0.60▼', '0.60', '', 'gone', '', ''])
    expect(within(grid).queryByRole('link', { name: 'old' })).toBeNull()
    expect(screen.getByRole('region', { name: 'Both profiles' }).textContent).toMatch(
      /Beforeprog 4\.60 s in 1 run.*Afterprog 5\.42 s in 1 runon screen.*0\.82 s more \(\+17\.8%\)/,
    )
  })

  it('names what tells both apart, of several runs the first and how many there are', async () => {
    const fileOf = (name: string): OfferedFile => ({
      name,
      size: 1,
      kind: 'profile',
      detail: '',
      problem: null,
    })
    const of = (text: string, files: readonly string[]) => ({
      ...openedFromText(text),
      files: files.map(fileOf),
    })
    await showPage(of(AFTER, ['gmon.3']), '#view=compare')
    const before = of(BEFORE, ['gmon.1', 'gmon.2', 'gmon.4'])
    setUi({ baseline: ready({ opened: before, files: [], isEarlier: true }) })
    await screen.findByRole('grid', { name: 'Diff' })
    expect(screen.getByRole('region', { name: 'Both profiles' }).textContent).toMatch(
      /Beforeprog, gmon\.1 and 2 more 4\.60 s.*Afterprog, gmon\.3 5\.42 s/,
    )
  })

  it('says what else is told by a mark or a colour', async () => {
    const grid = await show()
    const describedOf = (name: string) => {
      const row = within(grid).getByRole('rowheader', { name }).parentElement as HTMLElement
      return [...row.children].flatMap((cell) => {
        const words = cell.getAttribute('aria-describedby')
        return words === null ? [] : [document.getElementById(words)?.textContent]
      })
    }
    await waitFor(() => expect(describedOf('scan')).toEqual(['significant']))
    expect(describedOf('old')).toEqual(['significant', 'gone'])
    expect(describedOf('main')).toEqual([])
  })

  it('turns round when both change places', async () => {
    const grid = await show()
    fireEvent.click(screen.getByRole('button', { name: 'Swap' }))
    await waitFor(() => expect(cellsOf(grid, 'scan')[0]).toBe('−0.90▼'))
    expect(cellsOf(screen.getByRole('grid', { name: 'Diff' }), 'old')[0]).toBe('+0.60▲')
  })

  it('leaves out what may be chance, and what was not searched for, on either side', async () => {
    const grid = await show()
    fireEvent.click(screen.getByRole('checkbox', { name: /Significant only/ }))
    await waitFor(() => expect(names(grid)).toEqual(['scan', 'old', 'fresh']))
    expect(useStore.getState().shared.params).toEqual({ 'compare.only': 'changed' })
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'OL' } })
    await waitFor(() => expect(names(grid)).toEqual(['old']))
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 's' } })
    await waitFor(() => expect(names(grid)).toEqual(['scan', 'fresh']))
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '/^(o.d|sc.*)$/' } })
    await waitFor(() => expect(names(grid)).toEqual(['scan', 'old']))
  })

  it('does not look for an expression itself, which may take for ever on a name that only the other side has', async () => {
    const long = 'x'.repeat(60)
    const hash = `#v=1&view=compare&q=${encodeURIComponent('/(x+x+)+y|fresh/')}`
    const grid = await show(hash, `main 10; ${long} 50`, { findInNames: () => new Promise(() => {}) })
    await waitFor(() => expect(useStore.getState().ui.found).toMatchObject({ value: { ok: true } }))
    expect(grid.getAttribute('aria-busy')).toBe('true')
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'x' } })
    await waitFor(() => expect(names(grid)).toEqual([long]))
  })

  it('sorts by a heading, the change in three steps', async () => {
    const grid = await show()
    const click = (name: string) =>
      fireEvent.click(within(within(grid).getByRole('columnheader', { name })).getByRole('button'))
    click('Change')
    await waitFor(() => expect(names(grid)).toEqual(['scan', 'fresh', 'main', 'parse', 'old']))
    click('Change')
    await waitFor(() => expect(names(grid)[0]).toBe('old'))
    click('Change')
    await waitFor(() => expect(names(grid)).toEqual(['scan', 'old', 'fresh', 'main', 'parse']))
    click('Name')
    await waitFor(() => expect(names(grid)).toEqual(['fresh', 'main', 'old', 'parse', 'scan']))
  })

  it('compares calls and totals as well', async () => {
    const grid = await show()
    const what = within(screen.getByRole('group', { name: 'What is compared' }))
    fireEvent.click(what.getByRole('button', { name: 'Calls' }))
    await waitFor(() => expect(cellsOf(grid, 'scan')).toEqual(['+500▲', '1,000', '1,500', '×1.50']))
    fireEvent.click(what.getByRole('button', { name: 'Total time' }))
    await waitFor(() => expect(cellsOf(grid, 'main').slice(0, 3)).toEqual(['+0.82▲', '4.60', '5.42']))
  })

  it('selects a function, tells of it beside, and who calls it more often', async () => {
    const grid = await show()
    fireEvent.click(within(grid).getByRole('rowheader', { name: 'scan' }))
    const details = await screen.findByRole('complementary', { name: 'Details of scan' })
    const section = within(await within(details).findByRole('region', { name: 'Before and after' }))
    expect(section.getAllByText('0.90 → 1.80 · ×2.00')).toHaveLength(2)
    expect(section.getByText('1,000 → 1,500')).toBeTruthy()
    // A removed function cannot be selected: its row only gets the focus.
    fireEvent.click(within(grid).getByRole('rowheader', { name: 'old' }))
    await waitFor(() => expect(document.activeElement?.getAttribute('data-row')).toBe('1'))
    expect(useStore.getState().shared.selected?.name).toBe('scan')
  })

  it('is put away', async () => {
    await show()
    fireEvent.click(screen.getByRole('button', { name: 'Close diff' }))
    expect(await screen.findByLabelText('Choose files to compare with')).toBeTruthy()
  })
})
