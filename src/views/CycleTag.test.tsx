// @vitest-environment happy-dom
// A tag of a cycle selects the cycle, in the flat profile and in the search, and marks its members.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { useStore } from '../state/store.ts'
import { openedFromText } from '../testing/opened-from-text.ts'
import { closePage, showPage } from '../testing/page.tsx'
import { CycleTag } from './CycleTag.tsx'

afterEach(closePage)

const user = userEvent.setup()
const flat = () => screen.findByRole('grid', { name: 'Flat profile' })
const row = async (name: RegExp) => within(await flat()).getByRole('row', { name })
const selected = () => useStore.getState().shared.selected

it('selects its cycle and no function, and marks the members', async () => {
  expect(CycleTag.name).toBe('CycleTag')
  await showPage(openedFromText())
  const tag = within(await row(/^b, cycle 1/)).getByRole('link', { name: 'cycle 1' })
  await user.click(tag)
  await waitFor(() => expect(selected()?.isCycle).toBe(true))
  expect((await row(/^a, cycle 1/)).dataset['hovered']).toBe('true')
  expect((await row(/^c:/)).dataset['hovered']).toBeUndefined()
  const [own] = within(await flat()).getAllByRole('link', { name: 'cycle 1' })
  expect(own?.getAttribute('aria-current')).toBe('true')
})

it('the search for its number selects it first, then its members', async () => {
  await showPage(openedFromText())
  await flat()
  await user.keyboard('/cycle 1')
  await screen.findByText('3 matches')
  await user.keyboard('{Enter}')
  expect(selected()?.isCycle).toBe(true)
  await user.keyboard('{Enter}')
  expect(selected()).toMatchObject({ name: 'a' })
  await user.keyboard('{Shift>}{Enter}{/Shift}')
  expect(selected()?.isCycle).toBe(true)
})

it('the key y goes from a function to its cycle, and to its biggest member', async () => {
  await showPage(openedFromText(), '#v=1&fn=b')
  const first = await row(/^b, cycle 1/)
  first.focus()
  await user.keyboard('y')
  expect(selected()?.isCycle).toBe(true)
  await user.keyboard('y')
  expect(selected()).toEqual({ name: 'a', address: null })
  await user.keyboard('y')
  await user.keyboard('p')
  await waitFor(() => expect(selected()).toEqual({ name: 'm', address: null }))
})
