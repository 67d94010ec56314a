// @vitest-environment happy-dom
// The summary is above the flat profile, leads to the views, and folds with one click.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useStore } from '../../state/store.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { closePage, showPage } from '../../testing/page.tsx'

afterEach(closePage)

const summary = () => screen.findByRole('region', { name: 'Summary' })

it('has links to the function’s entry and to the cycle', async () => {
  await showPage(openedFromText())
  const [first, second] = within(await summary()).getAllByRole('link')
  expect(first?.textContent).toMatch(/^a takes 52\.6% of the time/)
  expect(first?.getAttribute('href')).toContain('view=call-graph')
  expect(second?.textContent).toMatch(/^Cycle 1 \(2 functions\) hides who pays/)
  expect(second?.getAttribute('href')).toContain('view=cycles')
})

it('leaves few samples to their notice', async () => {
  await showPage(openedFromText(undefined, [{ code: 'few-samples', samples: 190, rate: 100 }]))
  expect((await summary()).textContent).not.toContain('190 samples')
  expect(screen.getByRole('region', { name: 'Notices' }).textContent).toContain('Only 190 samples')
})

it('folds with one click, which the link carries', async () => {
  await showPage(openedFromText())
  fireEvent.click(within(await summary()).getByRole('button', { name: 'Summary' }))
  await waitFor(() => expect(screen.queryByText(/takes 52\.6%/)).toBeNull())
  expect(useStore.getState().shared.params['summary.folded']).toBe('1')
})
