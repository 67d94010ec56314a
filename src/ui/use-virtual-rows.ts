// The visible rows of a long list. All have the same height, so nothing is stored per row. The focused
// row stays in the DOM wherever the list is scrolled, so that the focus is never lost.
import { type RefObject, useCallback, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useIsPainted, useIsPrinting } from './printing.ts'
import { listHeight, shiftFor, shiftAfter, mostShift } from './tall-list.ts'
import { RowElements } from './row-elements.ts'

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
  const begin = useEffectEvent(() => {
    if (first > 0) scrollTo(keep, 'center')
  })
  useLayoutEffect(() => begin(), [])

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
