// @vitest-environment happy-dom
// The menu of a function: its keys, its actions, and where the focus goes.
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { useStore } from '../../state/store.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { closePage, showPage } from '../../testing/page.tsx'

beforeAll(async () => {
  await import('./FunctionMenu.tsx')
})
afterEach(closePage)

const user = userEvent.setup()
const shared = () => useStore.getState().shared
const focused = () => document.activeElement?.textContent
const row = async (name: RegExp) => {
  const grid = await screen.findByRole('grid', { name: 'Flat profile' })
  return within(grid).getByRole('row', { name })
}

it('opens by Shift F10, moves by keys and letters, and returns the focus on Escape', async () => {
  await showPage(openedFromText())
  const first = await row(/^a, cycle 1/)
  first.focus()
  await user.keyboard('{Shift>}{F10}{/Shift}')
  const menu = await screen.findByRole('menu', { name: 'a' })
  expect(focused()).toBe('Show details')
  const items = [...menu.querySelectorAll('[role^=menuitem]')].map((item) => item.textContent)
  expect(items).toEqual([
    'Show details',
    'Callers and calleesEnter',
    'Graph around it',
    'Root of the tree',
    'Root of the flame',
    'Select cycle 1y',
    'Focus (-F)',
    'Exclude (-E)',
    'Ignore its time (-N)',
    'Copy name',
  ])
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('Callers and calleesEnter')
  await user.keyboard('{End}{ArrowDown}{ArrowUp}')
  expect(focused()).toBe('Copy name')
  await user.keyboard('{Home}ig')
  expect(focused()).toBe('Ignore its time (-N)')
  // The page's own keys, such as 3 for the graph, are for what is below.
  await user.keyboard('3')
  expect(shared().view).toBe('')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(first)
})

it('a right click on a row opens it, and its switches change the scenario', async () => {
  await showPage(openedFromText())
  fireEvent.contextMenu(await row(/^c:/), { clientX: 40, clientY: 60 })
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Exclude (-E)' }))
  expect(shared().scenario.leftOut).toEqual(['c'])
  expect(screen.queryByRole('menu')).toBeNull()
  fireEvent.contextMenu(await row(/^c:/))
  const again = await screen.findByRole('menuitemcheckbox', { name: 'Exclude (-E)' })
  expect(again.getAttribute('aria-checked')).toBe('true')
  await user.click(screen.getByRole('menuitem', { name: 'Root of the tree' }))
  expect(shared()).toMatchObject({ view: 'call-graph', selected: { name: 'c' } })
  expect(shared().params).toMatchObject({ 'call-graph.as': 'callees', 'call-graph.root': 'c' })
})

it('a line of the call graph is a function and an arc, which can be cut and restored', async () => {
  await showPage(openedFromText(), '#v=1&view=call-graph&fn=c')
  const grid = await screen.findByRole('grid', { name: 'Call graph' })
  const line = await within(grid).findByRole('row', { name: /^caller b/ })
  fireEvent.contextMenu(line)
  await user.click(await screen.findByRole('menuitem', { name: 'Cut the arc' }))
  expect(shared().scenario.cutArcs).toEqual([{ parent: 'b', child: 'c' }])
})

it('Shift leaves a right click to the browser', async () => {
  await showPage(openedFromText())
  const isOurs = !fireEvent.contextMenu(await row(/^c:/), { shiftKey: true })
  expect(isOurs).toBe(false)
})

it('the tag of a cycle has a menu of its own, which leads to its entry, the cycles and a link', async () => {
  await showPage(openedFromText())
  const tag = within(await row(/^a, cycle 1/)).getByRole('link', { name: 'cycle 1' })
  fireEvent.contextMenu(tag)
  const menu = await screen.findByRole('menu', { name: 'cycle 1' })
  expect([...menu.querySelectorAll('[role^=menuitem]')].map((item) => item.textContent)).toEqual([
    'Show details',
    'Callers and membersEnter',
    'Show in graph',
    'Break up…',
    'Copy link',
  ])
  await user.click(within(menu).getByRole('menuitem', { name: 'Callers and members' }))
  expect(location.hash).toMatch(/^#v=1&view=call-graph&cycle=[ab]$/)
})
