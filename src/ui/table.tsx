// A table of many rows: headings that sort and stay in view, the rows on screen, keys that move among them,
// bars for times, and copying.
import {
  type ComponentProps,
  type CSSProperties,
  type FocusEvent,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useIsPainted, useIsPrinting } from './page.ts'
import { formatCount } from '../../workers/core/reports/quantities.ts'
import styles from './table.module.css'
import controls from './controls.module.css'

// The bar of every table and list: as long as the number beside it. Solid is certain, self time first; an
// estimated part is hatched. A thin line beside it is the possible range.

interface BarLengths {
  /** Fractions of the whole length, 0–1, each from the left end. */
  readonly total: number
  /** By default all of it. */
  readonly self?: number
  /** What is certain, self time among it; by default the self time. */
  readonly certain?: number
  /** The possible range, drawn as a whisker; null for none. */
  readonly whisker?: { readonly least: number; readonly most: number } | null
}

export function TimeBar({
  total,
  self = total,
  certain = self,
  whisker = null,
  hasTrack = false,
}: BarLengths & {
  /** Shows the full length behind the bar. */
  readonly hasTrack?: boolean
}) {
  return (
    <span
      className={styles.bar}
      data-track={hasTrack}
      data-whisker={whisker !== null || undefined}
      aria-hidden="true"
      style={
        {
          '--self': percent(self),
          '--certain': percent(certain),
          '--total': percent(total),
          ...(whisker && { '--least': percent(whisker.least), '--most': percent(whisker.most) }),
        } as CSSProperties
      }
    />
  )
}

/**
 * Rounded to less than a pixel. Short bars, as in most rows of a long table, then have equal
 * styles, which need no recalculation.
 */
function percent(fraction: number): string {
  return `${Math.round(fraction * 1000) / 10}%`
}

// Copies a row or a whole table to the clipboard, and shows that it was copied.

/** Milliseconds for which a short message is shown. */
const SHOWN_MS = 2500

/** Copying to the clipboard, with a message about it. */
export interface Copying {
  /** The message about the last copy, for a while; else "". */
  readonly outcome: string
  /** Copies a row's text on Ctrl C. If text is selected, the browser copies that instead. */
  readonly onCopyKey: (event: KeyboardEvent, text: () => string) => void
  /**
   * Copies a text.
   * @param text a promise if it takes a while to write
   * @param done the message to show after that
   */
  readonly copy: (text: string | Promise<string>, done: string) => Promise<void>
}

/** Returns functions that copy text, and the message about the last copy. */
export function useCopy(): Copying {
  const [outcome, setOutcome] = useState('')
  useEffect(() => {
    if (outcome === '') return undefined
    const timer = setTimeout(() => setOutcome(''), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async (text: string | Promise<string>, done: string): Promise<void> => {
    try {
      // There is no clipboard on a page served without TLS from another machine.
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text)
      setOutcome(done)
    } catch {
      setOutcome('The browser did not allow copying')
    }
  }
  const onCopyKey = (event: KeyboardEvent, text: () => string): void => {
    const isCopy = event.key === 'c' && (event.ctrlKey || event.metaKey)
    if (!isCopy || window.getSelection()?.isCollapsed === false) return
    event.preventDefault()
    void copy(text(), 'Row copied')
  }
  return { outcome, onCopyKey, copy }
}

export function Copied({ outcome }: { readonly outcome: string }) {
  return (
    <p role="status" className={`${controls.panel} ${styles.copied}`}>
      {outcome}
    </p>
  )
}

// Copies all rows of a table, for a spreadsheet.

export function CopyTable({ onCopy }: { readonly onCopy: () => void }) {
  return (
    <button
      type="button"
      className={`${controls.quiet} ${styles.table}`}
      title="All rows as shown, for a spreadsheet"
      onClick={onCopy}
    >
      Copy table
    </button>
  )
}

// The rows of a virtualised grid: the visible ones are in the DOM; one has the focus, and keys move
// it and scroll it into view.

// Lists with more rows than a browser engine can lay out. The list gets the maximum height, and its
// rows are shifted: those in the middle come from further down than the scroll position says. While
// the user scrolls in small steps the shift is constant, so that every row comes into view. On a
// jump, for example by dragging the scroll bar, the shift follows the bar. At both ends one pixel
// is one pixel.
//
// `all` is the height of all rows in pixels, `top` the scroll position; the position among all rows
// is `top` plus the shift.

/**
 * CSS pixels. Firefox lays out no box as high as 17,895,698, Chromium and Safari none above
 * 33,554,431.
 */
const MOST_HEIGHT = 15_000_000

/**
 * Pixels at the beginning without a shift, and at the end with all of it: more than a user scrolls
 * with a wheel.
 */
const END = 1_000_000

/** Returns the height in pixels of a list whose rows take `all` pixels. */
export function listHeight(all: number): number {
  return Math.min(all, MOST_HEIGHT)
}

/** Returns the shift of the last rows; 0 if all rows can be laid out. */
export function mostShift(all: number): number {
  return all - listHeight(all)
}

/** Returns the shift of a list that is to show the row at a position among all rows. */
export function shiftFor(place: number, all: number): number {
  return shiftAlong((place - END) / (all - 2 * END), all)
}

/**
 * Returns the shift of a list after scrolling.
 *
 * @param before the scroll position before
 * @param shift the shift at that time
 * @param view height of the visible rows in pixels
 */
export function shiftAfter(before: number, top: number, shift: number, view: number, all: number): number {
  const isBitByBit = Math.abs(top - before) <= view && top > 0 && top + view < MOST_HEIGHT
  return isBitByBit ? Math.min(shift, mostShift(all)) : shiftAlong((top - END) / (MOST_HEIGHT - 2 * END), all)
}

/** @param part position between both ends, 0–1 */
function shiftAlong(part: number, all: number): number {
  return Math.round(mostShift(all) * Math.max(0, Math.min(1, part)))
}

// The visible rows of a long list. All have the same height, so nothing is stored per row. The
// focused row stays in the DOM wherever the list is scrolled, so that the focus is never lost.

/** A row in the DOM, with its offset in pixels. */
export interface VisibleRow {
  readonly index: number
  readonly top: number
  /** The key of the DOM element that shows it. */
  readonly key: number
}

/** The rows in the DOM, and the scroll position. */
export interface VirtualRows {
  readonly visible: readonly VisibleRow[]
  readonly height: number
  /** Number of rows omitted while the page is being printed. */
  readonly leftOut: number
  readonly scrollTo: (row: number, align: 'auto' | 'center' | 'start') => void
  /** Returns the height of the rows above the visible ones, in pixels. */
  readonly place: () => number
  /** Scrolls to such a position. */
  readonly moveTo: (place: number) => void
}

/**
 * Rows drawn beyond either edge: what one turn of a wheel shows before the page has drawn again.
 */
const OVERSCAN = 6

/** Milliseconds without another jump until rows beyond the edges are drawn again. */
const AT_REST = 100

/** Rows to print: the first ten pages or so. A large profile would take thousands. */
const MOST_PRINTED = 300

/** Assumed height in pixels before layout. */
const LIKELY_HEIGHT = 800

/** Least height in pixels of the header and the tabs above a list. */
const ABOVE = 77

/** Height of the headings in pixels, as in table.module.css. */
const HEAD_HEIGHT = 32

/** Returns the rows to draw for the scroll position, and redraws when they change. At first the kept row is in view. */
export function useVirtualRows(options: {
  readonly scroller: RefObject<HTMLElement | null>
  readonly count: number
  readonly rowHeight: number
  /** Height of what covers the top of the scroller; by default that of the headings. */
  readonly headHeight?: number
  readonly keep: number
}): VirtualRows {
  const { scroller, count, rowHeight, headHeight = HEAD_HEIGHT, keep } = options
  const all = count * rowHeight
  const scrolled = useScrolled(scroller, { rowHeight, headHeight, all }, keep)
  const { first, onScreen, isJumping, now, place, moveTo } = scrolled
  // Visible rows are drawn first; rows beyond the edges follow after the paint. During a drag of
  // the scroll bar every frame shows entirely new rows, so those beyond the edges would waste a
  // third of its work.
  const overscan = useIsPainted() && !isJumping ? OVERSCAN : 0
  const [elements] = useState(() => new RowElements())

  const scrollTo = useCallback(
    (row: number, align: 'auto' | 'center' | 'start') => {
      const element = scroller.current
      if (!element || row < 0) return
      // Current values: the caller may have been drawn before the list's width was known.
      const { rowHeight: high, headHeight: head } = now.current
      // The row just below the headings, and the one just above the lower edge.
      const upper = row * high
      const lower = upper + high + head - viewOf(element)
      const before = place()
      const nearest = Math.min(upper, Math.max(lower, before))
      const next = align === 'start' ? upper : align === 'center' ? (upper + lower) / 2 : nearest
      if (next !== before) moveTo(next)
    },
    [scroller, now, place, moveTo],
  )
  // The rows are drawn already; the scroll position follows.
  useLayoutEffect(() => {
    if (first > 0) scrollTo(keep, 'center')
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the list begins
  }, [])

  // With fewer rows than before, the scroll position may be past the end.
  const isPrinting = useIsPrinting()
  const last = Math.min(count, isPrinting ? MOST_PRINTED : first + onScreen + overscan)
  const from = isPrinting ? 0 : Math.max(0, Math.min(first, count - onScreen) - overscan)
  const indexes: number[] = []
  const isKept = keep >= 0 && keep < count && !isPrinting
  if (isKept && keep < from) indexes.push(keep)
  for (let index = from; index < last; index++) indexes.push(index)
  if (isKept && keep >= last) indexes.push(keep)
  const height = listHeight(all)
  const shift = Math.min(scrolled.shift, all - height)
  const visible = Array.from(elements.keysOf(indexes), ([index, key]) => ({
    index,
    // The focused row may be far away: it is placed just outside the list, which must not grow
    // because of it.
    top: Math.max(-rowHeight, Math.min(height - rowHeight, index * rowHeight - shift)),
    key,
  }))
  const leftOut = isPrinting ? count - last : 0
  return { visible, height, leftOut, scrollTo, place, moveTo }
}

interface ScrolledTo {
  /** The first visible row. */
  readonly first: number
  readonly onScreen: number
  /** Whether all visible rows have changed repeatedly within a short time. */
  readonly isJumping: boolean
  /** See `shiftFor`. */
  readonly shift: number
  readonly now: RefObject<Sizes>
  readonly place: () => number
  readonly moveTo: (place: number) => void
}

interface Sizes {
  readonly rowHeight: number
  readonly headHeight: number
  /** Height of all rows, in pixels. */
  readonly all: number
}

/**
 * Returns the scroll position in rows, so that scrolling within a row draws nothing.
 *
 * @param middle the row to begin with in the middle, unless it is on the first screen
 */
function useScrolled(scroller: RefObject<HTMLElement | null>, sizes: Sizes, middle: number): ScrolledTo {
  const { rowHeight, headHeight, all } = sizes
  const [onScreen, setOnScreen] = useState(
    () => Math.ceil((window.innerHeight - ABOVE - headHeight) / rowHeight) + 1,
  )
  const [first, setFirst] = useState(() => (middle < onScreen ? 0 : middle - Math.floor(onScreen / 2)))
  const [isJumping, setJumping] = useState(false)
  const [shift, setShift] = useState(() => (first === 0 ? 0 : shiftFor(first * rowHeight, all)))
  /** At the last measurement. */
  const last = useRef({ top: 0, shift: 0 })
  const now = useRef(sizes)
  const look = useRef(() => {})

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    let before = 0
    let rest: ReturnType<typeof setTimeout> | undefined
    const lookNow = () => {
      const { scrollTop } = element
      const inSight = viewOf(element) - headHeight
      const shifted = shiftAfter(last.current.top, scrollTop, last.current.shift, inSight, now.current.all)
      last.current = { top: scrollTop, shift: shifted }
      const next = Math.floor((scrollTop + shifted) / rowHeight)
      const fitting = Math.ceil(inSight / rowHeight) + 1
      if (Math.abs(next - before) >= fitting) {
        // A single jump, for example to the top of other rows, draws the rows beyond the edges at
        // once.
        if (rest !== undefined) setJumping(true)
        clearTimeout(rest)
        rest = setTimeout(() => {
          rest = undefined
          setJumping(false)
        }, AT_REST)
      }
      before = next
      setFirst(next)
      setOnScreen(fitting)
      setShift(shifted)
    }
    look.current = lookNow
    // In the same frame as the scrolling, not the next one.
    const lookAtOnce = () => flushSync(lookNow)
    element.addEventListener('scroll', lookAtOnce, { passive: true })
    // The observer also fires at the start, after layout and before the paint. Measuring now would
    // force a layout while the page is still being built.
    const observer = new ResizeObserver(lookAtOnce)
    observer.observe(element)
    return () => {
      clearTimeout(rest)
      setJumping(false)
      element.removeEventListener('scroll', lookAtOnce)
      observer.disconnect()
    }
  }, [scroller, rowHeight, headHeight])

  const place = useCallback(() => (scroller.current?.scrollTop ?? 0) + last.current.shift, [scroller])

  const moveTo = useCallback(
    (wanted: number) => {
      const element = scroller.current
      if (!element) return
      const shifted = shiftFor(wanted, now.current.all)
      element.scrollTo({ top: wanted - shifted, behavior: 'instant' })
      last.current = { top: element.scrollTop, shift: shifted }
      // If the scroll position is unchanged, no event reports that the rows moved.
      look.current()
    },
    [scroller],
  )

  useLayoutEffect(() => {
    const before = now.current.rowHeight
    now.current = { rowHeight, headHeight, all }
    // On a new row height, for example on a rotated phone, the same rows stay in view.
    if (before !== rowHeight) moveTo((place() * rowHeight) / before)
    // With fewer rows than before, all may fit without a shift.
    else if (last.current.shift > mostShift(all)) look.current()
  }, [rowHeight, headHeight, all, place, moveTo])

  return { first, onScreen, isJumping, shift, now, place, moveTo }
}

/** Returns the height in pixels, including headings. */
function viewOf(element: HTMLElement): number {
  return element.clientHeight || LIKELY_HEIGHT
}

/**
 * Assigns rows to DOM elements. Rows that were visible before keep theirs, and the focus with it;
 * new rows reuse the elements of rows that went. Changing text costs a frame far less than creating
 * elements.
 */
export class RowElements {
  #keys: ReadonlyMap<number, number> = new Map()

  /**
   * Returns the element keys by row index, in the same order. A repeated call returns the same
   * keys.
   */
  keysOf(indexes: readonly number[]): ReadonlyMap<number, number> {
    const before = this.#keys
    const stay = new Set(indexes)
    const free = [...before].filter(([index]) => !stay.has(index)).map(([, key]) => key)
    let made = Math.max(-1, ...before.values()) + 1
    let taken = 0
    this.#keys = new Map(indexes.map((index) => [index, before.get(index) ?? free[taken++] ?? made++]))
    return this.#keys
  }
}

// Keyboard in a grid: one row or cell has the focus, which the arrow, Home, End and Page keys move.
// `onMove` gets the new row.

/** Keyboard navigation of a grid. */
export interface GridFocus {
  /** Handler for the grid element. Returns true if it handled the key. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => boolean
  /** Moves the focus to a row once it is in the DOM. */
  readonly focusRow: (row: number) => void
}

const ROW = '[data-row]'
const CELL = '[data-tip], [role=rowheader]'

/**
 * Whether a key without modifiers was pressed on a row and not in one of its cells. A letter is
 * then a command.
 */
export function isPlainKeyOnRow(event: KeyboardEvent<HTMLElement>): boolean {
  const isOnRow = event.target instanceof HTMLElement && event.target.matches(ROW)
  return isOnRow && !event.altKey && !event.ctrlKey && !event.metaKey
}

function useGridFocus(options: {
  readonly scroller: RefObject<HTMLElement | null>
  readonly count: number
  readonly rowHeight: number
  readonly active: number
  readonly onMove: (row: number) => void
}): GridFocus {
  const { scroller, count, rowHeight, active, onMove } = options
  const wanted = useRef<number | null>(null)

  const focusRow = useCallback(
    (row: number) => {
      wanted.current = row
      const settle = (triesLeft: number) => {
        if (wanted.current !== row) return
        const element = scroller.current?.querySelector<HTMLElement>(`[data-row="${row}"]`)
        if (element) {
          wanted.current = null
          // The focus may have moved into one of its cells meanwhile.
          if (!element.contains(document.activeElement)) element.focus({ preventScroll: true })
        } else if (triesLeft > 0) requestAnimationFrame(() => settle(triesLeft - 1))
      }
      requestAnimationFrame(() => settle(10))
    },
    [scroller],
  )

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): boolean => {
    if (event.altKey || event.ctrlKey || event.metaKey) return false
    const target = event.target as HTMLElement
    const rowElement = target.closest<HTMLElement>(ROW)
    if (!rowElement) return false
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      return moveAcross(event, rowElement, target)
    }
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / rowHeight) - 2)
    const row = targetRow(event.key, active, count, page)
    if (row === null) return false
    event.preventDefault()
    onMove(row)
    // Immediately if the row is in the DOM: the next key may come before the next frame.
    const element = scroller.current?.querySelector<HTMLElement>(`[data-row="${row}"]`)
    element?.focus({ preventScroll: true })
    focusRow(row)
    return true
  }
  return { onKeyDown, focusRow }
}

function targetRow(key: string, active: number, count: number, page: number): number | null {
  const to = (row: number) => Math.max(0, Math.min(count - 1, row))
  switch (key) {
    case 'ArrowDown':
      return to(active + 1)
    case 'ArrowUp':
      return to(active - 1)
    case 'Home':
      return 0
    case 'End':
      return to(count - 1)
    case 'PageDown':
      return to(active + page)
    case 'PageUp':
      return to(active - page)
    default:
      return null
  }
}

/** Moves from the row into its cells and back; each cell then shows its tooltip. */
function moveAcross(event: KeyboardEvent, row: HTMLElement, target: HTMLElement): boolean {
  const cells = [...row.querySelectorAll<HTMLElement>(CELL)]
  const at = cells.indexOf(target)
  const next = at + (event.key === 'ArrowRight' ? 1 : -1)
  if (next >= cells.length || next < -1) return false
  event.preventDefault()
  if (next === -1) row.focus()
  else cells[next]?.focus()
  return true
}

// The rows of a grid together with their keyboard navigation.

/** The visible rows and the keyboard navigation of a grid. */
export interface GridRows extends GridFocus {
  readonly rows: VirtualRows
}

/** Returns the visible rows and the keyboard navigation of a grid. */
export function useGridRows(options: {
  readonly scroller: RefObject<HTMLElement | null>
  readonly count: number
  readonly rowHeight: number
  readonly active: number
  /** Called when a key has moved the focus to a row. */
  readonly onMove: (row: number) => void
}): GridRows {
  const { scroller, count, rowHeight, active, onMove } = options
  const rows = useVirtualRows({ scroller, count, rowHeight, keep: active })
  const focus = useGridFocus({
    scroller,
    count,
    rowHeight,
    active,
    onMove: (row) => {
      rows.scrollTo(row, 'auto')
      onMove(row)
    },
  })
  return { rows, ...focus }
}

// A virtualised table: sticky headings that sort, the rows on screen with their cells, and a note
// at the end when printed.

export function VirtualGrid({
  scroller,
  rows,
  count,
  head,
  empty,
  printedRest,
  bodyClass = '',
  children,
  ...grid
}: ComponentProps<'div'> & {
  readonly role: 'grid' | 'treegrid'
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly rows: VirtualRows
  /** Number of all rows. */
  readonly count: number
  readonly head: ReactNode
  /** Shown if there are no rows. */
  readonly empty?: ReactNode
  /** Where to find the other rows, printed when only the first of very many are on paper. */
  readonly printedRest?: string
  readonly bodyClass?: string | undefined
}) {
  return (
    <div className={styles.scroller} ref={scroller}>
      <div {...grid}>
        {head}
        <div role="rowgroup" className={`${styles.body} ${bodyClass}`} style={{ height: rows.height }}>
          {children}
        </div>
      </div>
      <PrintNote rows={rows} count={count} rest={printedRest} />
      {count === 0 && empty}
    </div>
  )
}

// At the end of a printed list: how much of it is on paper, and where to find the rest.

export function PrintNote({
  rows,
  count,
  rest = 'All of them are in the gprof listing and the tables under Export.',
}: {
  readonly rows: VirtualRows
  readonly count: number
  /** Where to find it. */
  readonly rest?: string | undefined
}) {
  if (rows.leftOut === 0) return null
  return (
    <p className={styles.empty}>
      The first {formatCount(count - rows.leftOut)} of {formatCount(count)} rows. {rest}
    </p>
  )
}

// Table headings that sort. They have a single tab stop; the arrow keys move along them and down to
// the rows.

/** A heading of a sortable table. */
export interface Heading<C extends string> {
  readonly column: C
  readonly label: string
  readonly unit: string
}

/** The order of a table's rows. */
export interface Order<C extends string> {
  readonly column: C
  readonly direction: 'ascending' | 'descending'
}

export function SortHeadRow<C extends string>({
  headings,
  order,
  ownOrder,
  tabStop,
  className = '',
  classOf,
  onSort,
  onResize,
  onDown,
}: {
  /** "name", if it is among them, is aligned at its column's start and explains itself. */
  readonly headings: readonly Heading<C>[]
  /** The requested order; null for the default. */
  readonly order: Order<C> | null
  /** The default order of the rows; null if it is that of no column, as in a search. */
  readonly ownOrder: Order<C> | null
  /**
   * The heading with the tab stop unless another one has the focus. Shown even if there is little
   * room, because hidden elements cannot have the focus.
   */
  readonly tabStop: C
  readonly className?: string | undefined
  readonly classOf: (column: C) => string | undefined
  readonly onSort: (column: C) => void
  /**
   * Sets a column's width in pixels; null resets it. Drag the left edge of a heading, or press Shift
   * and an arrow key on it. Undefined if widths are fixed.
   */
  readonly onResize?: ((column: C, width: number | null) => void) | undefined
  /** Moves the focus from the headings to the rows. */
  readonly onDown: () => void
}) {
  const sorted = order ?? ownOrder
  const [focused, setFocused] = useState(-1)
  const stop = focused >= 0 ? focused : headings.findIndex(({ column }) => column === tabStop)
  const onFocus = ({ currentTarget, target }: FocusEvent<HTMLElement>) =>
    setFocused([...currentTarget.children].findIndex((heading) => heading.contains(target)))
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.shiftKey && onResize) {
      const heading = (event.target as HTMLElement).closest<HTMLElement>('[role=columnheader]')
      const column = headings[[...event.currentTarget.children].indexOf(heading as Element)]?.column
      const step = event.key === 'ArrowLeft' ? WIDTH_STEP : event.key === 'ArrowRight' ? -WIDTH_STEP : 0
      if (!heading || column === undefined || column === 'name' || step === 0) return
      onResize(column, heading.offsetWidth + step)
    } else if (event.key === 'ArrowDown') onDown()
    else if (!moveAlong(event.currentTarget, event.target, event.key)) return
    event.preventDefault()
  }
  return (
    <div role="rowgroup" className={`${styles.head} ${className}`}>
      <div
        role="row"
        aria-rowindex={1}
        className={styles.headRow}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={() => setFocused(-1)}
      >
        {headings.map(({ column, label, unit }, at) => (
          <SortHeader
            key={column}
            label={label}
            unit={unit}
            state={column === sorted?.column ? sorted.direction : 'none'}
            isImplied={order === null}
            align={column === 'name' ? 'start' : 'end'}
            className={classOf(column)}
            columnIndex={at + 1}
            isTabStop={at === stop}
            tip={column === 'name' ? undefined : column}
            onSort={() => onSort(column)}
            onResize={onResize && column !== 'name' ? (width) => onResize(column, width) : undefined}
          />
        ))}
      </div>
    </div>
  )
}

/** Pixels by which a key changes a column's width. */
const WIDTH_STEP = 10

/**
 * Moves the focus to the next visible heading, or the first or last. Returns false if the key has
 * another meaning.
 */
function moveAlong(row: HTMLElement, from: EventTarget, key: string): boolean {
  const headings = [...row.children].filter((heading) => getComputedStyle(heading).display !== 'none')
  const buttons = headings.flatMap((heading) => heading.querySelector('button') ?? [])
  const at = buttons.findIndex((button) => button === from)
  const steps: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    Home: 0,
    End: buttons.length - 1,
  }
  const to = steps[key]
  if (to === undefined) return false
  buttons[to]?.focus()
  return true
}

// A column heading that sorts. An arrow shows the direction; assistive technology gets it from
// `aria-sort`.

type SortState = 'none' | 'ascending' | 'descending'

function SortHeader({
  label,
  unit,
  state,
  isImplied,
  align,
  className,
  columnIndex,
  isTabStop,
  tip,
  onSort,
  onResize,
}: {
  readonly label: string
  /** Shown after the label, but not part of the accessible name. */
  readonly unit: string
  readonly state: SortState
  /** True if the order is the default and was not requested. */
  readonly isImplied: boolean
  readonly align: 'start' | 'end'
  readonly className?: string | undefined
  readonly columnIndex: number
  /** One heading holds the tab stop; the arrow keys lead to the others. */
  readonly isTabStop: boolean
  /** The key of its tooltip. */
  readonly tip?: string | undefined
  readonly onSort: () => void
  readonly onResize: ((width: number | null) => void) | undefined
}) {
  return (
    <div
      role="columnheader"
      aria-label={label}
      aria-sort={state}
      aria-colindex={columnIndex}
      className={`${styles.header} ${className ?? ''}`}
      data-align={align}
      data-implied={isImplied}
    >
      <button
        type="button"
        tabIndex={isTabStop ? 0 : -1}
        className={styles.button}
        data-tip={tip}
        onClick={onSort}
      >
        {label}
        {unit !== '' && <span className={styles.headingUnit}>{unit}</span>}
        <span className={styles.arrow} aria-hidden="true">
          {state === 'ascending' ? '▲' : state === 'descending' ? '▼' : ''}
        </span>
      </button>
      {onResize && <WidthHandle onResize={onResize} />}
    </div>
  )
}

/**
 * The left edge of a heading, which drags: the name in front takes what the column gives. A double
 * click resets the width.
 */
function WidthHandle({ onResize }: { readonly onResize: (width: number | null) => void }) {
  const start = useRef({ x: 0, width: 0 })
  return (
    <span
      className={styles.handle}
      aria-hidden="true"
      onPointerDown={({ currentTarget, pointerId, clientX }) => {
        currentTarget.setPointerCapture(pointerId)
        start.current = { x: clientX, width: currentTarget.parentElement?.offsetWidth ?? 0 }
      }}
      onPointerMove={({ currentTarget, pointerId, clientX }) => {
        if (currentTarget.hasPointerCapture(pointerId))
          onResize(start.current.width + start.current.x - clientX)
      }}
      onDoubleClick={() => onResize(null)}
    />
  )
}

// A row of a virtualised grid: its position, and the attributes and announcements that all tables
// share. Its content is up to the table.

interface Props extends HTMLAttributes<HTMLDivElement> {
  /** From 0, not counting the headings. */
  readonly row: number
  readonly top: number
  /** Whether the row holds the tab stop. */
  readonly isActive: boolean
  readonly isSelected: boolean
  /** A click without a modifier key. With one, a link opens in a new tab or window. */
  readonly onPlainClick: (event: MouseEvent) => void
}

export function GridRow({ row, top, isActive, isSelected, className = '', onPlainClick, ...others }: Props) {
  const onClick = (event: MouseEvent) => {
    if (!event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0) onPlainClick(event)
  }
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      data-row={row}
      className={`${styles.row} ${className}`}
      style={{ top }}
      onClick={onClick}
      {...others}
    />
  )
}

/**
 * Returns the attributes of a cell that the arrow keys reach.
 * @param at its column, from 0
 * @param tip the key of its tooltip, if it has one
 */
export const cellAt = (at: number, tip?: string) =>
  ({ role: 'gridcell', 'aria-colindex': at + 1, tabIndex: -1, 'data-tip': tip }) as const

/**
 * Returns the text that a screen reader announces for a row: the name first, then the most
 * important numbers, each with its heading. The cells have all of them.
 * @param said in order; "" is skipped
 */
export function spokenRow(name: string, ...said: readonly string[]): string {
  const parts = said.filter((part) => part !== '')
  return parts.length > 0 ? `${name}: ${parts.join(', ')}` : name
}

/** Returns a number with its heading in front; "" without a number. */
export const headed = (heading: string, text: string, unit = ''): string =>
  text === '' ? '' : [heading, text, unit].join(' ').trimEnd()

/** Returns the attributes of the cell with the row's name. */
export const nameCellAt = (at: number, name: string) =>
  ({ role: 'rowheader', 'aria-label': name, 'aria-colindex': at + 1, tabIndex: -1 }) as const

/**
 * Returns a row's height in pixels, as in table.module.css. Stacked rows have the name above the
 * numbers.
 */
export const tableRowHeight = (isStacked: boolean): number => (isStacked ? 37 : 26)
