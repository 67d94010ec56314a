// @vitest-environment happy-dom
// The flat profile by group, queried by role and name: sums, unfolding by click and key, the link.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { closePage, showPage } from '../../testing/page.tsx'

beforeAll(async () => {
  await import('./GroupedProfile.tsx')
})
afterEach(closePage)

const user = userEvent.setup()
const CPP = `main 10; _ZN3app3runEv 30; _ZN3app4stopEv 10; _ZNSt6vectorIiE4sizeEv 50
main -> _ZN3app3runEv 1; _ZN3app3runEv -> _ZNSt6vectorIiE4sizeEv 4; main -> _ZN3app4stopEv 1`
const rows = async () =>
  within(await screen.findByRole('treegrid', { name: 'Flat profile by group' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => `${row.getAttribute('aria-level')} ${row.getAttribute('aria-label')}`)

const FOLDED = [
  '1 std, 1 function: 50.0%, self 0.50 s',
  '1 app, 2 functions: 40.0%, self 0.40 s',
  '1 Other, 1 function: 10.0%, self 0.10 s',
]

it('groups by what the functions have, with sums, and back', async () => {
  await showPage(openedFromText(CPP), '#v=1&view=flat-profile')
  const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Group by' })
  expect([...choice.options].map(({ text }) => text)).toEqual(['Function', 'Namespace'])
  await user.selectOptions(choice, 'Namespace')
  await waitFor(async () => expect(await rows()).toEqual(FOLDED))
  expect(location.hash).toContain('flat-profile.group=namespace')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Group by' }), 'Function')
  expect(await screen.findByRole('grid', { name: 'Flat profile' })).toBeTruthy()
})

it('unfolds and folds a group by click and key', async () => {
  await showPage(openedFromText(CPP), '#v=1&view=flat-profile&flat-profile.group=namespace')
  await waitFor(async () => expect(await rows()).toEqual(FOLDED))
  await user.click(screen.getByRole('row', { name: /^app, 2 functions/ }))
  const open = await rows()
  expect(open).toHaveLength(5)
  expect(open[2]).toMatch(/^2 app::run\(\): 30.0% time/)
  await user.keyboard('{ArrowDown}')
  expect(await screen.findByRole('complementary', { name: 'Details of app::run()' })).toBeTruthy()
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  await waitFor(async () => expect(await rows()).toEqual(FOLDED))
})
