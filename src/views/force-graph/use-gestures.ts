// What the pointer and the keys do to the graph: its picture at a zoom, the choice of nodes and arcs, and
// the walk along arcs.
import {
  type DOMAttributes,
  type KeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { NodeLink } from '../../../workers/core/reports/graph/node-link.ts'
import {
  applyPins,
  between,
  pinned,
  type Pins,
  type Place,
  placesOf,
  type Positions,
  unpinned,
} from './positions.ts'
import { arcsAt, sceneArc, type SceneArc, type Side } from './scene-arcs.ts'
import type { Drawn } from './use-layout.ts'
import type { Scene } from './scene.ts'
import { cut, restore } from '../../state/queries.ts'
import { labelLevel, type LabelLevel } from './labels.ts'
import { useSavedPicture } from './StaticGraph.tsx'
import { type FigureHandle, fitTo, type Size, useFit, useMotion, useZoom } from './use-zoom.ts'
import type { LayoutResult } from '../../../workers/core/graph-layout/layout-input.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { hover, openEntry, select } from '../../state/store.ts'
import { hoverCycle, openCycleEntry, selectCycle } from '../../state/selected-cycle.ts'
import type { CycleIndex } from '../../../workers/core/analysis/analyzed-profile.ts'
import { NONE } from '../../../workers/core/base/columns.ts'
import type { useMarkedNodes } from './emphasis.ts'

// Keyboard navigation along arcs: up to a caller, down to a callee, left and right among siblings;
// Page keys as far as possible up and down. Home and End go to the heaviest and the lightest
// function.

/** Only the positions of nodes matter. */
type Standing = Pick<Positions, 'x' | 'y'>

const WALK_KEYS = [
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'PageUp',
  'PageDown',
  'Home',
  'End',
] as const

/** A key that moves between nodes. */
export type WalkKey = (typeof WALK_KEYS)[number]

/** Whether the key moves between nodes. */
function isWalkKey(key: string): key is WalkKey {
  return (WALK_KEYS as readonly string[]).includes(key)
}

/** Returns the node to move to, or null if there is none in that direction. */
export function walk(nodeLink: NodeLink, positions: Standing, from: number, key: WalkKey): number | null {
  switch (key) {
    case 'Home':
      return nodeLink.nodes.length > 0 ? 0 : null
    case 'End':
      return nodeLink.nodes.length > 0 ? nodeLink.nodes.length - 1 : null
    case 'PageUp':
      return farthestKin(nodeLink, positions, from, 'callers')
    case 'PageDown':
      return farthestKin(nodeLink, positions, from, 'callees')
    case 'ArrowUp':
      return nearestKin(nodeLink, positions, from, 'callers')
    case 'ArrowDown':
      return nearestKin(nodeLink, positions, from, 'callees')
    case 'ArrowLeft':
    case 'ArrowRight':
      return sibling(nodeLink, positions, from, key === 'ArrowLeft' ? -1 : 1)
  }
}

type WalkSide = 'callers' | 'callees'

/** Follows the nearest relative repeatedly: to the last one, or until one repeats. */
function farthestKin(nodeLink: NodeLink, positions: Standing, from: number, side: WalkSide): number | null {
  const seen = new Set<number>()
  let at = from
  for (let next: number | null = from; next !== null && !seen.has(next);) {
    at = next
    seen.add(at)
    next = nearestKin(nodeLink, positions, at, side)
  }
  return at === from ? null : at
}

/** Returns the heaviest caller or callee; those on the side that the key points to come first. */
function nearestKin(nodeLink: NodeLink, { y }: Standing, from: number, side: WalkSide): number | null {
  const ahead = (node: number): boolean =>
    ((y[node] ?? 0) - (y[from] ?? 0)) * (side === 'callees' ? 1 : -1) > 0
  let best: number | null = null
  let bestKey: readonly number[] = []
  for (const arc of nodeLink.arcs) {
    const here = side === 'callees' ? arc.parent : arc.child
    const there = side === 'callees' ? arc.child : arc.parent
    if (here !== from || there === from) continue
    const key = [ahead(there) ? 1 : 0, arc.share, arc.count]
    if (best === null || isGreater(key, bestKey)) {
      best = there
      bestKey = key
    }
  }
  return best
}

function isGreater(a: readonly number[], b: readonly number[]): boolean {
  for (const [at, value] of a.entries()) {
    const other = b[at] ?? 0
    if (value !== other) return value > other
  }
  return false
}

/**
 * Returns the next callee of the heaviest caller, in drawing order; functions without callers are
 * siblings of each other.
 */
function sibling(nodeLink: NodeLink, positions: Standing, from: number, step: -1 | 1): number | null {
  const { arcs, nodes } = nodeLink
  const caller = nearestKin(nodeLink, positions, from, 'callers')
  const called = new Set(arcs.filter((arc) => arc.kind !== 'self').map((arc) => arc.child))
  const row =
    caller === null
      ? [...nodes.keys()].filter((node) => !called.has(node))
      : arcs.filter((arc) => arc.parent === caller && arc.child !== caller).map((arc) => arc.child)
  const x = (node: number): number => positions.x[node] ?? 0
  const ordered = [...new Set([...row, from])].toSorted((a, b) => x(a) - x(b) || a - b)
  return ordered[ordered.indexOf(from) + step] ?? null
}

// The arc with the keyboard focus, and the arc chosen for removal or restoration.

interface Walked {
  readonly scene: Scene
  /** The starting node, and which of its arcs are visited. */
  readonly node: number
  readonly side: Side
  /** See `sceneArc`. */
  readonly index: number
}

/** Keyboard navigation along the arcs of a node. */
export interface ArcWalk {
  readonly walked: { readonly index: number; readonly arc: SceneArc; readonly label: string } | null
  /** Moves to the first arc in that direction, if there is one. */
  readonly begin: (node: number, key: WalkKey) => void
  /** Returns whether it handled the key. */
  readonly onKey: (key: string) => boolean
  readonly end: () => void
}

/** Returns the keyboard navigation along arcs. */
export function useArcWalk(
  scene: Scene,
  focusNode: (node: number) => void,
  choose: (index: number) => void,
): ArcWalk {
  const [state, setState] = useState<Walked | null>(null)
  // Another drawing has other arcs.
  const now = state?.scene === scene ? state : null
  const arc = now && sceneArc(scene, now.index)
  const end = () => setState(null)
  const leaveTo = (node: number) => {
    end()
    focusNode(node)
  }
  return {
    walked: now && arc ? { index: now.index, arc, label: labelOf(arc) } : null,
    end,
    begin(node, key) {
      const side = key === 'ArrowDown' ? 'callees' : key === 'ArrowUp' ? 'callers' : null
      const index = side && arcsAt(scene, node, side)[0]
      if (side !== null && index !== null && index !== undefined) setState({ scene, node, side, index })
    },
    onKey(key) {
      if (!now || !arc) return false
      if (key === 'ArrowLeft' || key === 'ArrowRight') {
        const arcs = arcsAt(scene, now.node, now.side)
        const next = arcs[arcs.indexOf(now.index) + (key === 'ArrowRight' ? 1 : -1)]
        if (next !== undefined) setState({ ...now, index: next })
      } else if (key === 'ArrowUp') leaveTo(arc.parent)
      else if (key === 'ArrowDown') leaveTo(arc.child)
      else if (key === 'Escape') leaveTo(now.node)
      else if (key === 'Enter' || key === ' ') choose(now.index)
      else if (key === 'x') {
        leaveTo(now.node)
        ;(arc.isCut ? restore : cut)(arc.names)
      } else return false
      return true
    },
  }
}

function labelOf({ title, calls, isCut }: SceneArc): string {
  return `Arc ${title}, ${calls}${isCut ? ', cut' : ''}`
}

// The arc chosen by a click or a key, and the place of its panel.

interface Chosen {
  readonly scene: Scene
  /** See `sceneArc`. */
  readonly index: number
  /** In the figure's pixels. */
  readonly x: number
  readonly y: number
}

/** The chosen arc, and functions that change it. */
export interface ArcChoice {
  readonly chosen: (Chosen & { readonly arc: SceneArc }) | null
  readonly choose: (index: number, place: { readonly x: number; readonly y: number }) => void
  readonly forget: () => void
}

/** Returns the arc chosen for removal or restoration. */
export function useChosenArc(scene: Scene): ArcChoice {
  const [state, setState] = useState<Chosen | null>(null)
  // Another drawing has other arcs.
  const arc = state?.scene === scene ? sceneArc(scene, state.index) : null
  return {
    chosen: state && arc && { ...state, arc },
    choose: (index, { x, y }) => setState({ scene, index, x, y }),
    forget: () => setState(null),
  }
}

// A drawing in the figure: its positions, animated from the previous drawing, zoomed and fitted,
// and the size of its labels.

/** From this zoom on every arc shows its count. */
const COUNTS_ZOOM = 1.6

/** A drawing in the figure. */
export type Picture = ReturnType<typeof usePicture>

/** Returns the current positions, zoom and label sizes of a drawing. */
export function usePicture(
  svg: SVGSVGElement | null,
  drawn: Drawn,
  pins: Pins,
  size: Size,
  handle: RefObject<FigureHandle | null>,
  hasOpenStubs: boolean,
) {
  const { scene } = drawn
  const { positions, resting } = useAnimatedPositions(drawn, pins)
  const fitted = useMemo(
    () => fitTo(scene, resting, size, hasOpenStubs),
    [scene, resting, size, hasOpenStubs],
  )
  const zoomed = useZoom(svg, size, fitted.transform)
  const { transform, isMoving } = zoomed
  const zoom = useAtRest(transform.k, isMoving)
  const level = useLabelLevel(zoom)
  useFit(drawn, fitted.transform, size, svg, zoomed, handle)
  useSavedPicture(svg, drawn, resting)

  const placeOf = useCallback(
    (node: number): Place => ({ x: positions.x[node] ?? 0, y: positions.y[node] ?? 0 }),
    [positions],
  )
  /** In the figure's pixels. */
  const onScreen = ({ x, y }: Place): Place => ({ x: transform.applyX(x), y: transform.applyY(y) })
  /** The area for labels. */
  const { frame } = fitted
  return { positions, resting, zoomed, level, frame, hasCounts: zoom >= COUNTS_ZOOM, placeOf, onScreen }
}

/**
 * Returns the same object while its content is the same, so that parts drawn with it are not
 * redrawn.
 */
function useLabelLevel(zoom: number): LabelLevel {
  const { scale, hasFigures } = labelLevel(zoom)
  return useMemo(() => ({ scale, hasFigures }), [scale, hasFigures])
}

// The current positions of nodes: at rest, or on the way from the previous drawing.

const NOWHERE: ReadonlyMap<FunctionIndex, Place> = new Map()

function useAnimatedPositions({ scene, result }: Drawn, pins: Pins) {
  const [way, setWay] = useState({ from: NOWHERE, t: 1 })
  const move = useMotion()
  const shown = useRef<LayoutResult | null>(null)
  const last = useRef<ReadonlyMap<FunctionIndex, Place>>(NOWHERE)

  const resting = useMemo(() => applyPins(result, scene.nodeLink, pins), [result, scene, pins])
  const positions: Positions = useMemo(() => between(way.from, scene, resting, way.t), [way, scene, resting])

  useLayoutEffect(() => {
    if (shown.current === result) return
    shown.current = result
    const from = last.current
    if (from.size > 0) move((t) => setWay({ from, t }))
  }, [result, move])
  useLayoutEffect(() => {
    last.current = placesOf(scene, positions)
  }, [scene, positions])

  return { positions, resting }
}

// Delayed values: updated once they have been stable for a while, or once nothing moves.

/** Returns the value once it has been stable for `delay` milliseconds; null without delay. */
function useDelayed<T>(value: T | null, delay: number): T | null {
  const [settled, setSettled] = useState<T | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === null ? 0 : delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return value === null ? null : settled
}

/** Returns the value from when everything was last at rest. */
function useAtRest<T>(value: T, isMoving: boolean): T {
  const [rest, setRest] = useState(value)
  if (!isMoving && rest !== value) setRest(value)
  return isMoving ? rest : value
}

// Pointer and keyboard on the graph: hover, click, drag to pin, and keys on a node.

/** Options of `useGestures`. */
export interface GestureOptions {
  readonly svg: SVGSVGElement | null
  readonly size: Size
  readonly nodeLink: NodeLink
  readonly picture: Picture
  readonly pointing: Pointing
  readonly marked: Pick<ReturnType<typeof useMarkedNodes>, 'focusOn'>
  readonly arcChoice: ArcChoice
  readonly arcWalk: ArcWalk
  readonly focusNode: (node: number) => void
  readonly onPins: (change: (before: Pins) => Pins) => void
  readonly onCycle: (cycle: CycleIndex, isOpen: boolean) => void
}

/** Returns the event handlers of the graph's drawing. */
export function useGestures({
  svg,
  size,
  nodeLink,
  picture: { resting, zoomed, placeOf, onScreen },
  pointing: { setPointed, pointAt, pointAway },
  marked: { focusOn },
  arcChoice: { choose, forget },
  arcWalk,
  focusNode,
  onPins,
  onCycle,
}: GestureOptions): DOMAttributes<SVGSVGElement> {
  const functionOf = (node: number | null): FunctionIndex | undefined =>
    node === null ? undefined : nodeLink.nodes[node]?.function
  const { wasDrag, ...dragging } = useDrag(functionOf, placeOf, zoomed.transform.k, (f, place) => {
    setPointed(null)
    onPins((before) => pinned(before, f, place))
  })
  const goTo = (node: number): void => {
    focusNode(node)
    zoomed.reveal(resting.x[node] ?? 0, resting.y[node] ?? 0, size)
  }
  return {
    ...dragging,
    onKeyDown(event) {
      if (event.key === 'Escape') setPointed(null)
      pressOnNode(event, nodeLink, { resting, goTo, beginOnArc: arcWalk.begin, onCycle })
    },
    onClick(event) {
      const node = nodeUnder(event.target)
      const cycle = cycleAt(nodeLink, event.target)
      if (!wasDrag.current) {
        const f = functionOf(node)
        if (cycle !== null) selectCycle(cycle, 'push')
        else if (f !== undefined) select(f, 'push')
      }
      const arc = node === null && cycle === null ? arcUnder(event.target) : null
      if (arc === null) forget()
      else choose(arc, pointInFigure(svg, event))
    },
    onDoubleClick(event) {
      const node = nodeUnder(event.target)
      const cycle = cycleAt(nodeLink, event.target)
      if (cycle !== null) onCycle(cycle, node !== null)
      const f = cycle === null ? functionOf(node) : undefined
      if (f !== undefined) onPins((before) => unpinned(before, f))
    },
    onPointerOver(event) {
      // With a button pressed, elements below the pointer are not hovered.
      if (event.pointerType !== 'touch' && event.buttons === 0) pointAt(event)
    },
    onPointerLeave: pointAway,
    onFocus(event) {
      const node = nodeUnder(event.target)
      if (node === null) return
      focusOn(node)
      if (event.target.matches(':focus-visible'))
        setPointed({ kind: 'node', index: node, ...onScreen(placeOf(node)) })
    },
    onBlur() {
      focusOn(null)
      setPointed(null)
    },
  }
}

// The node or arc under the pointer or the focus: highlighted in every view, with a tooltip after a
// delay.

const TIP_DELAY_MS = 180

/** A node or arc with the pointer or the focus; `x` and `y` in the figure's pixels. */
export interface Pointed {
  readonly kind: 'node' | 'arc'
  /** Number of a node, or of an arc as in `sceneArc`. */
  readonly index: number
  readonly x: number
  readonly y: number
}

interface Pointer {
  readonly target: EventTarget
  readonly clientX: number
  readonly clientY: number
}

/** The state of hovering. */
export type Pointing = ReturnType<typeof usePointing>

/** Returns the node or arc under the pointer or the focus, and functions that change it. */
export function usePointing(scene: Scene, svg: SVGSVGElement | null) {
  const [state, setState] = useState<{ readonly scene: Scene; readonly pointed: Pointed | null } | null>(null)
  // Another drawing has other nodes and arcs.
  const pointed = state?.scene === scene ? state.pointed : null
  const setPointed = (next: Pointed | null): void => setState({ scene, pointed: next })
  // A removed element fires no leave event.
  useEffect(
    () => () => {
      hover(null)
      hoverCycle(null)
    },
    [],
  )
  const told = useDelayed(pointed, TIP_DELAY_MS)

  const pointAt = (pointer: Pointer): void => {
    const at = pointInFigure(svg, pointer)
    const node = nodeUnder(pointer.target)
    const arc = node === null ? arcUnder(pointer.target) : null
    if (node !== null) setPointed({ kind: 'node', index: node, ...at })
    else setPointed(arc === null ? null : { kind: 'arc', index: arc, ...at })
    const cycle = cycleAt(scene.nodeLink, pointer.target)
    hoverCycle(cycle)
    const f = node === null || cycle !== null ? undefined : scene.nodeLink.nodes[node]?.function
    hover(f ?? null)
  }
  const pointAway = (): void => {
    setPointed(null)
    hover(null)
    hoverCycle(null)
  }
  return { pointed, setPointed, told, pointAt, pointAway }
}

/** In the figure's pixels. */
function pointInFigure(
  svg: SVGSVGElement | null,
  { clientX, clientY }: Pick<Pointer, 'clientX' | 'clientY'>,
): { readonly x: number; readonly y: number } {
  const box = svg?.getBoundingClientRect()
  return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) }
}

// Dragging a node: it follows the pointer and stays pinned at its last place. A press that hardly
// moves is a click.

const SLACK = 4

interface Press<T> {
  readonly pointer: number
  readonly held: T
  readonly clientX: number
  readonly clientY: number
  readonly from: Place
  isDrag: boolean
}

/**
 * Returns handlers that drag a node. `scale` is the zoom; `onMove` gets the new place in the
 * drawing.
 * @param heldAt returns what a node's number refers to, because the next drawing, which may come
 * during a drag, has other numbers
 */
export function useDrag<T>(
  heldAt: (node: number) => T | undefined,
  placeOf: (node: number) => Place,
  scale: number,
  onMove: (held: T, place: Place) => void,
) {
  const press = useRef<Press<T> | null>(null)
  const wasDrag = useRef(false)

  const onPointerDown = useCallback(
    (event: ReactPointerEvent<SVGSVGElement>) => {
      const node = nodeUnder(event.target)
      wasDrag.current = false
      if (node === null || event.button !== 0 || !event.isPrimary) return
      const held = heldAt(node)
      if (held === undefined) return
      const { pointerId: pointer, clientX, clientY } = event
      press.current = { pointer, held, clientX, clientY, from: placeOf(node), isDrag: false }
    },
    [heldAt, placeOf],
  )
  const onPointerMove = useCallback(
    (event: ReactPointerEvent<SVGSVGElement>) => {
      const now = press.current
      if (!now || event.pointerId !== now.pointer) return
      const [byX, byY] = [event.clientX - now.clientX, event.clientY - now.clientY]
      if (!now.isDrag && Math.hypot(byX, byY) < SLACK) return
      if (!now.isDrag) event.currentTarget.setPointerCapture(now.pointer)
      now.isDrag = true
      wasDrag.current = true
      onMove(now.held, { x: now.from.x + byX / scale, y: now.from.y + byY / scale })
    },
    [scale, onMove],
  )
  const onPointerUp = useCallback(() => {
    press.current = null
  }, [])
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, wasDrag }
}

function nodeUnder(target: EventTarget | null): number | null {
  return indexUnder(target, 'node')
}

function arcUnder(target: EventTarget | null): number | null {
  return indexUnder(target, 'arc')
}

/** Returns the cycle that is the node, or whose hull's name is at the event. */
function cycleAt({ nodes }: NodeLink, target: EventTarget | null): CycleIndex | null {
  const node = nodeUnder(target)
  const closed = node === null ? NONE : (nodes[node]?.closed ?? NONE)
  if (closed !== NONE) return closed
  const cycle = node === null ? indexUnder(target, 'cycle') : null
  return cycle === null ? null : (cycle as CycleIndex)
}

function indexUnder(target: EventTarget | null, kind: 'node' | 'arc' | 'cycle'): number | null {
  const element = target instanceof Element ? target.closest<SVGElement>(`[data-${kind}]`) : null
  const index = element?.dataset[kind]
  return index === undefined ? null : Number(index)
}

// Keys on a node: open its entry, select it, move to another node or to an arc.

/** What the keys on a node act on. */
export interface Walking {
  /** Positions of nodes at rest. */
  readonly resting: Positions
  readonly goTo: (node: number) => void
  /** Moves from a node to its arcs to callers or callees. */
  readonly beginOnArc: (node: number, key: WalkKey) => void
  /** Opens or closes a cycle. */
  readonly onCycle: (cycle: CycleIndex, isOpen: boolean) => void
}

/** Handles a key on a node, and stops its propagation. */
export function pressOnNode(
  event: KeyboardEvent,
  nodeLink: NodeLink,
  { resting, goTo, beginOnArc, onCycle }: Walking,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (pressOnCycle(event, nodeLink, onCycle)) {
    event.preventDefault()
    event.stopPropagation()
    return
  }
  const node = nodeUnder(event.target)
  const f = node === null ? undefined : nodeLink.nodes[node]?.function
  if (node === null || f === undefined) return
  if (event.key === 'Enter') openEntry(f)
  else if (event.key === ' ') select(f, 'push')
  else if (event.shiftKey && isWalkKey(event.key)) beginOnArc(node, event.key)
  else if (isWalkKey(event.key)) {
    const next = walk(nodeLink, resting, node, event.key)
    if (next !== null) goTo(next)
  } else return
  event.preventDefault()
  event.stopPropagation()
}

/** Handles a key on a closed cycle, on a member of an open one or on its hull's name; returns whether it did. */
function pressOnCycle(
  { key, target }: KeyboardEvent,
  nodeLink: NodeLink,
  onCycle: Walking['onCycle'],
): boolean {
  const node = nodeUnder(target)
  const whole = cycleAt(nodeLink, target)
  const own = whole ?? (node === null ? NONE : (nodeLink.nodes[node]?.cycle ?? NONE))
  if (own === NONE) return false
  if (key === '+' && node !== null && whole !== null) onCycle(own, true)
  else if ((key === '-' || key === '−') && (node === null || whole === null)) onCycle(own, false)
  else if (whole !== null && key === 'Enter') openCycleEntry(whole)
  else if (whole !== null && key === ' ') selectCycle(whole, 'push')
  else return false
  return true
}
