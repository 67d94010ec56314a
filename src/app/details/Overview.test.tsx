// @vitest-environment happy-dom
// The overview: each number has a tooltip, under the pointer and on the focus of its name.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { closePage, showPage } from '../../testing/page.tsx'

afterEach(closePage)

const user = userEvent.setup()
const PROFILE = 'main 10; leaf 30; other 40; main -> leaf 6; main -> other 1'

async function lineOf(title: string, name: string) {
  const heading = await screen.findByRole('heading', { name: title })
  const section = heading.parentElement ?? heading
  const link = await within(section).findByRole('link', { name })
  return { link, line: within(link.closest('li') ?? section) }
}
const told = (words: string) =>
  waitFor(() => expect(screen.getByRole('tooltip').textContent).toContain(words))

it('a share of self time is told by its samples, total time by self and child time', async () => {
  await showPage(openedFromText(PROFILE), '#v=1')
  const self = await lineOf('Top self time', 'leaf')
  await user.hover(self.line.getByText('37.5%'))
  await told('37.5% = 100 × 30 of 80 samples')
  await user.hover(self.line.getByText('0.30 s'))
  await told('0.3 s = 30 samples ÷ 100 per second')
  const total = await lineOf('Top total time', 'main')
  await user.hover(total.line.getByText('100.0%'))
  await told('100% = (0.1 s + 0.7 s) of 0.8 s')
  await user.hover(total.line.getByText('0.80 s'))
  await told('0.8 s = 0.1 s self + 0.7 s from callees')
})

it('whoever comes to a name by the keyboard is told of its share', async () => {
  await showPage(openedFromText(PROFILE), '#v=1')
  const { link } = await lineOf('Top total time', 'leaf')
  link.focus()
  await told('37.5% = (0.3 s + 0 s) of 0.8 s')
  expect(link.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id)
})

it('in a what-if the measured number stands below', async () => {
  const { analyzed, listing } = openedFromText(PROFILE)
  const cut = openedFromText(PROFILE.replace('main -> leaf 6; ', ''))
  await showPage({ ...cut, asMeasured: { analyzed, listing } }, '#v=1')
  const { line } = await lineOf('Top total time', 'main')
  await user.hover(line.getByText('0.50 s'))
  await told('As measured: 0.80 s')
})
