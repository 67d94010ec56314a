// A virtualised table: sticky headings that sort, the rows on screen with their cells, and a note
// at the end when printed.
import {
  type ComponentProps,
  type FocusEvent,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useState,
} from 'react'
import type { VirtualRows } from './grid-rows.ts'
import { formatCount } from '../../../workers/core/reports/quantities.ts'
import sheet from './sheet.module.css'
import table from './table.module.css'
import headerStyles from './sort-header.module.css'
import rowStyles from './row.module.css'

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
    <div className={sheet.scroller} ref={scroller}>
      <div {...grid}>
        {head}
        <div role="rowgroup" className={`${sheet.body} ${bodyClass}`} style={{ height: rows.height }}>
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
    <p className={sheet.empty}>
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
  onDown,
}: {
  /** "name", if it is among them, is aligned at its column's start and explains itself. */
  readonly headings: readonly Heading<C>[]
  /** The requested order; null for the default. */
  readonly order: Order<C> | null
  /** The default order of the rows. */
  readonly ownOrder: Order<C>
  /**
   * The heading with the tab stop unless another one has the focus. Shown even if there is little
   * room, because hidden elements cannot have the focus.
   */
  readonly tabStop: C
  readonly className?: string | undefined
  readonly classOf: (column: C) => string | undefined
  readonly onSort: (column: C) => void
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
    if (event.key === 'ArrowDown') onDown()
    else if (!moveAlong(event.currentTarget, event.target, event.key)) return
    event.preventDefault()
  }
  return (
    <div role="rowgroup" className={`${sheet.head} ${className}`}>
      <div
        role="row"
        aria-rowindex={1}
        className={table.headRow}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={() => setFocused(-1)}
      >
        {headings.map(({ column, label, unit }, at) => (
          <SortHeader
            key={column}
            label={label}
            unit={unit}
            state={column === sorted.column ? sorted.direction : 'none'}
            isImplied={order === null}
            align={column === 'name' ? 'start' : 'end'}
            className={classOf(column)}
            columnIndex={at + 1}
            isTabStop={at === stop}
            tip={column === 'name' ? undefined : column}
            onSort={() => onSort(column)}
          />
        ))}
      </div>
    </div>
  )
}

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
}) {
  return (
    <div
      role="columnheader"
      aria-label={label}
      aria-sort={state}
      aria-colindex={columnIndex}
      className={`${headerStyles.header} ${className ?? ''}`}
      data-align={align}
      data-implied={isImplied}
    >
      <button
        type="button"
        tabIndex={isTabStop ? 0 : -1}
        className={headerStyles.button}
        data-tip={tip}
        onClick={onSort}
      >
        {label}
        {unit !== '' && <span className={headerStyles.unit}>{unit}</span>}
        <span className={headerStyles.arrow} aria-hidden="true">
          {state === 'ascending' ? '▲' : state === 'descending' ? '▼' : ''}
        </span>
      </button>
    </div>
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
      className={`${rowStyles.row} ${className}`}
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
export const tableRowHeight = (isStacked: boolean): number => (isStacked ? 42 : 26)
