// @vitest-environment happy-dom
// The command palette: functions ranked by the search, views and actions, all by keys.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { succeed } from '../../../workers/core/base/result.ts'
import { useStore } from '../../state/store.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { closePage, showPage } from '../../testing/page.tsx'

beforeAll(async () => {
  await import('./Palette.tsx')
})
afterEach(closePage)

const user = userEvent.setup()
const shared = () => useStore.getState().shared
const options = () => within(screen.getByRole('listbox', { name: 'Commands' })).queryAllByRole('option')
const texts = () => options().map(({ textContent }) => textContent)
const chosen = () => options().find((option) => option.getAttribute('aria-selected') === 'true')?.textContent

const open = async () => {
  await screen.findByRole('grid', { name: 'Flat profile' })
  // The list takes the focus once its rows are there.
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  await user.keyboard('{Control>}k{/Control}')
  return screen.findByRole('combobox', { name: 'Function, view or action' })
}

it('lists views, actions and the hottest functions, and shows a view by its name', async () => {
  await showPage(openedFromText())
  const field = await open()
  expect(document.activeElement).toBe(field)
  expect(texts()).toEqual(expect.arrayContaining(['Call graph2', 'Flame3', 'Share', 'a', 'm']))
  await user.keyboard('graph{ArrowDown}')
  expect(texts()).toEqual(['Call graph2', 'Graph4'])
  expect(chosen()).toBe('Graph4')
  await user.keyboard('{ArrowUp}{Enter}')
  expect(shared().view).toBe('call-graph')
  expect(screen.queryByRole('combobox', { name: 'Function, view or action' })).toBeNull()
})

it('finds functions by the search of the flat profile, the best match first, and selects one', async () => {
  const opened = openedFromText()
  const { printed } = opened.listing.flat
  const [, second, third] = printed
  await showPage(opened, '', {
    search: async () =>
      succeed({
        ok: true as const,
        matches: Uint32Array.of(second ?? 0, third ?? 0),
        ranks: Uint8Array.of(3, 1),
        left: 0,
      }),
  })
  await open()
  await user.keyboard('zz')
  await waitFor(() => expect(texts()).toEqual(['c', 'b']))
  await user.keyboard('{Enter}')
  expect(shared().selected?.name).toBe('c')
})

it('offers the actions of the selected function', async () => {
  await showPage(openedFromText(), '#v=1&fn=c')
  await open()
  await user.keyboard('exclude{Enter}')
  expect(shared().scenario.leftOut).toEqual(['c'])
  await open()
  expect(texts()).toEqual(expect.arrayContaining(['Undo', 'Clear all changes', 'Exclude (-E)on']))
})

it('names a cycle by its number, and offers the actions of the selected one', async () => {
  await showPage(openedFromText())
  await open()
  await user.keyboard('cycle 1')
  await waitFor(() => expect(texts()).toContain('cycle 1, 2 members'))
  expect(chosen()).toBe('cycle 1, 2 members')
  await user.keyboard('{Enter}')
  expect(shared().selected).toMatchObject({ isCycle: true })
  await open()
  await user.keyboard('members{Enter}')
  expect(shared()).toMatchObject({ view: 'call-graph', selected: { isCycle: true } })
})

it('leads to the view that a word names before the cycles that it lists', async () => {
  await showPage(openedFromText())
  await open()
  await user.keyboard('cycles')
  await waitFor(() => expect(texts()).toContain('cycle 1, 2 members'))
  expect(chosen()).toMatch(/^Cycles/)
})
