// The figure's surface: zoom and pan, dragging, hovering, and walking by keyboard over one drawing.
import { useCallback, useMemo, useRef, useState, type RefObject } from 'react'
import type { OpenedProfile } from '../../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../../workers/core/profile/tables.ts'
import type { NodeLink } from '../../../../workers/core/reports/node-link/node-link.ts'
import { select } from '../../../state/actions.ts'
import { middleOf, shapeAt } from '../drawing/arc-paths.ts'
import { Drawing } from '../drawing/Drawing.tsx'
import styles from '../force-graph.module.css'
import { ArcFocus } from './arcs/ArcFocus.tsx'
import { fitTo } from './zoom/fit.ts'
import { labelLevel, type LabelLevel } from '../drawing/label-level.ts'
import type { OpenStub } from '../params.ts'
import { pinned, unpinned, type Pins } from '../drawing/positions.ts'
import { pressOnNode } from './keys.ts'
import { Overlays } from './Overlays.tsx'
import { arcUnder, nodeUnder, useDrag } from './use-drag.ts'
import type { Drawn } from '../use-layout.ts'
import { useFit, type FigureHandle } from './zoom/use-fit.ts'
import { useAtRest } from './use-later.ts'
import { useMarkedNodes } from './use-marked-nodes.ts'
import { usePlaces } from './use-places.ts'
import { placeIn, usePointing } from './use-pointing.ts'
import { useSavedPicture } from './use-saved-picture.tsx'
import { useZoom, type Size } from './zoom/use-zoom.ts'
import { useArcWalk } from './arcs/use-arc-walk.ts'
import { useChosenArc } from './arcs/use-chosen-arc.ts'

/** From this zoom on there is room for every arc's count. */
const COUNTS_ZOOM = 1.6

/** So many functions are moved without their labels. */
const CROWD = 100

export function GraphFigure({
  opened,
  drawn,
  pins,
  onPins,
  size,
  handle,
  onOpen,
}: {
  readonly opened: OpenedProfile
  readonly drawn: Drawn
  readonly pins: Pins
  readonly onPins: (change: (before: Pins) => Pins) => void
  readonly size: Size
  readonly handle: RefObject<FigureHandle | null>
  readonly onOpen: (side: OpenStub['side'], node: number) => void
}) {
  const { scene, style } = drawn
  const { nodeLink } = scene
  const { positions, resting } = usePlaces(drawn, pins)
  const [svg, setSvg] = useState<SVGSVGElement | null>(null)
  const zoomed = useZoom(svg)
  const { transform, isMoving } = zoomed
  const zoom = useAtRest(transform.k, isMoving)
  const level = useLabelLevel(zoom)
  const { pointed, setPointed, told, tip, pointAt, pointAway } = usePointing(opened, scene, svg)
  const { chosen, choose, forget } = useChosenArc(scene)
  const hoveredArc = pointed?.kind === 'arc' ? pointed.index : null
  const marked = useMarkedNodes(opened, nodeLink, hoveredArc)
  const { refer, focusNode } = useNodeElements()

  const fitted = useMemo(() => fitTo(scene, style, resting, size), [scene, style, resting, size])
  const { frame } = fitted
  useFit(drawn, fitted.transform, size, svg, zoomed, handle)
  useSavedPicture(svg, drawn, resting)

  const placeOf = useCallback(
    (node: number) => ({ x: positions.x[node] ?? 0, y: positions.y[node] ?? 0 }),
    [positions],
  )
  const functionUnder = (target: EventTarget | null) => functionOf(nodeLink, nodeUnder(target))
  const { wasDrag, ...dragging } = useDrag(placeOf, transform.k, (node, place) => {
    const f = functionOf(nodeLink, node)
    setPointed(null)
    if (f !== undefined) onPins((before) => pinned(before, f, place))
  })
  const arcWalk = useArcWalk(scene, focusNode, (index) => {
    const [x, y] = middleOf(scene, positions, index)
    choose(index, { x: transform.applyX(x), y: transform.applyY(y) })
  })
  const { walked } = arcWalk
  const goTo = (node: number): void => {
    focusNode(node)
    zoomed.reveal(resting.x[node] ?? 0, resting.y[node] ?? 0, size)
  }

  return (
    <>
      {/* An application: arrow keys are the picture's own, and its buttons share these handlers. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <svg
        ref={setSvg}
        className={styles.picture}
        role="application"
        aria-label="Graph"
        data-moving={isMoving ? (nodeLink.nodes.length > CROWD ? 'crowd' : 'few') : undefined}
        {...dragging}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setPointed(null)
          pressOnNode(event, nodeLink, { resting, goTo, beginOnArc: arcWalk.begin })
        }}
        onClick={(event) => {
          const f = functionUnder(event.target)
          if (f !== undefined && !wasDrag.current) select(f, 'push')
          const arc = f === undefined ? arcUnder(event.target) : null
          if (arc === null) forget()
          else choose(arc, placeIn(svg, event))
        }}
        onDoubleClick={(event) => {
          const f = functionUnder(event.target)
          if (f !== undefined) onPins((before) => unpinned(before, f))
        }}
        onPointerOver={(event) => {
          // While something is held, what passes under the pointer is not meant.
          if (event.pointerType !== 'touch' && event.buttons === 0) pointAt(event)
        }}
        onPointerLeave={pointAway}
        onFocus={(event) => {
          const node = nodeUnder(event.target)
          if (node === null) return
          marked.focusOn(node)
          if (!event.target.matches(':focus-visible')) return
          const { x, y } = placeOf(node)
          setPointed({ kind: 'node', index: node, x: transform.applyX(x), y: transform.applyY(y) })
        }}
        onBlur={() => {
          marked.focusOn(null)
          setPointed(null)
        }}
      >
        <g
          className={styles.moved}
          style={{ transform: `translate(${transform.x}px, ${transform.y}px) scale(${transform.k})` }}
        >
          <Drawing
            scene={scene}
            style={style}
            positions={positions}
            level={level}
            frame={frame}
            hasCounts={zoom >= COUNTS_ZOOM}
            emphasis={marked.emphasis}
            selected={marked.selected}
            active={marked.active}
            described={told?.kind === 'node' ? told.index : null}
            pins={pins}
            refer={refer}
            onOpen={onOpen}
          />
          {walked && (
            <ArcFocus
              label={walked.label}
              shape={shapeAt(scene, positions, walked.index)}
              onKey={arcWalk.onKey}
              onBlur={arcWalk.end}
            />
          )}
        </g>
      </svg>
      <Overlays
        {...{ scene, resting, size, zoomed, tip, told, chosen }}
        onClose={() => {
          forget()
          focusNode(marked.active)
        }}
      />
    </>
  )
}

function functionOf(nodeLink: NodeLink, node: number | null): FunctionIndex | undefined {
  return node === null ? undefined : nodeLink.nodes[node]?.function
}

/** The same object as long as it says the same: what is drawn by it stays. */
function useLabelLevel(zoom: number): LabelLevel {
  const { scale, hasFigures } = labelLevel(zoom)
  return useMemo(() => ({ scale, hasFigures }), [scale, hasFigures])
}

/** The elements of nodes, which alone can take the focus. */
function useNodeElements() {
  const elements = useRef(new Map<number, SVGGElement>())
  const refer = useCallback((node: number, element: SVGGElement | null) => {
    if (element) elements.current.set(node, element)
    else elements.current.delete(node)
  }, [])
  const focusNode = (node: number): void => elements.current.get(node)?.focus({ preventScroll: true })
  return { refer, focusNode }
}
