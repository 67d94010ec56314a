// One function: a disc for its total time with one inside it for its self time. A button for every
// kind of pointer.
import { memo } from 'react'
import { heatClass } from '../../../../workers/core/reports/graph/drawing-text.ts'
import type { DrawnFunction } from '../../../../workers/core/reports/graph/node-link.ts'
import styles from './drawing.module.css'
import type { LabelPlace } from './place-labels.ts'
import { ASIDE_GAP, FIGURES_SIZE, FONT_SIZE, type SceneNode } from '../scene.ts'

/**
 * The background of a name extends below its underscores, and must not cover the top of the
 * numbers.
 */
const LINE_HEIGHT = 14
/**
 * Distance from a label to its mark, so that the ring around the mark does not touch the first
 * character.
 */
const RING_ROOM = 4
/** Id of the tooltip's element, which the described node refers to. */
export const TIP_ID = 'graph-tip'

/** How a node is highlighted. */
export interface NodeState {
  readonly isSelected: boolean
  readonly isPinned: boolean
  readonly isFound: boolean
  readonly isFaint: boolean
  /** The node with the tab stop; arrow keys move it. */
  readonly isActive: boolean
  readonly isDescribed: boolean
}

/** One function of the drawing. */
export const NodeMark = memo(function NodeMark({
  node,
  drawn,
  index,
  x,
  y,
  refer,
  ...state
}: NodeState & {
  readonly node: SceneNode
  readonly drawn: DrawnFunction
  readonly index: number
  readonly x: number
  readonly y: number
  readonly refer: (index: number, element: SVGGElement | null) => void
}) {
  const { radius, innerRadius } = node
  return (
    <g
      ref={(element) => refer(index, element)}
      role="button"
      aria-label={node.name}
      aria-pressed={state.isSelected}
      aria-describedby={state.isDescribed ? TIP_ID : undefined}
      tabIndex={state.isActive ? 0 : -1}
      className={styles.node}
      data-keep
      data-node={index}
      data-hot={drawn.isHot || undefined}
      data-faint={state.isFaint || undefined}
      transform={`translate(${x.toFixed(1)},${y.toFixed(1)})`}
    >
      <circle className={styles.touch} r={Math.max(radius + 3, 12)} />
      {state.isFound && <circle className={styles.found} r={radius + 6} />}
      {state.isSelected && <circle className={styles.selected} r={radius + 4} />}
      <circle className={styles.total} r={radius} />
      <circle className={styles.self} r={innerRadius} data-heat={heatClass(drawn.selfShare)} />
      <circle className={styles.focus} r={radius + 7} />
      {state.isPinned && (
        <path
          className={styles.pin}
          d="M0,-4L3.500,0L0,4L-3.500,0Z"
          transform={`translate(0,${-radius - 1})`}
        />
      )}
    </g>
  )
})

export function NodeLabel({
  node,
  place,
  scale,
  hasFigures,
  colour,
  state,
}: {
  readonly node: SceneNode
  readonly place: LabelPlace
  /** The colour of its cycle, whose hull is behind it at the layout's own scale. */
  readonly colour: number | undefined
  readonly scale: number
  readonly hasFigures: boolean
  readonly state: NodeState
}) {
  const { y, anchor } = place
  const room = state.isSelected || state.isFound ? RING_ROOM : 0
  const x = place.x + (anchor === 'start' ? room : anchor === 'end' ? -room : 0)
  const isTwoLines = hasFigures && node.figures !== ''
  const baseline = isTwoLines ? y - 2 * scale : y + 4.5 * scale
  return (
    <g
      className={styles.label}
      data-colour={hasFigures ? colour : undefined}
      data-faint={state.isFaint || undefined}
      data-selected={state.isSelected || undefined}
      data-found={state.isFound || undefined}
      textAnchor={anchor}
    >
      {isTwoLines && (
        <text
          className={styles.figures}
          x={x}
          y={baseline + LINE_HEIGHT * scale}
          fontSize={FIGURES_SIZE * scale}
          data-was={node.was}
        >
          {node.figures}
        </text>
      )}
      <text x={x} y={baseline} fontSize={FONT_SIZE * scale}>
        {(place.isBrief ? node.brief : node.label).text}
        {!isTwoLines && !place.isBrief && node.aside !== '' && (
          <tspan className={styles.figures} dx={ASIDE_GAP * scale} fontSize={FIGURES_SIZE * scale}>
            {node.aside}
          </tspan>
        )}
      </text>
    </g>
  )
}
