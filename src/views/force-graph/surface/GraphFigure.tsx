// The figure's surface: zoom and pan, dragging, hovering, and walking by keyboard over one drawing.
import {
  lazy,
  Suspense,
  useCallback,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import type { OpenedProfile } from '../../../../workers/api/contract.ts'
import { openEntry, select } from '../../../state/actions.ts'
import { useSelected } from '../../../state/selectors.ts'
import { useStore } from '../../../state/store.ts'
import { middleOf, shapeAt } from '../drawing/arc-paths.ts'
import { Drawing } from '../drawing/Drawing.tsx'
import { emphasise } from '../drawing/emphasis.ts'
import styles from '../force-graph.module.css'
import { ArcFocus } from './ArcFocus.tsx'
import { frameOf } from './fit.ts'
import { GraphTip } from './GraphTip.tsx'
import { labelLevel } from '../drawing/label-level.ts'
import type { OpenStub } from '../params.ts'
import { pinned, unpinned, type Pins } from '../drawing/positions.ts'
import { arcUnder, nodeUnder, useDrag } from './use-drag.ts'
import type { Drawn } from '../use-layout.ts'
import { useFit, type FigureHandle } from './use-fit.ts'
import { useAtRest } from './use-later.ts'
import { usePlaces } from './use-places.ts'
import { placeIn, usePointing } from './use-pointing.ts'
import { useSavedPicture } from './use-saved-picture.tsx'
import { useZoom, type Size } from './use-zoom.ts'
import { useArcWalk } from './use-arc-walk.ts'
import { useChosenArc } from './use-chosen-arc.ts'
import { isWalkKey, walk } from './walk.ts'

// What a first look does without comes in on its own.
const ChosenArc = lazy(async () => ({ default: (await import('./ChosenArc.tsx')).ChosenArc }))
const Minimap = lazy(async () => ({ default: (await import('./Minimap.tsx')).Minimap }))

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
  const { transform, isMoving, centreOn, reveal } = zoomed
  const zoom = useAtRest(transform.k, isMoving)
  const { pointed, setPointed, told, tip, pointAt, pointAway } = usePointing(opened, scene, svg)
  const { chosen, choose, forget } = useChosenArc(scene)
  const [activeFunction, setActiveFunction] = useState<number | null>(null)
  const elements = useRef(new Map<number, SVGGElement>())
  const selectedFunction = useSelected(opened)
  const hoveredFunction = useStore((state) => state.local.hovered)
  const found = useStore((state) => state.local.found)

  const nodeOf = useCallback(
    (f: number | null): number | null => {
      const index = f === null ? -1 : nodeLink.nodes.findIndex((node) => node.function === f)
      return index < 0 ? null : index
    },
    [nodeLink],
  )
  const selected = nodeOf(selectedFunction)
  const active = nodeOf(activeFunction) ?? selected ?? 0
  const hoveredNode = nodeOf(hoveredFunction)
  const hoveredArc = pointed?.kind === 'arc' ? pointed.index : null

  const frame = useMemo(() => frameOf(scene, style, resting, size), [scene, style, resting, size])
  useFit(drawn, resting, size, svg, zoomed, handle)
  useSavedPicture(svg, drawn, resting)

  const refer = useCallback((index: number, element: SVGGElement | null) => {
    if (element) elements.current.set(index, element)
    else elements.current.delete(index)
  }, [])
  const placeOf = useCallback(
    (node: number) => ({ x: positions.x[node] ?? 0, y: positions.y[node] ?? 0 }),
    [positions],
  )
  const functionOf = (node: number | null) => (node === null ? undefined : nodeLink.nodes[node]?.function)
  const { wasDrag, ...dragging } = useDrag(placeOf, transform.k, (node, place) => {
    const f = functionOf(node)
    setPointed(null)
    if (f !== undefined) onPins((before) => pinned(before, f, place))
  })

  const focusNode = (node: number): void => elements.current.get(node)?.focus({ preventScroll: true })
  const arcWalk = useArcWalk(scene, focusNode, (index) => {
    const [x, y] = middleOf(scene, positions, index)
    choose(index, { x: transform.applyX(x), y: transform.applyY(y) })
  })
  const { walked } = arcWalk

  const onKeyDown = (event: KeyboardEvent<SVGSVGElement>): void => {
    const node = nodeUnder(event.target)
    const f = functionOf(node)
    if (event.key === 'Escape') setPointed(null)
    if (node === null || f === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter') openEntry(f)
    else if (event.key === ' ') select(f, 'push')
    else if (event.shiftKey && isWalkKey(event.key)) arcWalk.begin(node, event.key)
    else if (isWalkKey(event.key)) {
      const next = walk(nodeLink, resting, node, event.key)
      if (next !== null) {
        focusNode(next)
        reveal(resting.x[next] ?? 0, resting.y[next] ?? 0, size)
      }
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  const level = useMemo(() => labelLevel(zoom), [zoom])
  const { scale, hasFigures } = level
  const stableLevel = useMemo(() => ({ scale, hasFigures }), [scale, hasFigures])
  const emphasis = useMemo(
    () => emphasise(nodeLink, hoveredNode, hoveredArc, [selected, nodeOf(activeFunction)], found),
    [nodeLink, hoveredNode, hoveredArc, selected, nodeOf, activeFunction, found],
  )

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
        onKeyDown={onKeyDown}
        onClick={(event) => {
          const f = functionOf(nodeUnder(event.target))
          if (f !== undefined && !wasDrag.current) select(f, 'push')
          const arc = f === undefined ? arcUnder(event.target) : null
          if (arc === null) forget()
          else choose(arc, placeIn(svg, event))
        }}
        onDoubleClick={(event) => {
          const f = functionOf(nodeUnder(event.target))
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
          setActiveFunction(functionOf(node) ?? null)
          if (!event.target.matches(':focus-visible')) return
          const { x, y } = placeOf(node)
          setPointed({ kind: 'node', index: node, x: transform.applyX(x), y: transform.applyY(y) })
        }}
        onBlur={() => {
          setActiveFunction(null)
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
            level={stableLevel}
            frame={frame}
            hasCounts={zoom >= COUNTS_ZOOM}
            emphasis={emphasis}
            selected={selected}
            active={active}
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
      <Suspense>
        <Minimap {...{ scene, positions: resting, transform, size }} onMove={centreOn} />
      </Suspense>
      {tip && told && !chosen && !isMoving && <GraphTip text={tip} x={told.x} y={told.y} size={size} />}
      <Suspense>
        {chosen && (
          <ChosenArc
            key={chosen.index}
            chosen={chosen.arc}
            x={chosen.x}
            y={chosen.y}
            size={size}
            onClose={() => {
              forget()
              focusNode(active)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
