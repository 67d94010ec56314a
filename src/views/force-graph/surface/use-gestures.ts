// Pointer and keyboard on the graph: hover, click, drag to pin, and keys on a node.
import {
  type DOMAttributes,
  type KeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { FunctionIndex } from '../../../../workers/core/profile/call-graph-profile.ts'
import type { NodeLink } from '../../../../workers/core/reports/graph/node-link.ts'
import { hover, openEntry, select } from '../../../state/actions.ts'
import { pinned, type Pins, type Place, type Positions, unpinned } from '../drawing/positions.ts'
import type { ArcChoice, ArcWalk } from './use-arc-walk.ts'
import type { useMarkedNodes } from '../drawing/emphasis.ts'
import { type Picture, useDelayed } from './use-picture.ts'
import type { Size } from './use-zoom.ts'
import type { Scene } from '../scene.ts'
import { isWalkKey, walk, type WalkKey } from './walk.ts'

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
      pressOnNode(event, nodeLink, { resting, goTo, beginOnArc: arcWalk.begin })
    },
    onClick(event) {
      const f = functionOf(nodeUnder(event.target))
      if (f !== undefined && !wasDrag.current) select(f, 'push')
      const arc = f === undefined ? arcUnder(event.target) : null
      if (arc === null) forget()
      else choose(arc, pointInFigure(svg, event))
    },
    onDoubleClick(event) {
      const f = functionOf(nodeUnder(event.target))
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
  useEffect(() => () => hover(null), [])
  const told = useDelayed(pointed, TIP_DELAY_MS)

  const pointAt = (pointer: Pointer): void => {
    const at = pointInFigure(svg, pointer)
    const node = nodeUnder(pointer.target)
    const arc = node === null ? arcUnder(pointer.target) : null
    if (node !== null) setPointed({ kind: 'node', index: node, ...at })
    else setPointed(arc === null ? null : { kind: 'arc', index: arc, ...at })
    hover((node === null ? undefined : scene.nodeLink.nodes[node]?.function) ?? null)
  }
  const pointAway = (): void => {
    setPointed(null)
    hover(null)
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

function indexUnder(target: EventTarget | null, kind: 'node' | 'arc'): number | null {
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
}

/** Handles a key on a node, and stops its propagation. */
export function pressOnNode(
  event: KeyboardEvent,
  nodeLink: NodeLink,
  { resting, goTo, beginOnArc }: Walking,
): void {
  const node = nodeUnder(event.target)
  const f = node === null ? undefined : nodeLink.nodes[node]?.function
  if (node === null || f === undefined || event.ctrlKey || event.metaKey || event.altKey) return
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
