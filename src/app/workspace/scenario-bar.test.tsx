// @vitest-environment happy-dom
// The changes in a scenario, each with a remove button.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { closePage, showPage } from '../../testing/page.tsx'

afterEach(closePage)

it('lists two functions that read alike, such as the destructors of a class, and takes back one change at a time', async () => {
  const profile = openedFromText(`
    main -> work 1
    main -> _ZN1AD0Ev 2
    main -> _ZN1AD1Ev 3
  `)
  await showPage(profile, '#v=1&cut=main/work,main/_ZN1AD0Ev,main/_ZN1AD1Ev')
  const list = await screen.findByRole('list', { name: 'Changes' })
  const changes = () =>
    within(list)
      .queryAllByRole('listitem')
      .map(({ textContent }) => textContent)
  const destroy = 'cut main → A::~A()'
  await waitFor(() => expect(changes()).toEqual(['cut main → work', destroy, destroy]))
  await userEvent.click(within(list).getByRole('button', { name: 'Remove: cut main → work' }))
  await waitFor(() => expect(changes()).toEqual([destroy, destroy]))
})

it('says beside the list, which scrolls, how many changes are not shown, and shows them', async () => {
  const names = Array.from({ length: 15 }, (_, at) => `work${at}`)
  const profile = openedFromText(names.map((name) => `main -> ${name} 1`).join('\n'))
  await showPage(profile, `#v=1&cut=${names.map((name) => `main/${name}`).join(',')}`)
  const list = await screen.findByRole('list', { name: 'Changes' })
  const more = await screen.findByRole('button', { name: '3 more' })
  expect(list.contains(more)).toBe(false)
  await userEvent.click(more)
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(15))
  await userEvent.click(screen.getByRole('button', { name: 'Fewer' }))
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(12))
})

it('folds the C++ standard library by one switch, says what that hides, and takes it back', async () => {
  const profile = openedFromText(`main 10; _ZN3app3runEv 30; _ZN3app4stopEv 10; _ZNSt6vectorIiE4sizeEv 50
    main -> _ZN3app3runEv 1; main -> _ZN3app4stopEv 1
    _ZN3app3runEv -> _ZNSt6vectorIiE4sizeEv 4; _ZN3app4stopEv -> _ZNSt6vectorIiE4sizeEv 1`)
  await showPage(profile, '#v=1&view=flat-profile')
  const rows = async () =>
    within(await screen.findByRole('grid', { name: 'Flat profile' }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.getAttribute('aria-label')?.replace(/, calls.*/, ''))
  const fold = await screen.findByRole('button', { name: 'Fold std::' })
  await userEvent.click(fold)
  const list = await screen.findByRole('list', { name: 'Changes' })
  const text = 'std:: folded: 1 function, 0.50 s, charged to callers by gprof’s shares, as estimates'
  await waitFor(() => expect(list.textContent).toBe(text))
  expect(location.hash).toContain('fold=std')
  await waitFor(async () =>
    expect(await rows()).toEqual([
      'app::run(): 70.0% time, self 0.70 s',
      'app::stop(): 20.0% time, self 0.20 s',
      'main: 10.0% time, self 0.10 s, total 1.00 s',
    ]),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(async () => expect(await rows()).toHaveLength(4))
  expect(fold.getAttribute('aria-pressed')).toBe('false')
})

it('does not offer to fold the standard library in a C program', async () => {
  await showPage(openedFromText('main 1; main -> work 1; work 2'), '#v=1&view=flat-profile')
  await screen.findByRole('grid', { name: 'Flat profile' })
  expect(screen.queryByRole('button', { name: 'Fold std::' })).toBeNull()
})
