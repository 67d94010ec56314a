// The label of a node: beside a disc, or inside a box.
import { cutMiddle, shortenName } from '../../../workers/core/names/shorten-name.ts'
import styles from './drawing.module.css'
import type { LabelLevel, LabelPlace } from './labels.ts'
import type { NodeState } from './node-mark.tsx'
import { ASIDE_GAP, BOX, FIGURES_SIZE, FONT_SIZE, MOST_OF_NUMBERS, type SceneNode } from './scene.ts'
import { textWidth } from './text-width.ts'

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
  const isClosedCycle = node.short !== ''
  const room = state.isSelected || state.isFound || isClosedCycle ? RING_ROOM : 0
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
        {(place.form === 'brief' ? node.brief : node.label).text}
        {!isTwoLines && !place.form && node.aside !== '' && (
          <tspan className={styles.figures} dx={ASIDE_GAP * scale} fontSize={FIGURES_SIZE * scale}>
            {node.aside}
          </tspan>
        )}
      </text>
    </g>
  )
}

/** Least number of characters of a name that says something. */
const LEAST_CHARACTERS = 4
/** Width of a character relative to the font size, at most on average. */
const CHARACTER = 0.62

/**
 * Returns the name of a box at a zoom: cut to the box if it is enlarged, so that it stays legible; "" if too
 * little of it fits.
 */
function nameInBox(
  { label, short, halfWidth, halfHeight }: SceneNode,
  { scale, hasFigures }: LabelLevel,
): string {
  const room = 2 * halfWidth - BOX.textX - BOX.right - 3
  const size = FONT_SIZE * scale
  if (hasFigures || textWidth(label.text, size) <= room) return label.text
  if (short !== '') return short
  const most = Math.floor(room / (size * CHARACTER))
  if (most < LEAST_CHARACTERS || size > 2 * halfHeight) return ''
  // Names like `…<2, Invoice>::refine` differ in what shortening drops.
  return label.text.startsWith('…') ? cutMiddle(label.text, most) : shortenName(label.text, most)
}

export function BoxLabel({
  node,
  x,
  y,
  level,
  state,
}: {
  readonly node: SceneNode
  /** The middle of the box. */
  readonly x: number
  readonly y: number
  readonly level: LabelLevel
  readonly state: NodeState
}) {
  const [left, top] = [x - node.halfWidth + BOX.textX, y - node.halfHeight]
  const { hasFigures } = level
  const hasNumbers = hasFigures && node.total !== ''
  const size = hasFigures ? FONT_SIZE : FONT_SIZE * level.scale
  // A large name covers the bar.
  const middle = node.total === '' || size > BOX.barY + 4 ? node.halfHeight : BOX.barY / 2 + 1
  const hasTotalBelow = !hasFigures && node.total !== '' && level.scale <= MOST_OF_NUMBERS
  const baseline = hasNumbers || hasTotalBelow ? BOX.nameY + (size - FONT_SIZE) / 5 : middle + size * 0.36
  const number = (text: string, below: number, scale = 1) => (
    <text
      className={styles.figures}
      x={x + node.halfWidth - BOX.right}
      y={top + below}
      fontSize={FIGURES_SIZE * scale}
      textAnchor="end"
      data-was={node.was}
    >
      {text}
    </text>
  )
  return (
    <g
      className={styles.label}
      data-boxed="true"
      data-faint={state.isFaint || undefined}
      data-selected={state.isSelected || undefined}
      data-found={state.isFound || undefined}
      textAnchor="start"
    >
      {hasNumbers && number(node.total, BOX.nameY)}
      {hasNumbers && node.self !== '' && number(node.self, BOX.selfY)}
      {hasTotalBelow && number(node.total, BOX.selfY + 2, level.scale)}
      <text x={left} y={top + baseline} fontSize={size}>
        {nameInBox(node, level)}
      </text>
    </g>
  )
}
