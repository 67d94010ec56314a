// @vitest-environment happy-dom
// The panel of suggested cuts: who pays before one clicks, one cycle at a time, and lists that open.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { searchCutsHere } from '../../testing/cuts-here.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { closePage, showPage } from '../../testing/page.tsx'

/** Two cycles; the heavier one is an interpreter, whose calls down are fewer than those back. */
const INTERPRETER = `main 1; eval 5; binary 52; apply 26; x 1; y 1
main -> eval 1; eval -> binary 29; binary -> eval 57; eval -> apply 5; apply -> eval 9
main -> x 1; x -> y 3; y -> x 2`

beforeAll(async () => {
  await import('./Suggestions.tsx')
})
beforeEach(() => searchCutsHere())
afterEach(closePage)

const user = userEvent.setup()
const cutsOf = (name: string) => screen.findByRole('listitem', { name: `Cuts of ${name}` })

describe('suggested cuts', () => {
  it('keep every caller by default, and say who pays before a click', async () => {
    await showPage(openedFromText(INTERPRETER), '#v=1&view=cycles')
    const names = (await screen.findAllByRole('listitem', { name: /^Cuts of / })).map((item) =>
      item.getAttribute('aria-label'),
    )
    const rows = await Promise.all(names.map((name) => cutsOf((name ?? '').slice('Cuts of '.length))))
    // By time: the interpreter comes first, whatever its number.
    await waitFor(() => expect(rows[0]?.textContent).toContain('2 arcs with 66 calls'))
    await waitFor(() => expect(rows[0]?.textContent).toContain('Makes no function a root.'))
    expect(rows[0]?.textContent).toContain('Callers: main 96.5% → 96.5%')
    expect(rows[0]?.textContent).toContain('Roots: main 100.0% → 100.0%')
  })

  it('warn of functions that the fewest calls make roots', async () => {
    await showPage(openedFromText(INTERPRETER), '#v=1&view=cycles&cycles.goal=calls')
    const region = await screen.findByRole('region', { name: 'Suggested cuts' })
    await waitFor(() => expect(region.textContent).toContain('Makes 2 functions roots: binary, apply.'))
    expect(region.textContent).toContain('Roots: main 100.0% → 3.6%')
  })

  it('break one cycle at a time', async () => {
    await showPage(openedFromText(INTERPRETER), '#v=1&view=cycles')
    const first = (await screen.findAllByRole('button', { name: /^Break cycle \d$/ }))[0]
    if (first) await user.click(first)
    await waitFor(() => expect(location.hash).toContain('cut=binary/eval,apply/eval'))
    await waitFor(() => expect(screen.getAllByRole('button', { name: /^Break cycle \d$/ })).toHaveLength(1))
  })

  it('open the rest of a long list', async () => {
    const callees = Array.from({ length: 26 }, (_, at) => `e -> f${at} 1; f${at} -> e ${at + 1}`)
    await showPage(openedFromText(`main 1; main -> e 1; ${callees.join('; ')}`), '#v=1&view=cycles')
    const list = () => screen.getByRole('list', { name: 'Arcs to cut in cycle 1' })
    await user.click(await screen.findByRole('button', { name: 'and 22 more' }))
    expect(within(list()).getAllByRole('listitem')).toHaveLength(26)
    expect(within(list()).getAllByRole('listitem')[0]?.textContent).toBe('f25 → e26 calls')
    expect(screen.queryByRole('button', { name: /more$/ })).toBeNull()
  })
})
