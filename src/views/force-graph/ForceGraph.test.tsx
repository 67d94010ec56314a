// @vitest-environment happy-dom
// The graph, queried by role and name: drawing, selection, keyboard navigation and stubs. The
// layout runs in place of the worker.
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { layoutLayered } from '../../../workers/core/graph-layout/layered-layout.ts'
import type { LayoutInput, LayoutStyle } from '../../../workers/core/graph-layout/layout-input.ts'
import { layoutGraph } from '../../../workers/core/graph-layout/force-layout.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { closePage, setTasks, showPage } from '../../testing/page.tsx'
import { cut } from '../../state/questions/scenario.ts'
import { useStore } from '../../state/store.ts'

beforeAll(async () => {
  await import('./ForceGraph.tsx')
})
beforeEach(() => {
  setTasks({
    makeLayouter: () => ({
      layout: (input, style) =>
        Promise.resolve({
          kind: 'done',
          result: style === 'layered' ? layoutLayered(input) : layoutGraph(input),
        }),
      cancel: () => undefined,
      close: () => undefined,
    }),
  })
})
afterEach(async () => {
  await closePage()
  vi.unstubAllGlobals()
})

const user = userEvent.setup()
const figure = (name = 'Call graph of the whole profile') => screen.findByRole('figure', { name })
const node = async (name: string) => within(await figure()).findByRole('button', { name })
const GRAPH = '#v=1&view=force-graph'

describe('the graph', () => {
  it('draws functions as buttons, and a cycle as a group of its members', async () => {
    await showPage(openedFromText(), GRAPH)
    for (const name of ['m', 'a', 'b', 'c']) expect(await node(name)).toBeDefined()
    const cycle = within(await figure()).getByRole('group', { name: 'cycle 1' })
    const members = within(cycle).getAllByRole('button', { name: /^[abc]$/ })
    expect(members.map((member) => member.getAttribute('aria-label') ?? '').toSorted()).toEqual(['a', 'b'])
    expect(cycle.textContent).toContain('cycle 1')
  })

  it('marks what the search found, and nothing else, also while another is hovered', async () => {
    await showPage(openedFromText(), `${GRAPH}&q=b`)
    const marked = () =>
      [...document.querySelectorAll('[data-found] > text:last-child')].map((name) => name.textContent)
    await node('b')
    await waitFor(() => expect(marked()).toEqual(['b']))
    await user.hover(await node('c'))
    expect(marked()).toEqual(['b'])
  })

  it('touches no arc when a function is hovered: they step back together, and what is near is drawn once more', async () => {
    await showPage(openedFromText(), GRAPH)
    const hovered = await node('m')
    const arcs = [...(await figure()).querySelectorAll('[data-strong]')]
    expect(arcs.length).toBeGreaterThan(2)
    const changed: Node[] = []
    const watch = new MutationObserver((records) => changed.push(...records.map(({ target }) => target)))
    for (const arc of arcs) watch.observe(arc, { attributes: true, subtree: true })
    await user.hover(hovered)
    const copies = async () =>
      [...(await figure()).querySelectorAll('[data-strong]')].filter((arc) => !arcs.includes(arc))
    await waitFor(async () => expect(await copies()).not.toEqual([]))
    expect((await copies()).length).toBeLessThan(arcs.length)
    for (const copy of await copies()) expect(copy.querySelector('[data-arc]')).toBeNull()
    expect(changed).toEqual([])
    expect(arcs.every((arc) => arc.parentElement?.dataset['behind'] === 'true')).toBe(true)
    watch.disconnect()
  })

  it('is not chosen and laid out again for what is selected', async () => {
    const layout = vi.fn((input: LayoutInput) =>
      Promise.resolve({ kind: 'done' as const, result: layoutGraph(input) }),
    )
    setTasks({ makeLayouter: () => ({ layout, cancel: () => undefined, close: () => undefined }) })
    await showPage(openedFromText(), GRAPH)
    await node('b')
    const before = layout.mock.calls.length
    await user.click(await node('b'))
    expect(await screen.findByRole('complementary', { name: 'Details of b' })).toBeDefined()
    await user.click(await node('c'))
    expect(await screen.findByRole('complementary', { name: 'Details of c' })).toBeDefined()
    expect(layout.mock.calls.length).toBe(before)
  })

  it('cuts the arc under the focus, draws it as cut, and restores it', async () => {
    await showPage(openedFromText(), GRAPH)
    const arc = (name: RegExp) => screen.findByRole('button', { name })
    ;(await node('b')).focus()
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    const first = await arc(/^Arc b → /)
    await waitFor(() => expect(document.activeElement).toBe(first))
    const title = /^Arc (b → \w+)/.exec(first.getAttribute('aria-label') ?? '')?.[1] ?? ''
    await user.keyboard('x')
    const [parent, child] = title.split(' → ')
    await waitFor(() => expect(location.hash).toContain(`cut=${parent}/${child}`))
    // A removed arc takes its place, at the end of the others.
    await waitFor(async () => {
      ;(await node('b')).focus()
      await user.keyboard('{Shift>}{ArrowDown}{/Shift}{ArrowRight}{ArrowRight}')
      expect(document.activeElement?.getAttribute('aria-label')).toMatch(
        new RegExp(`^Arc ${title}, .*, cut$`),
      )
    })
    await user.keyboard('x')
    await waitFor(() => expect(location.hash).not.toContain('cut='))
  })

  it('walks along arcs by arrow keys', async () => {
    await showPage(openedFromText(), GRAPH)
    ;(await node('m')).focus()
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('a')
    await user.keyboard('{ArrowUp}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('m')
    await user.keyboard('{PageDown}')
    const far = document.activeElement?.getAttribute('aria-label')
    expect(['b', 'c']).toContain(far)
    await user.keyboard('{PageUp}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('m')
    await user.keyboard('{End}')
    expect(document.activeElement?.getAttribute('aria-label')).not.toBe('m')
    await user.keyboard('{Home}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('m')
  })

  it('names the groups by their colours, and the other marks in a legend that opens', async () => {
    await showPage(
      openedFromText('main 1; io::read 9; calc::eval 30; main -> io::read 1; main -> calc::eval 1'),
      GRAPH,
    )
    await node('main')
    expect(screen.getByRole('list', { name: 'Colours' }).textContent).toBe('calcioOther')
    expect(screen.queryByRole('group', { name: 'Legend' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Legend' }))
    const legend = within(screen.getByRole('group', { name: 'Legend' })).getByRole('list')
    expect(legend.textContent).toMatch(/hot path.*calcioOther$/)
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('group', { name: 'Legend' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Legend' }))
  })

  it('draws boxes with name and shares in layers', async () => {
    await showPage(openedFromText(), `${GRAPH}&force-graph.layout=layered`)
    await node('m')
    const text = (await figure()).querySelector('[data-boxed]')?.textContent ?? ''
    expect(text).toMatch(/^\d+(\.\d)?%(self [\d.]+%)?[mabc]$/)
    expect((await figure()).querySelector('[data-node] circle')).toBeNull()
  })

  it('draws around the selection, with its settings in the link', async () => {
    await showPage(openedFromText(), `${GRAPH}&fn=c`)
    await user.click(await screen.findByRole('button', { name: 'Around selection' }))
    expect(await figure('Call graph of c')).toBeDefined()
    expect(location.hash).toContain('force-graph.scope=around')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Callers' }), '1')
    await waitFor(() => expect(location.hash).toContain('force-graph.up=1'))
    const steps = () =>
      within(screen.getByRole('navigation', { name: 'Path' }))
        .getAllByRole('button')
        .map((step) => step.textContent)
    expect(steps()).toEqual(['All', 'c'])
    const drawn = await figure('Call graph of c')
    await user.click(await within(drawn).findByRole('button', { name: 'b' }))
    expect(await figure('Call graph of b')).toBeDefined()
    expect(steps()).toEqual(['All', 'c', 'b'])
    await user.click(screen.getByRole('button', { name: 'All' }))
    expect(await figure()).toBeDefined()
  })

  it('says what to do when nothing is selected, or nothing reaches the threshold', async () => {
    await showPage(openedFromText(), `${GRAPH}&force-graph.scope=around`)
    expect(await screen.findByText(/Select a function to draw/)).toBeDefined()
    await closePage()
    const flat = Array.from({ length: 20 }, (_, i) => `f${i} 1`).join(';')
    await showPage(openedFromText(flat), `${GRAPH}&force-graph.min=50`)
    expect(await screen.findByText('No function reaches 50% of the time. Lower the threshold.')).toBeDefined()
  })

  it('offers nothing to lower where nothing can be drawn', async () => {
    await showPage(openedFromText('m 0'), GRAPH)
    expect(within(await figure()).getByText(/there is nothing to draw/)).toBeDefined()
    expect(within(await figure()).queryByRole('button')).toBeNull()
  })

  it('opens a stub by one click', async () => {
    const many = Array.from({ length: 30 }, (_, i) => `k${i} 1; hub -> k${i} 1`).join(';')
    await showPage(openedFromText(`hub 1; ${many}`), `${GRAPH}&fn=hub&force-graph.scope=around`)
    await user.click(await screen.findByRole('button', { name: 'Draw 18 callees of hub' }))
    await waitFor(() => expect(location.hash).toContain('force-graph.open'))
    await waitFor(() =>
      expect(screen.getByRole('status', { name: 'What is drawn' }).textContent).toContain(
        '31 of 31 functions',
      ),
    )
  })

  it('draws 25 functions until somebody chooses', async () => {
    const many = Array.from({ length: 70 }, (_, i) => `k${i} 1`).join(';')
    await showPage(openedFromText(many), `${GRAPH}&force-graph.min=0`)
    const drawn = () => screen.getByRole('status', { name: 'What is drawn' }).textContent
    const most = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'At most' })
    expect([most.value, drawn()]).toEqual([
      '25',
      expect.stringContaining('Showing 25 of 70 functions, 35.7%'),
    ])
    await user.selectOptions(most, '60')
    await waitFor(() => expect(drawn()).toContain('60 of 70 functions'))
    expect(location.hash).toContain('force-graph.most=60')
  })

  it('changes the layout by button and by L, in the link', async () => {
    await showPage(openedFromText(), GRAPH)
    await node('m')
    await user.click(screen.getByRole('button', { name: 'Layered' }))
    await waitFor(() => expect(location.hash).toContain('force-graph.layout=layered'))
    expect(screen.getByRole('button', { name: 'Layered' }).getAttribute('aria-pressed')).toBe('true')
    await user.keyboard('l')
    await waitFor(() => expect(location.hash).toContain('force-graph.layout=force'))
    await user.click(screen.getByRole('button', { name: 'Auto' }))
    await waitFor(() => expect(location.hash).not.toContain('layout'))
  })

  it('chooses the layout by itself, says which and why, and keeps an explicit choice', async () => {
    const pairs = Array.from({ length: 26 }, (_, i) => `k${i} 9; main -> k${i} 1; k${i} -> k${i + 1} 1`).join(
      ';',
    )
    await showPage(openedFromText(`main 1; k26 1; ${pairs}`), GRAPH)
    expect(await screen.findByRole('button', { name: 'Auto: layered' })).toBeDefined()
    const status = () => screen.getByRole('status', { name: 'What is drawn' }).textContent
    expect(status()).toMatch(/Layered: by force, too many arcs would cross\.$/)
    await closePage()
    await showPage(openedFromText(), `${GRAPH}&force-graph.layout=layered`)
    await node('m')
    expect(screen.getByRole('button', { name: 'Layered' }).getAttribute('aria-pressed')).toBe('true')
    expect(status()).not.toContain('Layered')
  })

  const RING = Array.from({ length: 8 }, (_, i) => `r${i} ${i + 1}; r${i} -> r${(i + 1) % 8} 5`).join(';')
  const openRing = (hash = '') =>
    showPage(openedFromText(`main 1; leaf 9; main -> r2 1; r5 -> leaf 1; ${RING}`), GRAPH + hash)
  const closedRing = () => node('cycle 1: r7 and 7 more')

  it('draws a large cycle as one node, which a click selects and a double click opens', async () => {
    await openRing()
    expect(within(await figure()).queryByRole('group', { name: 'cycle 1' })).toBeNull()
    await user.click(await closedRing())
    await waitFor(() => expect(location.hash).toContain('cycle='))
    expect((await closedRing()).getAttribute('aria-pressed')).toBe('true')
    await user.dblClick(await closedRing())
    const hull = await within(await figure()).findByRole('group', { name: 'cycle 1' })
    expect(within(hull).getAllByRole('button', { name: /^r\d$/ })).toHaveLength(8)
    expect(location.hash).toContain('force-graph.cycles=open:')
    const whole = within(hull).getByRole('button', { name: /^cycle 1 as a whole/ })
    expect(whole.getAttribute('aria-pressed')).toBe('true')
    await user.click(within(hull).getByRole('button', { name: 'Close cycle 1' }))
    expect(await closedRing()).toBeDefined()
  })

  it('opens a cycle by + and closes it by −, and the focus stays with it', async () => {
    await openRing()
    ;(await closedRing()).focus()
    await user.keyboard('+')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('r7'))
    await user.keyboard('-')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^cycle 1: r7/))
    expect(location.hash).toContain('force-graph.cycles=closed:')
  })

  it('has the open cycles in the link, by a member, and in its menu', async () => {
    await openRing('&force-graph.cycles=open:r4')
    expect(await within(await figure()).findByRole('group', { name: 'cycle 1' })).toBeDefined()
    await user.pointer({
      keys: '[MouseRight]',
      target: await screen.findByRole('button', { name: /^cycle 1 as a whole/ }),
    })
    await user.click(await screen.findByRole('menuitem', { name: /Close in graph/ }))
    expect(await closedRing()).toBeDefined()
  })

  it('describes a closed cycle in its tip', async () => {
    await openRing()
    await user.hover(await closedRing())
    const tip = await screen.findByRole('tooltip')
    expect(tip.textContent).toContain('cycle 1')
    expect(tip.textContent).toContain('8 functions: r7, r6, r5, r4 and 4 more')
    expect(useStore.getState().ui.hoveredCycle).toBe(0)
  })

  it('sums what is not drawn in a node, which opens as a list to select and draw from', async () => {
    const many = Array.from({ length: 30 }, (_, i) => `k${i} ${i + 1}; main -> k${i} 1`).join(';')
    await showPage(openedFromText(`main 0; ${many}`), `${GRAPH}&force-graph.most=15&force-graph.min=0`)
    await user.click(await screen.findByRole('button', { name: /^16 more, self .*: list them$/ }))
    const list = await screen.findByRole('grid', { name: 'Functions that are not drawn' })
    const row = await within(list).findByRole('row', { name: /^k15:/ })
    await user.click(row)
    await waitFor(() => expect(location.hash).toContain('fn=k15'))
    await user.click(within(list).getByRole('button', { name: 'Draw k15' }))
    expect(await node('k15')).toBeDefined()
    expect(location.hash).toContain('force-graph.also=k15')
    expect(await screen.findByRole('button', { name: /^15 more, self/ })).toBeDefined()
  })

  it('offers to go on when the layout is cancelled', async () => {
    setTasks({
      makeLayouter: () => ({
        layout: () => Promise.resolve({ kind: 'ended' }),
        cancel: () => undefined,
        close: () => undefined,
      }),
    })
    await showPage(openedFromText(), GRAPH)
    expect(await screen.findByRole('button', { name: 'Lay out again' })).toBeDefined()
  })

  it('says no more of a layout once nothing is to be drawn', async () => {
    setTasks({
      makeLayouter: () => ({
        layout: () => Promise.resolve({ kind: 'ended' }),
        cancel: () => undefined,
        close: () => undefined,
      }),
    })
    await showPage(openedFromText(), GRAPH)
    await screen.findByRole('button', { name: 'Lay out again' })
    await user.click(screen.getByRole('button', { name: 'Around selection' }))
    expect(await screen.findByText(/Select a function to draw/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Lay out again' })).toBeNull()
  })

  it('forgets a layout that was begun again once another is asked for', async () => {
    const asked: LayoutStyle[] = []
    let end: () => void = () => undefined
    setTasks({
      makeLayouter: () => ({
        layout(_, style) {
          asked.push(style)
          if (asked.length === 1) return Promise.resolve({ kind: 'ended' })
          return new Promise((resolve) => (end = () => resolve({ kind: 'ended' })))
        },
        cancel: () => end(),
        close: () => undefined,
      }),
    })
    await showPage(openedFromText(), GRAPH)
    await user.click(await screen.findByRole('button', { name: 'Lay out again' }))
    await screen.findByRole('progressbar', { name: 'Laying out the graph' })
    await user.click(screen.getByRole('button', { name: 'Layered' }))
    await waitFor(() => expect(asked).toEqual(['force', 'force', 'layered']))
    expect(screen.queryByText('Layout cancelled.')).toBeNull()
    expect(screen.getByRole('progressbar', { name: 'Laying out the graph' })).toBeDefined()
  })

  it('forgets what it pointed at with the drawing, and what was hovered with the view', async () => {
    await showPage(openedFromText(), GRAPH)
    await user.hover(await node('m'))
    expect((await screen.findByRole('tooltip')).textContent).toContain('m')
    const hovered = () => useStore.getState().ui.hovered
    expect(hovered()).not.toBeNull()
    act(() => cut([{ parent: 'm', child: 'a' }]))
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
    await user.keyboard('1')
    await waitFor(() => expect(screen.queryByRole('figure')).toBeNull())
    expect(hovered()).toBeNull()
  })
})

describe('names', () => {
  it('shows names as text, whatever they are', async () => {
    await showPage(openedFromText('<img/src=x> 10; main -> <img/src=x> 1'), GRAPH)
    expect(await node('<img/src=x>')).toBeDefined()
    expect(document.querySelector('img')).toBeNull()
  })
})
