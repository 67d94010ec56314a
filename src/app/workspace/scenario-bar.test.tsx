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
