// The compared lines, virtualised. The reason follows a line, or is below it if there is no room. Lines
// without a reason are wrapped, so that numbers, name and reason are in view together.
import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react'
import {
  type ComparedRows,
  type LineLength,
  reasonText,
  RowKind,
  rowText,
} from '../../../workers/core/reports/verify-listing.ts'
import { useWidth } from '../../ui/media.ts'
import { PrintNote } from '../../ui/VirtualGrid.tsx'
import { useVirtualRows } from '../../ui/use-virtual-rows.ts'
import controls from '../../ui/controls.module.css'
import styles from './verify-listing.module.css'
import { differingWords, type Word } from './differing-words.ts'

/**
 * Layout of a line: the reason behind it, or below it; then without columns; then wrapped over
 * several lines.
 */
type Shape = 'line' | 'folded' | 'squeezed' | 'wrapped'

/** Row heights in pixels. A wrapped row has three lines: two and the reason, or three. */
const ROW_HEIGHTS: Readonly<Record<Shape, number>> = { line: 22, folded: 38, squeezed: 38, wrapped: 56 }
/** Pixels beside a line's text, and for the longest reason behind it. */
const BESIDE = 84
const REASON = 310
/** Width of a character in pixels, rounded up. */
const LETTER = 7.3
const PAGE = 15

function shapeFor(width: number, { letters, squeezed }: LineLength): Shape {
  const room = width - BESIDE
  if (letters * LETTER + REASON <= room) return 'line'
  if (letters * LETTER <= room) return 'folded'
  return squeezed * LETTER <= room ? 'squeezed' : 'wrapped'
}

export function ComparedLines({
  rows,
  lines,
  usual,
}: {
  readonly rows: ComparedRows
  /** Numbered by `displayLines`. */
  readonly lines: Uint32Array
  /** The length that nearly all of these lines keep to; longer ones are cut if there is no room. */
  readonly usual: LineLength
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const shape = shapeFor(useWidth(scroller), usual)
  const rowHeight = ROW_HEIGHTS[shape]
  const focused = Math.min(current, lines.length - 1)
  const virtual = useVirtualRows({
    scroller,
    count: lines.length,
    rowHeight,
    headHeight: 0,
    keep: focused,
  })
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: PAGE,
      PageUp: -PAGE,
      Home: -lines.length,
      End: lines.length,
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = Math.max(0, Math.min(lines.length - 1, focused + step))
    setCurrent(next)
    virtual.scrollTo(next, 'auto')
  }
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      data-shape={shape}
      style={{ '--lines': lines.length, '--row': `${rowHeight}px` } as CSSProperties}
      role="grid"
      aria-label="Compared lines"
      aria-rowcount={lines.length}
      aria-activedescendant={`compared-${focused}`}
      tabIndex={0}
      onKeyDown={move}
    >
      <div role="rowgroup" className={styles.lines} style={{ height: virtual.height }}>
        {virtual.visible.map(({ index, top }) => (
          <Line
            key={index}
            rows={rows}
            at={index}
            line={lines[index] ?? 0}
            top={top}
            isCurrent={index === focused}
            usual={usual.letters}
          />
        ))}
      </div>
      <PrintNote rows={virtual} count={lines.length} rest="" />
    </div>
  )
}

const MARKS = {
  same: { mark: ' ', words: 'Same' },
  theirs: { mark: '−', words: 'In the listing' },
  ours: { mark: '+', words: 'Here' },
} as const

function Line({
  rows,
  at,
  line,
  top,
  isCurrent,
  usual,
}: {
  readonly rows: ComparedRows
  readonly at: number
  readonly line: number
  readonly top: number
  readonly isCurrent: boolean
  readonly usual: number
}) {
  const row = Math.floor(line / 2)
  const isOurs = line % 2 === 1
  const kind = rows.kind[row] === RowKind.same ? 'same' : isOurs ? 'ours' : 'theirs'
  const { mark, words } = MARKS[kind]
  const place = isOurs ? '' : `${rows.line[row] ?? ''}`
  const text = rowText(isOurs ? rows.ours : rows.theirs, row)
  const isLast = isOurs || rows.kind[row] === RowKind.theirs
  return (
    <div
      role="row"
      id={`compared-${at}`}
      aria-rowindex={at + 1}
      className={styles.line}
      data-kind={kind}
      data-current={isCurrent}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span role="gridcell" className={styles.place}>
        {place}
      </span>
      <span role="gridcell" className={styles.mark}>
        <span aria-hidden="true">{mark}</span>
        <span className={controls.hidden}>{words}</span>
      </span>
      <span role="gridcell" className={styles.text} title={text.length > usual ? text : undefined}>
        {kind === 'same' ? (
          text
        ) : (
          <Words words={differingWords(text, rowText(isOurs ? rows.theirs : rows.ours, row))} />
        )}
      </span>
      <span role="gridcell" className={styles.reason}>
        {isLast ? reasonText(rows.reason[row] ?? 0) : ''}
      </span>
    </div>
  )
}

function Words({ words }: { readonly words: readonly Word[] }) {
  return words.map(({ text, differs }, at) =>
    differs ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one line, which have no other identity
      <b key={at} className={styles.differs}>
        {text}
      </b>
    ) : (
      text
    ),
  )
}
