// @vitest-environment happy-dom
// The cycles, queried by role and name: numbers, removed and restored arcs. The search for cuts
// runs in place of the worker.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { effort } from '../../../workers/testing/effort.ts'
import { searchCutsHere } from '../../testing/cuts-here.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { closePage, showPage } from '../../testing/page.tsx'

const TWO_CYCLES = `main 1; a 5; b 3; c 2; x 9; y 1
main -> a 1; a -> b 30; b -> c 20; c -> a 10; b -> a 2; main -> x 4; x -> y 8; y -> x 7`

beforeEach(() => searchCutsHere())
beforeAll(async () => {
  await import('./Cycles.tsx')
})
afterEach(closePage)

const user = userEvent.setup()
/** The view's code loads when it is first shown. */
const cycle = (name: string) => screen.findByRole('listitem', { name })
const cycles = async () =>
  within(await screen.findByRole('list', { name: 'Cycles' }))
    .getAllByRole('listitem')
    .map((item) => item.getAttribute('aria-label'))
    .filter((name) => name !== null)

describe('the cycles', () => {
  it('stand by time, each with members, callers and the calls inside', async () => {
    await showPage(openedFromText(TWO_CYCLES), '#v=1&view=cycles')
    expect(await cycles()).toEqual(['cycle 1', 'cycle 2'])
    const first = within(await cycle('cycle 1'))
    expect(first.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'cycle 1',
      'a',
      'b',
      'c',
      'main',
    ])
    const inside = first.getByRole('list', { name: 'Calls inside cycle 1' })
    const lines = within(inside)
      .getAllByRole('listitem')
      .map((item) => item.textContent)
    expect(lines[0]).toContain('a → bloop a → b → awithout it no cycle remains')
    expect(lines[2]).toMatch(/^c → a.*loop c → a → b → cwithout it a and b stay in one cycle/)
    expect(first.getByRole('button', { name: 'b → c: 20 calls' }).textContent).toBe('20')
  })

  it('say of one that nothing outside calls that gprof’s total of it lacks its own time', async () => {
    const text = 'main 1; a 5; b 3; x 4; main -> a 1; a -> main 1; main -> x 4; x -> b 1; b -> x 1'
    await showPage(openedFromText(text), '#v=1&view=cycles')
    expect(within(await cycle('cycle 2')).queryByText(/Nobody outside/)).toBeNull()
    const told = within(await cycle('cycle 1'))
    const fact = (name: string) => told.getByText(name, { selector: 'dt' }).parentElement?.textContent
    expect([fact('self'), fact('total')]).toEqual(['0.06 sself', '0.13 stotal'])
    expect(told.getByText(/of their own/).textContent).toBe(
      'No function outside calls the cycle. As in gprof, its own time goes to no caller, and is not in gprof’s total of the cycle. Its members have 0.06 s of their own.',
    )
  })

  it('of very many members, callers, arcs and cycles so many stand there as are asked for', async () => {
    const size = effort(1200, 560)
    const ring = Array.from(
      { length: size },
      (_, f) => `m${f} -> m${(f + 1) % size} ${f + 1}; o${f} -> m${f} 1; p${f} -> q${f} 2; q${f} -> p${f} 1`,
    )
    await showPage(openedFromText(`m0 5; ${ring.join('; ')}`), '#v=1&view=cycles')
    expect(await cycles()).toHaveLength(50)
    const first = within(await cycle('cycle 1'))
    const rows = () => first.getAllByRole('table').map((table) => table.querySelectorAll('tr').length - 1)
    expect(rows()).toEqual([12, 8])
    const inside = within(first.getByRole('list', { name: 'Calls inside cycle 1' }))
    await waitFor(() => expect(inside.getAllByText('suggested cut')).toHaveLength(1))
    expect(inside.getAllByRole('listitem')).toHaveLength(13)
    const of = new Intl.NumberFormat('en').format(size)
    expect(first.getByRole('button', { name: `500 more of ${of} callers` })).toBeDefined()
    for (let shown = 12; shown + 500 < size; shown += 500) {
      await user.click(first.getByRole('button', { name: `500 more of ${of} members` }))
      expect(rows()).toEqual([shown + 500, 8])
    }
    await user.click(first.getByRole('button', { name: `All ${of} members` }))
    expect(rows()).toEqual([size, 8])
    await user.click(
      screen.getByRole('button', { name: `${new Intl.NumberFormat('en').format(size - 49)} more` }),
    )
    expect(await cycles()).toHaveLength(100)
  })

  it('suggests cuts, says how sure it is, and takes them', async () => {
    await showPage(openedFromText(TWO_CYCLES), '#v=1&view=cycles')
    const region = await screen.findByRole('region', { name: 'Suggested cuts' })
    await waitFor(() =>
      expect(region.textContent).toContain(
        '3 arcs with 19 calls. Provably minimal: no other choice that leaves every member a caller',
      ),
    )
    await user.click(screen.getByRole('button', { name: 'Fewest arcs' }))
    await waitFor(() => expect(region.textContent).toContain('2 arcs with 37 calls'))
    expect(location.hash).not.toContain('cut=')
    await user.click(screen.getByRole('button', { name: 'Break all 2 cycles' }))
    expect(await screen.findByText('No cycles left.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Restore all' }))
    expect(await cycles()).toHaveLength(2)
  })

  it('shows a hundred of thousands that are cut, the last ones, and more when asked', async () => {
    const many = Array.from({ length: 2000 }, (_, i) => `f${i}/g${i}`).join(',')
    await showPage(openedFromText(TWO_CYCLES), `#v=1&view=cycles&cut=${many}`)
    const back = () => screen.getAllByRole('button', { name: /^Restore f/ })
    expect(await screen.findByRole('button', { name: 'Restore f1999 → g1999' })).toBeDefined()
    expect(back()).toHaveLength(100)
    await user.click(screen.getByRole('button', { name: '100 more of 1,900' }))
    expect(back()).toHaveLength(200)
    const changes = () => within(screen.getByRole('list', { name: 'Changes' })).getAllByRole('listitem')
    expect(changes()).toHaveLength(12)
    expect(screen.getByRole('button', { name: '500 more of 1,988' })).toBeDefined()
  })

  it('cuts one arc by button or key, moves the focus to the way back, and restores it', async () => {
    await showPage(openedFromText(TWO_CYCLES), '#v=1&view=cycles')
    await user.click(await screen.findByRole('button', { name: 'Cut y → x' }))
    const back = await screen.findByRole('button', { name: 'Restore y → x' })
    await waitFor(() => expect(document.activeElement).toBe(back))
    expect(await cycles()).toEqual(['cycle 1'])
    screen.getByRole('button', { name: 'c → a: 10 calls' }).focus()
    await user.keyboard('x')
    expect(await screen.findByRole('button', { name: 'Restore c → a' })).toBeTruthy()
    await user.click(back)
    await waitFor(async () => expect(await cycles()).toEqual(['cycle 1', 'cycle 2']))
  })

  it('marks what the scenario changed, with what was measured', async () => {
    await showPage(openedFromText(TWO_CYCLES), '#v=1&view=cycles&cut=b/a')
    const members = within(await cycle('cycle 1')).getAllByTitle(/^As measured: /)
    expect(members.map((mark) => `${mark.textContent} ${mark.title}`)).toEqual([
      '60calls inside As measured: 62',
      '10 As measured: 12',
    ])
  })

  it('says why there are none', async () => {
    await showPage(openedFromText('m 1; a 2; m -> a 1; a -> a 5'), '#v=1&view=cycles')
    expect(await screen.findByText('This profile has no cycles.')).toBeTruthy()
  })
})
