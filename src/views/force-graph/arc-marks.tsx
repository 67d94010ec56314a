// All arcs of a drawing: curves as wide as the time propagated along them, removed ones last.
import { NONE } from '../../../workers/core/base/columns.ts'
import { arcFigures } from '../../../workers/core/reports/graph/drawing-text.ts'
import type { DrawnArc } from '../../../workers/core/reports/graph/drawing.ts'
import { memo } from 'react'
import type { DrawingProps } from './drawing-props.ts'
import { type ArcShape, cutShape } from './arc-shapes.ts'
import { COUNT_SIZE } from './count-places.ts'
import styles from './drawing.module.css'
import { arcPresence, isCrowded } from './emphasis.ts'
import { menuOfArc } from './menu-of-arc.ts'

/** Width of the thinnest line, in pixels on screen. */
const HAIRLINE = 1.1

export function Arcs({
  scene,
  positions,
  level,
  emphasis: { near, strongArcs },
  shapes,
}: DrawingProps & { readonly shapes: readonly ArcShape[] }) {
  const { nodeLink } = scene
  const isInCrowd = isCrowded(nodeLink)
  const mark = (index: number, isStrong: boolean, isCopy: boolean) => {
    const [arc, shape] = [nodeLink.arcs[index], shapes[index]]
    if (!arc || !shape) return null
    // Visible at any zoom.
    const width = Math.max(scene.arcWidths[index] ?? 1, HAIRLINE * Math.max(1, level.scale))
    const cycle = nodeLink.nodes[arc.parent]?.cycle ?? NONE
    const colour = arc.kind === 'cycle' && cycle !== NONE ? scene.cycleColours.get(cycle) : undefined
    const presence = isStrong ? 1 : arcPresence(arc, isInCrowd)
    const menu = menuOfArc(nodeLink, arc)
    const drawn = { arc, index, menu, shape, width, colour, isStrong, isCopy, presence }
    return <ArcMark key={arc.arc} {...drawn} />
  }
  return (
    <>
      {/* They are faded as a group, and those nearby are drawn once more: fading each would
          recalculate its style. */}
      <g className={styles.arcs} data-behind={near !== null || undefined}>
        {nodeLink.arcs.map((_, index) => mark(index, strongArcs.has(index), false))}
      </g>
      {near && <g pointerEvents="none">{[...near.arcs].map((index) => mark(index, true, true))}</g>}
      {scene.cuts.map((cut, at) => (
        <CutMark
          key={`${cut.parent} ${cut.child}`}
          shape={cutShape(scene, positions, cut)}
          index={nodeLink.arcs.length + at}
          menu={menuOfArc(nodeLink, cut)}
        />
      ))}
    </>
  )
}

/** Static calls are dotted, calls back up inside a cycle and estimated times dashed. */
function dashOf({ count, isBack, isEstimate }: DrawnArc): string | undefined {
  if (count === 0) return 'uncounted'
  return isBack ? 'back' : isEstimate ? 'estimate' : undefined
}

const ArcMark = memo(function ArcMark({
  arc,
  index,
  menu,
  shape,
  width,
  colour,
  isStrong,
  isCopy,
  presence,
}: {
  readonly arc: DrawnArc
  readonly index: number
  /** See `menuOfArc`. */
  readonly menu: string | undefined
  readonly shape: ArcShape
  readonly width: number
  /** The colour of its cycle, if it is inside one. */
  readonly colour: number | undefined
  readonly isStrong: boolean
  /** True for the copy drawn above the faded arcs; the pointer events go to the original. */
  readonly isCopy: boolean
  /** Opacity, 0–1. */
  readonly presence: number
}) {
  return (
    <g
      className={styles.arc}
      data-kind={arc.kind}
      data-colour={colour}
      data-hot={arc.isHot || undefined}
      data-strong={isStrong}
      opacity={presence < 1 ? presence.toFixed(2) : undefined}
    >
      <path className={styles.line} d={shape.path} strokeWidth={width} data-dash={dashOf(arc)} />
      <path className={styles.head} d={shape.head} />
      {!isCopy && <path className={styles.reach} d={shape.path} data-arc={index} data-menu={menu} />}
    </g>
  )
})

export function ArcCount({
  arc,
  x,
  y,
  scale,
}: {
  readonly arc: DrawnArc
  readonly x: number
  readonly y: number
  readonly scale: number
}) {
  return (
    <text className={styles.count} x={x} y={y} fontSize={COUNT_SIZE * scale} dy="0.32em">
      {arcFigures(arc)}
    </text>
  )
}

function CutMark({
  shape,
  index,
  menu,
}: {
  readonly shape: ArcShape
  readonly index: number
  readonly menu: string | undefined
}) {
  return (
    <g className={styles.cutArc}>
      <path className={styles.line} d={shape.path} />
      <path className={styles.head} d={shape.head} />
      <path className={styles.reach} d={shape.path} data-arc={index} data-menu={menu} />
    </g>
  )
}
