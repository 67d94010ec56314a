// Verifies a gprof listing against the profile: counts equal lines, lists every other line with its
// reason, and saves the result as text.
import {
  type CSSProperties,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { visibleText } from '../../../workers/core/base/string-table.ts'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import {
  type ComparedRows,
  type Comparison,
  comparisonText,
  countsText,
  hintText,
  type LineLength,
  reasonText,
  RowKind,
  rowText,
} from '../../../workers/core/reports/verify-listing.ts'
import { closeComparison } from '../../state/drop-actions.ts'
import { useStore } from '../../state/store.ts'
import { Dialog } from '../../ui/controls.tsx'
import { useWidth } from '../../ui/page.ts'
import { PrintNote, useVirtualRows } from '../../ui/table.tsx'
import { inSlices, PROGRESS_DELAY_MS } from '../../state/requests.ts'
import { save } from '../export/save-and-copy.ts'
import controls from '../../ui/controls.module.css'
import styles from './verify-listing.module.css'

export function VerifyListingDialog() {
  const compared = useStore((state) => state.ui.compared)
  if (compared.phase === 'idle') return null
  const name =
    compared.phase === 'ready'
      ? compared.value.file
      : compared.phase === 'loading'
        ? compared.progress.name
        : 'Listing'
  return (
    <Dialog
      title={`${visibleText(name)} verified against this profile`}
      isOpen
      isWide
      onClose={closeComparison}
    >
      {compared.phase === 'loading' && (
        <p className={styles.working}>
          <progress aria-label="Verifying" value={compared.progress.part} /> Verifying line by line …
          <button type="button" className={controls.quiet} onClick={closeComparison}>
            Cancel
          </button>
        </p>
      )}
      {compared.phase === 'failed' && (
        <p role="alert">
          <strong>{problemText(compared.problem).title}.</strong> {problemText(compared.problem).explanation}{' '}
          {problemText(compared.problem).remedy}
        </p>
      )}
      {compared.phase === 'ready' && <Compared comparison={compared.value} />}
    </Dialog>
  )
}

function Compared({ comparison }: { readonly comparison: Comparison }) {
  const [isFiltered, setFiltered] = useState(true)
  const lines = useMemo(() => displayLines(comparison.rows, isFiltered), [comparison, isFiltered])
  const differences = comparison.differing + comparison.onlyTheirs + comparison.onlyOurs
  const { part, begin, cancel } = useSaveDifferences(comparison)
  return (
    <>
      <div className={styles.summary}>
        <p>
          <strong>{countsText(comparison)}.</strong> Compared with what{' '}
          <code>gprof{comparison.options === '' ? '' : ` ${comparison.options}`}</code> prints of this
          profile, as measured.
        </p>
        {comparison.hints.map((hint) => (
          <p key={hint.code} className={styles.hint}>
            {hintText(hint)}
          </p>
        ))}
      </div>
      <div className={styles.controls}>
        <label className={styles.filter}>
          <input
            type="checkbox"
            checked={isFiltered}
            onChange={(event) => setFiltered(event.target.checked)}
          />
          Differences only
        </label>
        {differences > 0 && (
          <p className={styles.legend} aria-hidden="true">
            <span>
              <b>−</b> in {comparison.file}
            </span>
            <span>
              <b>+</b> here
            </span>
          </p>
        )}
        {part !== null && <progress aria-label="Saving" value={part} />}
        <button
          type="button"
          className={controls.button}
          disabled={differences === 0}
          onClick={part === null ? begin : cancel}
        >
          {part === null ? 'Save the differences' : 'Cancel'}
        </button>
      </div>
      {lines.length > 0 ? (
        <ComparedLines
          rows={comparison.rows}
          lines={lines}
          usual={isFiltered ? comparison.rows.usualDiffering : comparison.rows.usual}
        />
      ) : (
        <p className={styles.hint}>Nothing differs.</p>
      )}
    </>
  )
}

// The compared lines, virtualised. The reason follows a line, or is below it if there is no room.
// Lines without a reason are wrapped, so that numbers, name and reason are in view together.

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

function ComparedLines({
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

// Maps compared rows to lines on screen. A row that differs takes two: the listing's line above
// ours.

/**
 * Returns the lines on screen, each encoded as twice the row's number, plus one for our line of
 * that row.
 */
function displayLines(rows: ComparedRows, differencesOnly: boolean): Uint32Array {
  const lines = new Uint32Array(2 * rows.length)
  let length = 0
  for (let row = 0; row < rows.length; row++) {
    const kind = rows.kind[row]
    if (differencesOnly && kind === RowKind.same) continue
    if (kind !== RowKind.ours) lines[length++] = 2 * row
    if (kind === RowKind.differs || kind === RowKind.ours) lines[length++] = 2 * row + 1
  }
  return lines.slice(0, length)
}

// Marks the words in which two corresponding lines differ, so that the difference is visible at
// once.

/** A part of a line, and whether it differs from the other line. */
export interface Word {
  readonly text: string
  readonly differs: boolean
}

/**
 * Splits `text` into parts, in order. A line without a counterpart has no marked words, because it
 * differs as a whole.
 */
export function differingWords(text: string, other: string): readonly Word[] {
  const theirs = other.match(/\S+/g) ?? []
  if (theirs.length === 0) return [{ text, differs: false }]
  let place = 0
  return (text.match(/\s+|\S+/g) ?? []).map((part) => {
    if (part.trim() === '') return { text: part, differs: false }
    return { text: part, differs: part !== theirs[place++] }
  })
}

// Writes the differences as a text file in slices: a large listing takes seconds.

/** The state of saving the differences. */
export interface Saving {
  /** Fraction done, 0–1, if it is slow; else null. */
  readonly part: number | null
  readonly begin: () => void
  readonly cancel: () => void
}

function useSaveDifferences(comparison: Comparison): Saving {
  const [part, setPart] = useState<number | null>(null)
  const stop = useRef(() => {})
  const cancel = useCallback(() => {
    stop.current()
    setPart(null)
  }, [])
  useEffect(() => cancel, [cancel])
  const begin = () => {
    cancel()
    const began = performance.now()
    const onProgress = (done: number) => {
      if (performance.now() - began > PROGRESS_DELAY_MS) setPart(done)
    }
    stop.current = inSlices(comparisonText(comparison, onProgress), (pieces) => {
      setPart(null)
      save(new Blob(pieces, { type: 'text/plain' }), 'listing-differences.txt')
    })
  }
  return { part, begin, cancel }
}
