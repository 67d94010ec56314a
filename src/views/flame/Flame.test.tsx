// @vitest-environment happy-dom
// The flame view, queried by role and name: boxes, keys, zooming, the path and the search.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { fakeTime, passTime } from '../../testing/fake-time.ts'
import { closePage, showPage } from '../../testing/page.tsx'

beforeAll(async () => {
  await import('./Flame.tsx')
})
afterEach(closePage)

const user = userEvent.setup()
const FLAME = '#v=1&view=flame'
const flame = (name = 'Flame view of program') => screen.findByRole('tree', { name })

describe('the flame view', () => {
  it('has a box for each function on a path, and says what its widths rest on', async () => {
    await showPage(openedFromText(), FLAME)
    const boxes = within(await flame()).getAllByRole('treeitem')
    expect(boxes.map((box) => `${box.getAttribute('aria-level')} ${box.getAttribute('aria-label')}`)).toEqual(
      [
        '1 program: 1.90 s, 100.0%',
        '2 m: 1.90 s, 100.0%',
        '3 cycle 1 a, b: 1.74 s, 91.6%',
        '3 c: 0.06 s, 3.2%',
        '4 a cycle 1 recursive: 1.00 s, 52.6%',
        '4 b cycle 1: 0.74 s, 38.9%',
        '5 c: 0.24 s, 12.6%',
      ],
    )
    expect(screen.getByText(/widths assume that all calls of a function cost the same/)).toBeTruthy()
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
    expect(decodeURIComponent(location.hash)).toContain('flame.path=m,a,b')
    const path = screen.getByRole('navigation', { name: 'Path' })
    expect(
      within(path)
        .getAllByRole('button')
        .map((step) => step.textContent),
    ).toEqual(['program', 'm', 'cycle 1', 'b'])
    await user.click(within(path).getByRole('button', { name: 'cycle 1' }))
    const [top] = within(await flame('Flame view of cycle 1')).getAllByRole('treeitem')
    top?.focus()
    await user.keyboard('{Backspace}')
    expect(await flame('Flame view of m')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'program' }))
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
    expect(whole.map(([label]) => label)).toEqual(['cycle 1 a, b', 'a cycle 1 recursive', 'b cycle 1', 'c'])
    expect(whole[0]).toEqual(['cycle 1 a, b', 'cycle 1 a, b'])
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
    expect(await screen.findByRole('treegrid', { name: 'Callees of program' })).toBeTruthy()
    await user.keyboard('i')
    expect(await flame()).toBeTruthy()
  })

  it('explains a box with the focus only after an arrow key', async () => {
    fakeTime()
    await showPage(openedFromText(), FLAME)
    within(await flame())
      .getByRole('treeitem', { name: /^program:/ })
      .focus()
    await passTime(1000)
    expect(screen.queryByRole('tooltip')).toBeNull()
    await user.keyboard('{ArrowDown}')
    expect((await screen.findByRole('tooltip')).textContent).toContain('m: 1.90 s, 100.0%')
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

  it('has what no counted function calls beside the first one, and what is left', async () => {
    const opened = openedFromText('main 60; cmp 20; swap 5; cmp -> swap 3; memcpy 10; hash 5; main -> hash 1')
    await showPage(opened, FLAME)
    const boxes = within(await flame()).getAllByRole('treeitem')
    const second = boxes.filter((box) => box.getAttribute('aria-level') === '2')
    expect(second.map((box) => box.getAttribute('aria-label'))).toEqual([
      'main: 0.65 s, 65.0%',
      'called by a library: 0.25 s, 25.0%',
      'samples only: 0.10 s, 10.0%',
    ])
  })

  it('opens at the box of a link of 0.1.0, which began below the function with the largest total', async () => {
    await showPage(openedFromText(), `${FLAME}&flame.zoom=a,b`)
    expect(await flame('Flame view of b')).toBeTruthy()
    const path = within(screen.getByRole('navigation', { name: 'Path' }))
    expect(path.getAllByRole('button').map((step) => step.textContent)).toEqual([
      'program',
      'm',
      'cycle 1',
      'b',
    ])
  })

  it('selects a cycle by its box, which the details and the link name', async () => {
    await showPage(openedFromText(), FLAME)
    within(await flame())
      .getByRole('treeitem', { name: /^m:/ })
      .focus()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(location.hash).toContain('cycle=a'))
    const box = within(await flame()).getByRole('treeitem', { name: /^cycle 1/ })
    expect(box.getAttribute('aria-selected')).toBe('true')
    expect(box.getAttribute('data-menu')).toBe('cycle 0')
  })
})

describe('a large cycle', () => {
  const RING = Array.from({ length: 8 }, (_, at) => `f${at} ${10 + at}; f${at} -> f${(at + 1) % 8} 1`).join(
    ';',
  )
  const TEXT = `m 10; ${RING}; m -> f0 1; leaf 40; f3 -> leaf 1`
  const shown = async () =>
    within(await flame())
      .getAllByRole('treeitem')
      .map((box) => (box.getAttribute('aria-label') ?? '').split(':')[0])
  const cycle = async () => within(await flame()).getByRole('treeitem', { name: /^cycle 1/ })

  it('is one box, until a click opens it; m closes it; the link keeps it', async () => {
    await showPage(openedFromText(TEXT), FLAME)
    expect(await shown()).toEqual(['program', 'm', 'cycle 1 f3, f7, f6 and 5 more', 'leaf'])
    expect((await cycle()).getAttribute('aria-expanded')).toBe('false')
    await user.click(await cycle())
    expect((await cycle()).getAttribute('aria-expanded')).toBe('true')
    expect(await shown()).toContain('f3 cycle 1')
    expect(location.hash).toMatch(/flame\.open=f\d/)
    ;(await cycle()).focus()
    await user.keyboard('m')
    expect((await cycle()).getAttribute('aria-expanded')).toBe('false')
    expect(location.hash).not.toContain('flame.open')
    expect(await shown()).not.toContain('f3 cycle 1')
  })

  it('that closes is zoomed out of', async () => {
    await showPage(openedFromText(TEXT), `${FLAME}&flame.path=m,f0,f3`)
    await flame('Flame view of f3')
    await user.click(
      within(screen.getByRole('navigation', { name: 'Path' })).getByRole('button', { name: 'cycle 1' }),
    )
    const [top] = within(await flame('Flame view of cycle 1')).getAllByRole('treeitem')
    expect(top?.getAttribute('aria-expanded')).toBe('false')
  })
})

describe('narrow boxes', () => {
  const wide = Array.from({ length: 300 }, (_, at) => `k${at} ${at < 5 ? 100 : 2}; main -> k${at} 1`)

  it('at the end of a row are one, whose rows are a table', async () => {
    await showPage(openedFromText(`main 0;${wide.join(';')}`), FLAME)
    const rest = within(await flame()).getByRole('treeitem', { name: '295 more: 5.90 s, 54.1%' })
    await user.click(rest)
    expect(decodeURIComponent(location.hash)).toContain('flame.path=main,+k')
    const table = await screen.findByRole('grid', { name: 'Rows of 295 more' })
    const [, first] = within(table).getAllByRole('row')
    expect(first?.getAttribute('aria-label')).toMatch(/^k\d+: 0.02 s, 0.2%$/)
    first?.focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('tree', { name: /^Flame view of k\d+$/ })).toBeTruthy()
    expect(screen.queryByRole('grid', { name: 'Rows of 295 more' })).toBeNull()
  })
})
