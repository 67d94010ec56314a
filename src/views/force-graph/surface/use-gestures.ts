// What a person does to the picture, as the handlers of its element: point, click, drag, unpin, walk by keyboard.
import type { DOMAttributes } from 'react'
import type { FunctionIndex } from '../../../../workers/core/profile/tables.ts'
import type { NodeLink } from '../../../../workers/core/reports/node-link/node-link.ts'
import { select } from '../../../state/actions.ts'
import { pinned, unpinned, type Pins } from '../drawing/positions.ts'
import type { ArcWalk } from './arcs/use-arc-walk.ts'
import type { ArcChoice } from './arcs/use-chosen-arc.ts'
import { pressOnNode } from './keys.ts'
import { arcUnder, nodeUnder, useDrag } from './use-drag.ts'
import type { useMarkedNodes } from './use-marked-nodes.ts'
import type { Picture } from './use-picture.ts'
import { placeIn, type Pointing } from './use-pointing.ts'
import type { Size } from './zoom/transforms.ts'

export interface Gestured {
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
}: Gestured): DOMAttributes<SVGSVGElement> {
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
      else choose(arc, placeIn(svg, event))
    },
    onDoubleClick(event) {
      const f = functionOf(nodeUnder(event.target))
      if (f !== undefined) onPins((before) => unpinned(before, f))
    },
    onPointerOver(event) {
      // While something is held, what passes under the pointer is not meant.
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
