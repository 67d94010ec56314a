// @vitest-environment happy-dom
// The trees of callees and callers, queried by role and name: unfolding, highlighting, selection,
// and tooltips.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openedFromText } from '../../../testing/opened-from-text.ts'
import { closePage, showPage } from '../../../testing/page.tsx'

beforeAll(async () => {
  await import('./CallTreeView.tsx')
})
afterEach(closePage)

const user = userEvent.setup()
/** The view's code loads when it is first shown. */
const CALLEES = '#v=1&view=call-graph&call-graph.as=callees'
const tree = (name = 'Callees of program') => screen.findByRole('treegrid', { name })
const rows = async (name?: string) =>
  within(await tree(name))
    .getAllByRole('row')
    .slice(1)
    .map((row) => {
      const cells = [...row.children].map((cell) => cell.getAttribute('aria-label') ?? cell.textContent)
      return `${row.getAttribute('aria-level')} ${cells.join(' ')}`
    })
const row = async (name: string, at = 0) => {
  const all = within(await tree()).getAllByRole('row')
  const found = all.filter((one) => within(one).queryByRole('rowheader', { name }) !== null)[at]
  if (!found) throw new Error(`no row ${name}`)
  return found
}

it('the legend names every colour that is drawn, of callees and of callers', async () => {
  await showPage(openedFromText(), CALLEES)
  const keys = async () =>
    within(await screen.findByRole('list', { name: 'Legend' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent)
  expect(await keys()).toEqual(['certain', 'assumed', 'self'])
  await user.click(screen.getByRole('button', { name: 'Callers' }))
  expect(await keys()).toEqual(['certain', 'assumed', 'self, of the first row'])
})

describe('the tree of callees', () => {
  it('begins with the program, open along the heaviest path', async () => {
    await showPage(openedFromText(), CALLEES)
    expect(await rows()).toEqual([
      '1 100.0% 1.90 0.00  program',
      '2 100.0% 1.90 0.10  m',
      '3 91.6% 1.74 1.50 1 a cycle 1',
      '4 52.6% 1.00 1.00 3 a cycle 1',
      '5    3 b back into cycle 1',
      '5    7 a recursion',
      '4 38.9% 0.74 0.50 3 b cycle 1',
      '3 3.2% 0.06 0.06 1 c',
    ])
    const [heading] = within(await tree()).getAllByRole('columnheader')
    expect(heading?.getAttribute('aria-label')).toBe('% of all')
  })

  it('opens and folds by arrows, which also walk, and selects everywhere', async () => {
    await showPage(openedFromText(), CALLEES)
    expect((await row('b cycle 1')).getAttribute('aria-expanded')).toBe('false')
    await user.click(await row('b cycle 1'))
    await user.keyboard('{ArrowRight}')
    expect((await row('b cycle 1')).getAttribute('aria-expanded')).toBe('true')
    expect(await rows()).toContain('5 12.6% 0.24 0.24 4 c')
    expect(screen.getByRole('complementary', { name: 'Details of b' })).toBeTruthy()
    await user.keyboard('{ArrowDown}')
    expect(await screen.findByRole('complementary', { name: 'Details of c' })).toBeTruthy()
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    await waitFor(async () => expect((await row('b cycle 1')).getAttribute('aria-expanded')).toBe('false'))
    expect((await row('a recursion')).hasAttribute('aria-expanded')).toBe(false)
  })

  it('says so where there is nothing below', async () => {
    await showPage(openedFromText('m 1; a 2; m -> a 3'), `${CALLEES}&call-graph.root=a`)
    expect(await screen.findByText('a has no recorded callees.')).toBeTruthy()
  })

  it('cuts the arc by which a row hangs on the one above', async () => {
    await showPage(openedFromText(), CALLEES)
    await user.click(await row('c'))
    await user.keyboard('x')
    await waitFor(() => expect(location.hash).toContain('cut=m/c'))
  })

  it('explains a number by the operands of this path', async () => {
    await showPage(openedFromText(), CALLEES)
    await row('c')
    // A tree takes the focus when it is shown.
    await waitFor(() => expect(document.activeElement?.getAttribute('data-row')).toBe('0'))
    const [cell] = within(await row('c'))
      .getAllByRole('gridcell')
      .slice(1)
    cell?.focus()
    const tip = await screen.findByRole('tooltip')
    expect(tip.textContent).toContain('0.06 s = 0.3 s × 1 of 5 calls')
    expect(tip.textContent).toContain('Assumes that all calls of a function cost the same')
  })

  it('explains its columns: among callers they are those of the first row’s function', async () => {
    const said = async (direction: RegExp, name: string) => {
      const heading = within(await screen.findByRole('treegrid', { name: direction })).getByRole(
        'columnheader',
        { name },
      )
      fireEvent.pointerMove(heading)
      return (await screen.findByRole('tooltip')).textContent
    }
    await showPage(openedFromText(), CALLEES)
    expect(await said(/^Callees of/, 'Self')).toContain('Time in the function itself, along this path')
    await user.click(screen.getByRole('button', { name: 'Callers' }))
    expect(await said(/^Callers of/, 'Of self')).toContain('Self time of the function in the first row')
  })

  it('leads from a name to its entry, and the details lead there too', async () => {
    await showPage(openedFromText(), `${CALLEES}&fn=c`)
    const link = within(await row('c')).getByRole('link', { name: 'c' })
    expect(link.getAttribute('href')).toBe('#v=1&view=call-graph&fn=c')
    const details = screen.getByRole('complementary', { name: 'Details of c' })
    expect(
      within(details)
        .getByRole('link', { name: /^Entry/ })
        .getAttribute('href'),
    ).toBe('#v=1&view=call-graph&fn=c')
  })

  it('is chosen by button and by key, under the selected function, in the link', async () => {
    await showPage(openedFromText(), '#v=1&view=call-graph&fn=c')
    await user.click(await screen.findByRole('button', { name: 'Callers' }))
    expect(await rows('Callers of c')).toEqual([
      '1 15.8% 0.30 0.30 5 c',
      '2 12.6% 0.24 0.24 4 b cycle 1',
      '3 12.6% 0.24 0.24 4 m',
      '2 3.2% 0.06 0.06 1 m',
    ])
    expect(location.hash).toContain('call-graph.as=callers&call-graph.root=c')
    await user.keyboard('d')
    expect(await tree('Callees of c')).toBeTruthy()
    const path = screen.getByRole('navigation', { name: 'Path' })
    await user.click(within(path).getByRole('button', { name: 'All' }))
    expect(await tree()).toBeTruthy()
    expect(screen.queryByRole('navigation', { name: 'Path' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Root: c' }))
    expect(await tree('Callees of c')).toBeTruthy()
    await user.keyboard('e')
    expect(await screen.findByRole('grid', { name: 'Call graph' })).toBeTruthy()
  })

  it('shows names as text, whatever they are', async () => {
    await showPage(openedFromText('<img/src=x> 10; main -> <img/src=x> 1'), CALLEES)
    expect(await tree()).toBeTruthy()
    expect(document.querySelector('img')).toBeNull()
  })
})
