// @vitest-environment happy-dom
// Lower bounds of total times are drawn solid in every bar.
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { closePage, showPage } from '../../testing/page.tsx'

afterEach(closePage)

const user = userEvent.setup()
const PROGRAM = `main 10; parse 20; item 30; k 40
  main -> parse 1; main -> item 1; parse -> k 1; item -> k 3`

/** Returns the lengths of the bars in an element, in percent: self, lower bound, total. */
function barsIn(element: HTMLElement): string[] {
  return [...element.querySelectorAll<HTMLElement>('[style*="--total"]')].map(({ style }) =>
    ['--self', '--certain', '--total'].map((length) => style.getPropertyValue(length)).join(' '),
  )
}

it('in the flat profile and the details alike', async () => {
  await showPage(openedFromText(PROGRAM))
  const row = (name: string) =>
    screen.findByRole('rowheader', { name }).then((header) => header.closest<HTMLElement>('[role=row]'))
  const flat = await row('main')
  if (!flat) throw new Error('no row')
  expect(barsIn(flat)[1]).toBe('10% 100% 100%')
  await user.click(within(flat).getByRole('link'))
  const details = screen.getByRole('complementary', { name: 'Details of main' })
  expect(barsIn(details)).toContain('10% 100% 100%')
  // Two of main's children share k.
  expect(barsIn(details)).toEqual(['10% 100% 100%', '0% 30% 60%', '0% 20% 30%'])
})

it('in the entries of the call graph', async () => {
  await showPage(openedFromText(PROGRAM), '#v=1&view=call-graph')
  const entry = await screen.findByRole('group', { name: '[1] main' })
  expect(barsIn(entry)).toEqual(['10% 100% 100%'])
})
