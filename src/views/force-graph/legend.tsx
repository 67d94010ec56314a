// What areas, bars, colours, widths, strokes of the graph mean: beside the drawing, or in its files.
import type { ReactNode } from 'react'
import { NONE } from '../../../workers/core/base/columns.ts'
import { drawnGroups, formatThreshold, HEAT_STEPS } from '../../../workers/core/reports/graph/drawing-text.ts'
import { groupMarkColour } from '../../ui/group-colour.ts'
import type { Scene } from './scene.ts'
import { textWidth } from './text-width.ts'
import drawing from './drawing.module.css'
import styles from './legend.module.css'

/** One meaning: a symbol of so many pixels in width, 16 in height, and its text. */
export interface LegendItem {
  readonly text: string
  readonly width: number
  readonly symbol: ReactNode
}

/** Height of symbols, in pixels. */
const SYMBOL_HEIGHT = 16

function line(width: number, className: string | undefined, hasHead: boolean, isHot = false): ReactNode {
  return (
    <g data-hot={isHot || undefined} className={styles.arrow}>
      <path
        className={`${styles.line} ${className ?? ''}`}
        d={`M1,8H${hasHead ? 22 : 28}`}
        strokeWidth={width}
      />
      {hasHead && <path className={styles.head} d="M20,3L28,8L20,13Z" />}
    </g>
  )
}

/** Returns the colours of the drawn groups, those with most self time first. Groups may share a colour. */
export function groupItems({ analyzed, nodeLink }: Scene): readonly LegendItem[] {
  const labels = new Map<number, string[]>()
  for (const { label, hue } of drawnGroups(analyzed, nodeLink))
    labels.set(hue, [...(labels.get(hue) ?? []), label])
  return [...labels].map(([hue, names]) => ({
    text: names.join(', '),
    width: 10,
    symbol: <rect x="0" y="3" width="10" height="10" rx="2" style={{ fill: groupMarkColour(hue) }} />,
  }))
}

/** Two sheets below a disc. */
const CLOSED: ReactNode = (
  <g className={drawing.node}>
    <g className={drawing.sheets}>
      <circle cx="10" cy="8" r="7.5" />
      <circle cx="10" cy="8" r="5.5" />
    </g>
  </g>
)

/** Returns the meanings of all other marks that the drawing has. */
export function markItems({
  shape,
  nodeLink: { measure, nodes, arcs, cycles },
}: Scene): readonly LegendItem[] {
  const isTime = measure === 'time'
  const items: LegendItem[] = []
  const add = (text: string, width: number, symbol: ReactNode) => items.push({ text, width, symbol })
  if (shape === 'disc') {
    add(
      isTime ? 'area: certain, ring: possible, disc: self' : 'area: calls',
      16,
      <>
        <circle className={drawing.total} cx="8" cy="8" r={isTime ? 5 : 7} />
        {isTime && <circle className={drawing.self} cx="8" cy="8" r="2.5" data-heat="4" />}
        {isTime && <circle className={drawing.rim} cx="8" cy="8" r="7" />}
      </>,
    )
  } else if (isTime) {
    add(
      'bar: self, certain, possible',
      30,
      <>
        <rect className={drawing.barPossible} x="0" y="5" width="30" height="6" rx="1" />
        <rect className={drawing.barTotal} x="0" y="5" width="20" height="6" rx="1" />
        <rect className={drawing.barSelf} x="0" y="5" width="12" height="6" rx="1" />
      </>,
    )
  }
  if (isTime) {
    const [first, last] = [HEAT_STEPS[0], HEAT_STEPS.at(-1) ?? 1].map(formatThreshold)
    add(
      `self time: under ${first} to over ${last}`,
      12 * (HEAT_STEPS.length + 1),
      Array.from({ length: HEAT_STEPS.length + 1 }, (_, step) => (
        <rect
          key={step}
          className={shape === 'box' ? drawing.box : drawing.self}
          x={12 * step}
          y="3"
          width="10"
          height="10"
          rx={shape === 'box' ? 2 : 5}
          data-heat={step}
        />
      )),
    )
  }
  add(isTime ? 'thickness: time' : 'thickness: calls', 30, line(4, undefined, true))
  if (isTime) add('hot path', 30, line(4, undefined, true, true))
  if (arcs.some(({ isEstimate }) => isEstimate))
    add('estimate: the callee has other callers', 30, line(4, styles.estimate, false))
  if (cycles.length > 0) add('call inside a cycle: passes no time', 30, line(2, styles.inside, false))
  if (arcs.some(({ isBack }) => isBack))
    add('call back up', 30, line(1.2, `${styles.inside} ${styles.back}`, false))
  if (nodes.some(({ closed }) => closed !== NONE)) add('a cycle as one node; + opens it', 22, CLOSED)
  if (isTime) add('≈ estimate', 0, null)
  if (arcs.some(({ isStatic }) => isStatic))
    add('static call, not counted', 30, line(1.5, styles.uncounted, true))
  return items
}

/** The items as a list of the page. */
export function LegendList({
  items,
  label,
}: {
  readonly items: readonly LegendItem[]
  readonly label: string
}) {
  return (
    <ul className={styles.list} aria-label={label}>
      {items.map(({ text, width, symbol }, at) => (
        <li key={`${text} ${at}`}>
          <svg width={width} height={SYMBOL_HEIGHT} aria-hidden="true">
            {symbol}
          </svg>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}

const GAP = 18
const FONT = 11
const LINE = 20

/** The items in a file, in lines of this width from a corner on. */
export function LegendLines({
  items,
  x,
  y,
  width,
}: {
  readonly items: readonly LegendItem[]
  readonly x: number
  readonly y: number
  readonly width: number
}) {
  let [left, top] = [0, 0]
  return items.map((item, at) => {
    const across = item.width + 5 + textWidth(item.text, FONT)
    if (left > 0 && left + across > width) [left, top] = [0, top + LINE]
    const place = { x: x + left, y: y + top }
    left += across + GAP
    return (
      <g key={`${item.text} ${at}`}>
        <g transform={`translate(${place.x.toFixed(1)},${place.y.toFixed(1)})`}>{item.symbol}</g>
        <text className={styles.text} x={place.x + item.width + 5} y={place.y + 12} fontSize={FONT}>
          {item.text}
        </text>
      </g>
    )
  })
}
