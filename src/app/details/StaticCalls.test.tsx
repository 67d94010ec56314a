// @vitest-environment happy-dom
// Static calls: shown on request, kept in the link, and without effect on any number.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { succeed } from '../../../workers/core/base/result.ts'
import { EMPTY_SCENARIO } from '../../../workers/core/analysis/scenario/scenario.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { closePage, showPage } from '../../testing/page.tsx'

afterEach(closePage)

const details = (name: string) => screen.findByRole('complementary', { name: `Details of ${name}` })

it('are asked for once, and listed both ways with links', async () => {
  let asked = 0
  // m, a, b, c: c could call a, and itself.
  const possible = {
    length: 2,
    parent: Uint32Array.of(3, 3),
    child: Uint32Array.of(1, 3),
    gprof: { isSame: false, found: 0, others: 0 },
  }
  await showPage(openedFromText(), '#v=1&fn=c', {
    possibleCalls: () => {
      asked++
      return Promise.resolve(succeed(possible))
    },
  })
  const panel = within(await details('c'))
  const before = panel.getByLabelText('Time').textContent
  expect(asked).toBe(0)
  await userEvent.click(panel.getByRole('button', { name: 'Static calls' }))
  const children = await panel.findByRole('list', { name: 'Could also call' })
  expect(
    within(children)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['a', 'c'])
  expect(panel.getByLabelText('Time').textContent).toBe(before)
  await waitFor(() => expect(location.hash).toContain('details.possible=yes'))
  await userEvent.click(within(children).getByRole('link', { name: 'a' }))
  const parents = await within(await details('a')).findByRole('list', { name: 'Could also be called by' })
  expect(
    within(parents)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['c'])
  expect(asked).toBe(1)
})

it('say what is missing where they cannot be found', async () => {
  await showPage(openedFromText(), '#v=1&fn=c&details.possible=yes')
  const panel = within(await details('c'))
  await waitFor(() => expect(panel.getByText(/^Needs the program itself/)).toBeTruthy())
  expect(panel.getByRole('button', { name: 'Static calls' }).getAttribute('aria-pressed')).toBe('true')
})

it.each([true, false])('of a saved profile are offered where they came with it: %s', async (hasPossible) => {
  const saved = { scenario: EMPTY_SCENARIO, view: '', hasPossible, hasLines: false }
  await showPage({ ...openedFromText(), saved }, '#v=1&fn=c')
  const panel = within(await details('c'))
  expect(panel.queryAllByRole('button', { name: 'Static calls' })).toHaveLength(hasPossible ? 1 : 0)
})
