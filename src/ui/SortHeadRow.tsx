// Table headings that sort. They have a single tab stop; the arrow keys move along them and down to the
// rows.
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import styles from './table.module.css'

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
