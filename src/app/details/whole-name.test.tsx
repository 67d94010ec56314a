// @vitest-environment happy-dom
// Names longer than any screen: the DOM that the page mounts for one is bounded, and the full name
// is available.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { searchCutsHere } from '../../testing/cuts-here.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { closePage, showPage } from '../../testing/page.tsx'
import { useStore } from '../../state/store.ts'
import { effort, someOf } from '../../../workers/testing/effort.ts'

// There is no worker here, so no suggestion arrives.
beforeEach(() => searchCutsHere('suggest'))
afterEach(closePage)

const FUNCTIONS = 12
const LETTERS = effort(200_000, 40_000)
const named = (f: number): string => `f${f}${'abcdefghi_'.repeat(LETTERS / 10)}`
/** Each function calls the next, and two of them call back. */
const arcs = Array.from(
  { length: FUNCTIONS },
  (_, f) => `${named(f)} ${f + 1}; ${named(f)} -> ${named((f + 1) % (FUNCTIONS - 2))} 5`,
)
/** For each name a view may hold its text and some tooltips. */
const MOST_IN_VIEW = 25 * FUNCTIONS * 2200

it.each(someOf(['flat', 'call-graph', 'cycles', 'call-graph&call-graph.as=callees']))(
  'of names with %s a bounded part is in the page, and none in a link',
  async (view) => {
    const opened = openedFromText(arcs.join('\n'))
    await showPage(opened, `#v=1&view=${view}&q=abc`)
    await screen.findAllByText(/more …/)
    expect(document.body.innerHTML.length).toBeLessThan(MOST_IN_VIEW)
    for (const link of document.querySelectorAll('a')) expect(link.href.length).toBeLessThan(500)
  },
)

it('a link leads to such a function by where it stands, and its whole name can be copied', async () => {
  await showPage(openedFromText(arcs.join('\n')))
  const user = userEvent.setup()
  const [link] = await screen.findAllByRole('link', { name: /^f11abc.*more …/ })
  if (!link) throw new Error('no link')
  location.hash = link.getAttribute('href') ?? ''
  await user.click(
    await screen.findByRole('button', {
      name: `Copy name, ${named(11).length.toLocaleString('en')} letters`,
    }),
  )
  expect(await navigator.clipboard.readText()).toBe(named(11))
  expect(useStore.getState().shared.selected?.name).toBe('')
})
