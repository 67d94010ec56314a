// The legend of the graph, beside the drawing and in its files.
import { HEAT_STEPS } from '../../../workers/core/reports/graph/drawing-text.ts'
import { groupMarkColour } from '../../ui/group-colour.ts'
import type { LegendItem, LegendSymbol } from './legend-items.ts'
import { textWidth } from './text-width.ts'
import drawing from './drawing.module.css'
import styles from './legend.module.css'

/** Height of symbols, in pixels. */
const SYMBOL_HEIGHT = 16

function LegendMark(symbol: LegendSymbol) {
  switch (symbol.kind) {
    case 'none':
      return null
    case 'group':
      return <rect x="0" y="3" width="10" height="10" rx="2" style={{ fill: groupMarkColour(symbol.hue) }} />
    case 'calls':
      return <circle className={drawing.total} cx="8" cy="8" r="7" />
    case 'times':
      return (
        <>
          <circle className={drawing.total} cx="8" cy="8" r="5" />
          <circle className={drawing.self} cx="8" cy="8" r="2.5" data-heat="4" />
          <circle className={drawing.rim} cx="8" cy="8" r="7" />
        </>
      )
    case 'bar':
      return (
        <>
          <rect className={drawing.barPossible} x="0" y="5" width="30" height="6" rx="1" />
          <rect className={drawing.barTotal} x="0" y="5" width="20" height="6" rx="1" />
          <rect className={drawing.barSelf} x="0" y="5" width="12" height="6" rx="1" />
        </>
      )
    case 'heat':
      return Array.from({ length: HEAT_STEPS.length + 1 }, (_, step) => (
        <rect
          key={step}
          className={symbol.shape === 'box' ? drawing.box : drawing.self}
          x={12 * step}
          y="3"
          width="10"
          height="10"
          rx={symbol.shape === 'box' ? 2 : 5}
          data-heat={step}
        />
      ))
    case 'arc':
      return (
        <g data-hot={symbol.isHot || undefined} className={styles.arrow}>
          <path
            className={[styles.line, ...(symbol.styles ?? []).map((name) => styles[name])].join(' ')}
            d={`M1,8H${symbol.hasHead ? 22 : 28}`}
            strokeWidth={symbol.width}
          />
          {symbol.hasHead && <path className={styles.head} d="M20,3L28,8L20,13Z" />}
        </g>
      )
    case 'closed':
      return (
        <g className={drawing.node}>
          <g className={drawing.sheets}>
            <circle cx="10" cy="8" r="7.5" />
            <circle cx="10" cy="8" r="5.5" />
          </g>
        </g>
      )
  }
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
            <LegendMark {...symbol} />
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
        <g transform={`translate(${place.x.toFixed(1)},${place.y.toFixed(1)})`}>
          <LegendMark {...item.symbol} />
        </g>
        <text className={styles.text} x={place.x + item.width + 5} y={place.y + 12} fontSize={FONT}>
          {item.text}
        </text>
      </g>
    )
  })
}
