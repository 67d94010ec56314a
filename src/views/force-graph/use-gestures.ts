// The pointer or the keys on the graph: hover, click, drag to pin, keys on a node.
import type { DOMAttributes } from 'react'
import type { NodeLink } from '../../../workers/core/reports/graph/drawing.ts'
import { pinned, type Pins, unpinned } from './positions.ts'
import type { Size } from './zoom-targets.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { select } from '../../state/actions.ts'
import { selectCycle } from '../../state/selected-cycle.ts'
import type { CycleIndex } from '../../../workers/core/analysis/analyzed-profile.ts'
import type { useMarkedNodes } from './use-marked-nodes.ts'
import type { Picture } from './use-picture.ts'
import { type Pointing, pointInFigure } from './use-pointing.ts'
import type { ArcChoice } from './use-chosen-arc.ts'
import type { ArcWalk } from './use-arc-walk.ts'
import { useDrag } from './use-drag.ts'
import { pressOnNode } from './node-keys.ts'
import { nodeUnder, cycleAt, arcUnder } from './event-target.ts'

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
