// @vitest-environment happy-dom
// The flame view, queried by role and name: boxes, keys, zooming, the path and the search.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { closePage, showPage } from '../../testing/page.tsx'

afterEach(closePage)

const user = userEvent.setup()
const FLAME = '#v=1&view=flame'
const flame = (name = 'Flame view of m') => screen.findByRole('tree', { name })

describe('the flame view', () => {
  it('has a box for each function on a path, and says what its widths rest on', async () => {
    await showPage(openedFromText(), FLAME)
    const boxes = within(await flame()).getAllByRole('treeitem')
    expect(boxes.map((box) => `${box.getAttribute('aria-level')} ${box.getAttribute('aria-label')}`)).toEqual(
      [
        '1 m: 1.90 s, 100.0%',
        '2 a cycle 1: 1.74 s, 91.6%',
        '2 c: 0.06 s, 3.2%',
        '3 a cycle 1: 1.00 s, 52.6%',
        '3 b cycle 1: 0.74 s, 38.9%',
        '4 c: 0.24 s, 12.6%',
      ],
    )
    expect(screen.getByText(/Widths assume that all calls of a function cost the same/)).toBeTruthy()
  })

  it('walks by arrows, zooms by Enter, and leads back by Backspace and by the path', async () => {
    await showPage(openedFromText(), FLAME)
    within(await flame())
      .getByRole('treeitem', { name: /^m:/ })
      .focus()
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^b cycle 1:/))
    expect(screen.getByRole('complementary', { name: 'Details of b' })).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(await flame('Flame view of b')).toBeTruthy()
    expect(decodeURIComponent(location.hash)).toContain('flame.zoom=a,b')
    const path = screen.getByRole('navigation', { name: 'Path' })
    expect(
      within(path)
        .getAllByRole('button')
        .map((step) => step.textContent),
    ).toEqual(['m', 'cycle 1', 'b'])
    await user.click(within(path).getByRole('button', { name: 'cycle 1' }))
    const [top] = within(await flame('Flame view of cycle 1')).getAllByRole('treeitem')
    top?.focus()
    await user.keyboard('{Backspace}')
    expect(await flame()).toBeTruthy()
    expect(screen.queryByRole('navigation', { name: 'Path' })).toBeNull()
  })

  it('leads back to each earlier root and to all', async () => {
    await showPage(openedFromText(), `${FLAME}&flame.root=b&fn=c`)
    await flame('Flame view of cycle 1')
    await user.click(screen.getByRole('button', { name: 'Root: c' }))
    await flame('Flame view of c')
    const path = within(screen.getByRole('navigation', { name: 'Path' }))
    expect(path.getAllByRole('button').map((step) => step.textContent)).toEqual(['All', 'b', 'c'])
    await user.click(path.getByRole('button', { name: 'b' }))
    expect(location.hash).toContain('flame.root=b')
    await user.click(path.getByRole('button', { name: 'All' }))
    expect(await flame()).toBeTruthy()
    expect(screen.queryByRole('navigation', { name: 'Path' })).toBeNull()
  })

  it('walks as far as it goes by Page Up and Page Down, and to the first and last box by Home and End', async () => {
    await showPage(openedFromText(), FLAME)
    const boxes = within(await flame()).getAllByRole('treeitem')
    const named = (box: Element | null | undefined) => box?.getAttribute('aria-label') ?? ''
    const [top, last] = [boxes[0], boxes.at(-1)]
    top?.focus()
    for (const [key, target] of [
      ['End', last],
      ['Home', top],
      ['End', last],
      ['PageUp', top],
    ] as const) {
      await user.keyboard(`{${key}}`)
      await waitFor(() => expect(document.activeElement).toBe(target))
    }
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    const deep = named(document.activeElement)
    await user.keyboard('{Home}{PageDown}')
    await waitFor(() => expect(named(document.activeElement)).toBe(deep))
    expect(deep).not.toBe(named(top))
    const selected = `Details of ${deep.split(/[ :]/)[0]}`
    expect(screen.getByRole('complementary', { name: selected })).toBeTruthy()
  })

  it('shows in a box the name that it has for assistive technology', async () => {
    const words = (drawn: HTMLElement) =>
      within(drawn)
        .getAllByRole('treeitem')
        .map((box) => [
          (box.getAttribute('aria-label') ?? '').split(':')[0],
          [...(box.firstElementChild?.children ?? [])]
            .map((part) => part.textContent)
            .filter((text) => text !== '')
            .join(' '),
        ])
    await showPage(openedFromText(), `${FLAME}&flame.root=b`)
    const whole = words(await flame('Flame view of cycle 1'))
    expect(whole.map(([label]) => label)).toEqual(['cycle 1 as a whole', 'a cycle 1', 'b cycle 1', 'c'])
    expect(whole[0]).toEqual(['cycle 1 as a whole', 'cycle 1 as a whole'])
  })

  it('counts what the search found', async () => {
    await showPage(openedFromText(), `${FLAME}&q=c`)
    await waitFor(() =>
      expect(screen.getByRole('status', { name: 'What is drawn' }).textContent).toBe('2 matches marked.'),
    )
    expect(document.querySelectorAll('mark').length).toBeGreaterThan(0)
  })

  it('has nothing to draw without time', async () => {
    await showPage(openedFromText('m -> a 1'), FLAME)
    expect(
      await screen.findByText('No time was sampled here. Widths show time; the call tree shows the calls.'),
    ).toBeTruthy()
  })

  it('opens from older links and from the tree, and leads back to it', async () => {
    await showPage(openedFromText(), '#v=1&view=call-graph&call-graph.as=callees&call-graph.draw=icicle')
    expect(await flame()).toBeTruthy()
    await user.keyboard('i')
    expect(await screen.findByRole('treegrid', { name: 'Callees of m' })).toBeTruthy()
    await user.keyboard('i')
    expect(await flame()).toBeTruthy()
  })

  it('explains a box with the focus only after an arrow key', async () => {
    await showPage(openedFromText(), FLAME)
    within(await flame())
      .getByRole('treeitem', { name: /^m:/ })
      .focus()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(screen.queryByRole('tooltip')).toBeNull()
    await user.keyboard('{ArrowDown}')
    expect((await screen.findByRole('tooltip')).textContent).toContain('a cycle 1: 1.74 s, 91.6%')
  })

  it('draws wider around a box by + and narrower by −, up to the whole', async () => {
    await showPage(openedFromText(), FLAME)
    const widths = async () =>
      within(await flame())
        .getAllByRole('treeitem')
        .map((box) => Math.round(Number.parseFloat(box.style.width)))
    const whole = await widths()
    within(await flame())
      .getByRole('treeitem', { name: /^c: 0.06/ })
      .focus()
    await user.keyboard('+')
    expect(await widths()).not.toEqual(whole)
    await user.keyboard('-')
    expect(await widths()).toEqual(whole)
  })
})
