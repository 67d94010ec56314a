// @vitest-environment happy-dom
// What if a function were faster: switches in the panel, the outcome in words, and every number after it.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { asArray } from '../../../workers/core/base/columns.ts'
import { openedIn } from '../../state/session.ts'
import { useStore } from '../../state/store.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { closePage, showPage } from '../../testing/page.tsx'

afterEach(closePage)

const user = userEvent.setup()
const details = async (name: string) =>
  within(await screen.findByRole('complementary', { name: `Details of ${name}` }))
const faster = async (name: string) => within((await details(name)).getByRole('group', { name: 'Faster' }))
const text = (element: Element): string => (element.textContent ?? '').replaceAll('\u00a0', ' ')
const outcome = async (name: string): Promise<string> =>
  text((await details(name)).getByText(/be saved here|to save/))
const selfTicks = (): readonly number[] => {
  const column = openedIn(useStore.getState().session)?.analyzed.profile.functions.selfTicks
  return column ? [...asArray(column)] : []
}

it('saves a part of its self time: the panel says how much, and what there is to save at most', async () => {
  await showPage(openedFromText(), '#v=1&fn=a')
  // a reaches b and c. Nothing counted a call of m, so it may run below a, too.
  await waitFor(async () =>
    expect(await outcome('a')).toBe(
      'At most 1.00 s (52.6%) can be saved here; with everything below it between 1.50 and 1.90 s.',
    ),
  )
  await user.click((await faster('a')).getByRole('button', { name: '2×' }))
  await waitFor(() => expect(selfTicks()).toEqual([10, 50, 50, 30]))
  expect(location.hash).toBe('#v=1&fn=a&faster=a*2')
  await waitFor(async () =>
    expect(await outcome('a')).toBe(
      '2× faster saves 0.50 s (26.3%): 1.90 → 1.40 s. At most 1.00 s (52.6%) can be saved here; with everything below it between 1.50 and 1.90 s.',
    ),
  )
  const pressed = (await faster('a')).getAllByRole('button', { pressed: true })
  expect(pressed.map((button) => button.textContent)).toEqual(['2×'])
  const [change] = within(screen.getByRole('list', { name: 'Changes' })).getAllByRole('listitem')
  expect(change && text(change)).toContain('a 2× faster, saves 0.50 s (26.3%)')
  expect((await details('a')).getByLabelText('Time').textContent).not.toContain('÷')
  await user.keyboard('=')
  expect((await details('a')).getByLabelText('Time').textContent).toContain('100 samples ÷ 2')

  await user.click((await faster('a')).getByRole('button', { name: 'No time' }))
  await waitFor(() => expect(selfTicks()).toEqual([10, 0, 50, 30]))
  expect(location.hash).toContain('faster=a*inf')
  history.back()
  await waitFor(() => expect(selfTicks()).toEqual([10, 50, 50, 30]))
  await user.click((await faster('a')).getByRole('button', { name: '2×' }))
  await waitFor(() => expect(selfTicks()).toEqual([10, 100, 50, 30]))
})

it('has the factor of a link, beside those to choose from, and the total before other savings', async () => {
  await showPage(openedFromText(), '#v=1&fn=a&faster=a*4,b*2')
  await waitFor(async () =>
    expect(await outcome('a')).toContain(
      '4× faster saves 0.75 s (39.5% of the recorded 1.90 s): 1.65 → 0.90 s.',
    ),
  )
  const buttons = (await faster('a')).getAllByRole('button')
  expect(buttons.map((button) => button.textContent)).toEqual(['4×', '2×', '5×', '10×', 'No time'])
  expect(buttons[0]?.getAttribute('aria-pressed')).toBe('true')
})

it('says what fewer calls would save, with all below, except where calls nest in a cycle', async () => {
  await showPage(openedFromText('main 10; a 20; b 30; main -> a 4; a -> b 3; main -> b 1'), '#v=1&fn=a')
  await waitFor(async () =>
    expect(await outcome('a')).toContain(
      'between 0.20 and 0.50 s. Half the calls, each as costly as now, would save 0.10 to 0.25 s: 0.60 → 0.35 to 0.50 s.',
    ),
  )
  await user.click((await faster('a')).getByRole('button', { name: '2×' }))
  await waitFor(async () =>
    expect(await outcome('a')).toContain('would save 0.10 to 0.25 s: 0.60 → 0.35 to 0.50 s.'),
  )
  await closePage()
  await showPage(
    openedFromText('main 10; a 20; b 30; main -> a 4; a -> b 3; main -> b 1'),
    '#v=1&fn=a&faster=a*4',
  )
  await waitFor(async () =>
    expect(await outcome('a')).toContain(
      '1/4 of the calls, each as costly as now, would save 0.15 to 0.38 s: 0.60 → 0.22 to 0.45 s.',
    ),
  )
})

it('offers nothing where there is no self time, and is not there without samples', async () => {
  await showPage(openedFromText('m; a 5; m -> a 1'), '#v=1&fn=m')
  await waitFor(async () =>
    expect(await outcome('m')).toBe('It has no self time to save. Everything below it: 0.05 s.'),
  )
  for (const button of (await faster('m')).getAllByRole('button'))
    expect(button).toHaveProperty('disabled', true)
  await closePage()
  await showPage(openedFromText('m; a; m -> a 1'), '#v=1&fn=a')
  expect((await details('a')).queryByRole('group', { name: 'Faster' })).toBeNull()
})

it('gprof’s own switches say that the flat profile does not change', async () => {
  await showPage(openedFromText(), '#v=1&fn=a')
  const panel = await details('a')
  for (const name of ['Ignore its time (-N)', 'Exclude (-E)', 'Focus (-F)'])
    expect(panel.getByRole('button', { name }).title).toContain('The flat profile does not change.')
  await user.click(panel.getByRole('button', { name: 'Ignore its time (-N)' }))
  await waitFor(() => expect(location.hash).toContain('untimed=a'))
  expect(selfTicks()).toEqual([10, 100, 50, 30])
})
