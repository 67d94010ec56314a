// The rows of a grid: those on screen are in the page, however many there are; one has the focus, and keys
// move it and scroll it into view.
import { type KeyboardEvent, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useIsPainted, useIsPrinting } from '../display.ts'

// A list of more rows than an engine lays out. It is made as high as one can be, and its rows are shifted: those in the middle
// come from further down than the list is scrolled. While it is scrolled bit by bit the shift stays, so that each row comes
// into sight; where it jumps, as when the bar is dragged, the shift follows the bar. At either end a pixel is a pixel.
//
// `all` are the pixels of all rows, `top` is how far the list is scrolled, and what is scrolled to among all rows is
// `top` and the shift together.

/** CSS pixels. Firefox lays out no box as high as 17,895,698, Chromium and Safari none above 33,554,431. */
const MOST_HEIGHT = 15_000_000

/** Without a shift at the beginning, and all of it at the end: more than anybody turns a wheel. */
const END = 1_000_000

/** What a list of so many pixels is high. */
export function listHeight(all: number): number {
  return Math.min(all, MOST_HEIGHT)
}

/** Of rows at the end: none where all can be laid out. */
export function mostShift(all: number): number {
  return all - listHeight(all)
}

/** Of a list that is to show what stands at a place among all rows. */
export function shiftFor(place: number, all: number): number {
  return shiftAlong((place - END) / (all - 2 * END), all)
}

/**
 * Of a list that was scrolled.
 *
 * @param before how far it had been
 * @param shift of it then
 * @param view pixels of rows in sight
 */
export function shiftAfter(before: number, top: number, shift: number, view: number, all: number): number {
  const isBitByBit = Math.abs(top - before) <= view && top > 0 && top + view < MOST_HEIGHT
  return isBitByBit ? Math.min(shift, mostShift(all)) : shiftAlong((top - END) / (MOST_HEIGHT - 2 * END), all)
}

/** @param part how far along between the ends */
function shiftAlong(part: number, all: number): number {
  return Math.round(mostShift(all) * Math.max(0, Math.min(1, part)))
}

// Which rows of a long list are on screen. All are equally high, so nothing is kept per row, however many there are. The
// row with the focus is kept in the page wherever the list is scrolled, so that the focus is never lost.

export interface VisibleRow {
  readonly index: number
  readonly top: number
  /** Which of the page's elements shows it. */
  readonly key: number
}

export interface VirtualRows {
  readonly visible: readonly VisibleRow[]
  readonly height: number
  /** Rows that are not put on paper, while the page is being printed. */
  readonly leftOut: number
  readonly scrollTo: (row: number, align: 'auto' | 'center' | 'start') => void
  /** How many pixels of rows are above what is in sight. */
  readonly place: () => number
  /** Scrolls to such a place. */
  readonly moveTo: (place: number) => void
}

/** Rows beyond either edge: what one turn of a wheel brings on screen before the page has drawn again. */
const OVERSCAN = 6

/** Milliseconds without another jump until rows beyond the edges are drawn again. */
const AT_REST = 100

/** Rows put on paper: some ten pages of what matters most. All of a large profile are thousands. */
const MOST_PRINTED = 300

/** Where nothing has been laid out yet. */
const LIKELY_HEIGHT = 800

/** Pixels of what stands above a list, or more: the header and the tabs. */
const ABOVE = 87

/** Of headings, in sheet.module.css. */
const HEAD_HEIGHT = 32

export function useVirtualRows(options: {
  readonly scroller: RefObject<HTMLElement | null>
  readonly count: number
  readonly rowHeight: number
  /** Covers the top of the scroller; that of headings unless it is given. */
  readonly headHeight?: number
  readonly keep: number
}): VirtualRows {
  const { scroller, count, rowHeight, headHeight = HEAD_HEIGHT, keep } = options
  const all = count * rowHeight
  const scrolled = useScrolled(scroller, { rowHeight, headHeight, all })
  const { first, onScreen, isJumping, now, place, moveTo } = scrolled
  // What a person sees is drawn first, and what a turn of the wheel brings once that is painted. Where each frame shows other
  // rows altogether, as when the bar is dragged, those beyond the edges would be a third of its work, and none of them is seen.
  const overscan = useIsPainted() && !isJumping ? OVERSCAN : 0
  const [elements] = useState(() => new RowElements())

  const scrollTo = useCallback(
    (row: number, align: 'auto' | 'center' | 'start') => {
      const element = scroller.current
      if (!element || row < 0) return
      // As they are now: what asks may have been drawn before the list knew how wide it is.
      const { rowHeight: high, headHeight: head } = now.current
      // The row right below the headings, and right above the lower edge.
      const upper = row * high
      const lower = upper + high + head - viewOf(element)
      const before = place()
      const nearest = Math.min(upper, Math.max(lower, before))
      const next = align === 'start' ? upper : align === 'center' ? (upper + lower) / 2 : nearest
      if (next !== before) moveTo(next)
    },
    [scroller, now, place, moveTo],
  )

  // Fewer rows than before may leave nothing where the list had been scrolled to.
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
    // The one that has the focus may be far away: just out of the list then, which is not to grow by it.
    top: Math.max(-rowHeight, Math.min(height - rowHeight, index * rowHeight - shift)),
    key,
  }))
  const leftOut = isPrinting ? count - last : 0
  return { visible, height, leftOut, scrollTo, place, moveTo }
}

interface ScrolledTo {
  /** The first row in sight. */
  readonly first: number
  readonly onScreen: number
  /** Again and again all rows in sight are others than a moment ago. */
  readonly isJumping: boolean
  /** See grid-rows.ts. */
  readonly shift: number
  readonly now: RefObject<Sizes>
  readonly place: () => number
  readonly moveTo: (place: number) => void
}

interface Sizes {
  readonly rowHeight: number
  readonly headHeight: number
  /** Of all rows together. */
  readonly all: number
}

/** In rows, so that scrolling within a row draws nothing. */
function useScrolled(scroller: RefObject<HTMLElement | null>, sizes: Sizes): ScrolledTo {
  const { rowHeight, headHeight, all } = sizes
  const [first, setFirst] = useState(0)
  const [onScreen, setOnScreen] = useState(
    () => Math.ceil((window.innerHeight - ABOVE - headHeight) / rowHeight) + 1,
  )
  const [isJumping, setJumping] = useState(false)
  const [shift, setShift] = useState(0)
  /** As of the last look. */
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
        // One jump alone, as to the top of other rows, is drawn with what is beyond at once.
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
    // In the frame that scrolls, not in one after it.
    const lookAtOnce = () => flushSync(lookNow)
    element.addEventListener('scroll', lookAtOnce, { passive: true })
    // Told at the beginning as well, once the page is laid out and before it is painted: to ask now would lay out
    // everything in the midst of making it.
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
      // The bar may stand where it did, and then nobody is told that the list was scrolled.
      look.current()
    },
    [scroller],
  )

  useLayoutEffect(() => {
    const before = now.current.rowHeight
    now.current = { rowHeight, headHeight, all }
    // Rows of another height, as on a phone that was turned: the same rows stay in sight.
    if (before !== rowHeight) moveTo((place() * rowHeight) / before)
    // Fewer rows than before may all be laid out.
    else if (last.current.shift > mostShift(all)) look.current()
  }, [rowHeight, headHeight, all, place, moveTo])

  return { first, onScreen, isJumping, shift, now, place, moveTo }
}

/** Pixels, headings included. */
function viewOf(element: HTMLElement): number {
  return element.clientHeight || LIKELY_HEIGHT
}

/**
 * Which element shows which row. Rows that were there before keep theirs, and with it the focus; new ones take those that
 * others leave: to change texts costs a frame much less than to make elements.
 */
export class RowElements {
  #keys: ReadonlyMap<number, number> = new Map()

  /** By index, in the same order; the same again if nothing else was asked meanwhile. */
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

// Keyboard in a grid: one row or cell has the focus, arrows, Home, End and Page keys move it. What moving means beyond
// the focus is told to `onMove`.

export interface GridFocus {
  /** Put on the grid. True if the key was one of ours. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => boolean
  /** Moves the focus to a row once it is in the page. */
  readonly focusRow: (row: number) => void
}

const ROW = '[data-row]'
const CELL = '[data-tip], [role=rowheader]'

/** Whether it was pressed on a row rather than in a cell of it, by itself: a letter is a command then. */
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
          // The focus may have gone on into one of its cells meanwhile.
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
    // At once where the row is there already: the next key may come before the next frame.
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

/** From the row into its cells and back; each cell then explains itself. */
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

// The rows of a grid: those in sight are in the page, one has the focus, and keys move that and bring it into sight.

export interface GridRows extends GridFocus {
  readonly rows: VirtualRows
}

export function useGridRows(options: {
  readonly scroller: RefObject<HTMLElement | null>
  readonly count: number
  readonly rowHeight: number
  readonly active: number
  /** A key has moved the focus there. */
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
