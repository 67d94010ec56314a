// One node: a disc or a box, a button for every kind of pointer.
import { heatClass } from '../../../workers/core/reports/graph/drawing-text.ts'
import type { DrawnNode } from '../../../workers/core/reports/graph/drawing.ts'
import { groupColour, groupMarkColour } from '../../ui/group-colour.ts'
import { NONE } from '../../../workers/core/base/columns.ts'
import { menuOf, menuOfCycle } from '../menu-subject.ts'
import { ClosedMark } from './closed-mark.tsx'
import { type CSSProperties, memo } from 'react'
import styles from './drawing.module.css'
import { TIP_ID } from './drawing-props.ts'
import { besideBar, BOLD, BOX, BOX_ROUND, type SceneNode } from './scene.ts'

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

/** One node of the drawing. */
export const NodeMark = memo(function NodeMark({
  node,
  drawn,
  isBox,
  index,
  x,
  y,
  hue,
  colour,
  refer,
  ...state
}: NodeState & {
  readonly node: SceneNode
  readonly isBox: boolean
  readonly drawn: DrawnNode
  readonly index: number
  readonly x: number
  readonly y: number
  /** The hue of its group, see `FunctionGroups`. */
  readonly hue: number
  /** The colour of the cycle that is this node. */
  readonly colour: number | undefined
  readonly refer: (index: number, element: SVGGElement | null) => void
}) {
  const Shape = isBox ? BoxShape : DiscShape
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
      {...(drawn.closed === NONE ? menuOf(drawn.function) : menuOfCycle(drawn.closed))}
      data-closed={drawn.closed === NONE ? undefined : true}
      data-colour={colour}
      data-hot={drawn.isHot || undefined}
      data-faint={state.isFaint || undefined}
      transform={`translate(${x.toFixed(1)},${y.toFixed(1)})`}
      style={{ '--group': groupColour(hue), '--group-mark': groupMarkColour(hue) } as CSSProperties}
    >
      {drawn.closed !== NONE && <ClosedMark node={node} isBox={isBox} />}
      <Shape node={node} drawn={drawn} isFound={state.isFound} isSelected={state.isSelected} />
      {state.isPinned && (
        <path
          className={styles.pin}
          d="M0,-4L3.500,0L0,4L-3.500,0Z"
          transform={`translate(0,${-node.halfHeight - 1})`}
        />
      )}
    </g>
  )
})

interface ShapeProps extends Pick<NodeState, 'isFound' | 'isSelected'> {
  readonly node: SceneNode
  readonly drawn: DrawnNode
}

/** A ring for the time that is possible, a disc for what is certain, and one inside it for self time. */
function DiscShape({ node: { radius, certainRadius, innerRadius }, drawn, isFound, isSelected }: ShapeProps) {
  return (
    <>
      <circle className={styles.touch} r={Math.max(radius + 3, 12)} />
      {isFound && <circle className={styles.found} r={radius + 6} />}
      {isSelected && <circle className={styles.selected} r={radius + 4} />}
      <circle className={styles.possible} r={radius} />
      <circle className={styles.total} r={certainRadius} />
      <circle className={styles.self} r={innerRadius} data-heat={heatClass(drawn.selfShare)} />
      <circle className={styles.rim} r={radius} />
      <circle className={styles.focus} r={radius + 7} />
    </>
  )
}

/** A box in the heat of its self time, with a strip in the colour of its group, and a bar: self, certain, possible. */
function BoxShape({
  node: { halfWidth, halfHeight, total, self, was, least, most },
  drawn: { selfShare },
  isFound,
  isSelected,
}: ShapeProps) {
  const [left, top, right, bottom] = [-halfWidth, -halfHeight, halfWidth, halfHeight]
  const around = (by: number) => ({
    x: left - by,
    y: top - by,
    width: 2 * (halfWidth + by),
    height: 2 * (halfHeight + by),
    rx: BOX_ROUND + by,
  })
  const length = right - left - BOX.textX - BOX.right - besideBar(total, self, was === undefined ? 1 : BOLD)
  const bar = (className: string | undefined, share: number) => (
    <rect
      className={className}
      x={left + BOX.textX}
      y={top + BOX.barY}
      width={length * Math.min(1, Math.max(0, share))}
      height={BOX.barHeight}
      rx={1}
    />
  )
  const [inner, edge] = [left + BOX_ROUND, left + BOX.strip]
  return (
    <>
      {isFound && <rect className={styles.found} {...around(6)} />}
      {isSelected && <rect className={styles.selected} {...around(3.5)} />}
      <rect className={styles.box} {...around(0)} data-heat={heatClass(selfShare)} />
      <path
        className={styles.strip}
        d={`M${inner},${top}H${edge}V${bottom}H${inner}Q${left},${bottom} ${left},${bottom - BOX_ROUND}V${top + BOX_ROUND}Q${left},${top} ${inner},${top}Z`}
      />
      <rect className={styles.rim} {...around(0)} />
      {total !== '' && (
        <>
          {bar(styles.track, 1)}
          {bar(styles.barPossible, most)}
          {bar(styles.barTotal, least)}
          {bar(styles.barSelf, selfShare)}
        </>
      )}
      <rect className={styles.focus} {...around(6)} />
    </>
  )
}
