// A table of many rows: headings that sort and stay in view, the rows on screen with their cells, and a note
// at the end of a printed one.
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
  /** All rows there are. */
  readonly count: number
  readonly head: ReactNode
  /** Stands in place of rows where there are none. */
  readonly empty?: ReactNode
  /** On paper, which has the first of very many: where to get the rest. */
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

// At the end of a printed list: how much of it is on paper, and where to get the rest.

export function PrintNote({
  rows,
  count,
  rest = 'All of them are in the gprof listing and the tables under Export.',
}: {
  readonly rows: VirtualRows
  readonly count: number
  /** Where to get it. */
  readonly rest?: string | undefined
}) {
  if (rows.leftOut === 0) return null
  return (
    <p className={sheet.empty}>
      The first {formatCount(count - rows.leftOut)} of {formatCount(count)} rows. {rest}
    </p>
  )
}

// The headings of a table, each of which sorts. Tab stops at one of them, the arrows move along them and down to the rows.

export interface Heading<C extends string> {
  readonly column: C
  readonly label: string
  readonly unit: string
}

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
  /** "name", if among them, stands at its column's start and explains itself. */
  readonly headings: readonly Heading<C>[]
  /** What was asked for; null: nothing. */
  readonly order: Order<C> | null
  /** In which the rows come unless another is asked for. */
  readonly ownOrder: Order<C>
  /** Where Tab stops unless one has the focus. It is shown however little room there is: else it would be no stop. */
  readonly tabStop: C
  readonly className?: string | undefined
  readonly classOf: (column: C) => string | undefined
  readonly onSort: (column: C) => void
  /** From the headings to the rows. */
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

/** To the next heading that is shown, or the first or last. False if the key means something else. */
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

// A column's heading that sorts: the direction is told by an arrow and to assistive technology.

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
  /** Shown after the label, not part of the accessible name. */
  readonly unit: string
  readonly state: SortState
  /** The rows came in this order, nobody asked for it. */
  readonly isImplied: boolean
  readonly align: 'start' | 'end'
  readonly className?: string | undefined
  readonly columnIndex: number
  /** Of all headings Tab stops at one; the arrows lead to the others. */
  readonly isTabStop: boolean
  /** What a Tooltip around it explains it by. */
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

// A row of a grid, at its place among many, what is the same of every cell in it, and what is said of a row. What it shows is its table's.

interface Props extends HTMLAttributes<HTMLDivElement> {
  /** From 0, below the headings. */
  readonly row: number
  readonly top: number
  /** Tab stops there. */
  readonly isActive: boolean
  readonly isSelected: boolean
  /** A click without a key held: with one, a link's tab or window opens. */
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
 * A cell that the arrows reach.
 * @param at its column, from 0
 * @param tip what explains it; cells without have none
 */
export const cellAt = (at: number, tip?: string) =>
  ({ role: 'gridcell', 'aria-colindex': at + 1, tabIndex: -1, 'data-tip': tip }) as const

/**
 * What a screen reader says of a row: its name first, then what one goes down a table for, each number with its heading. Its
 * cells have all of them.
 * @param said in order; "" is passed over
 */
export function spokenRow(name: string, ...said: readonly string[]): string {
  const parts = said.filter((part) => part !== '')
  return parts.length > 0 ? `${name}: ${parts.join(', ')}` : name
}

/** A number with its heading before it; "" without the number. */
export const headed = (heading: string, text: string, unit = ''): string =>
  text === '' ? '' : [heading, text, unit].join(' ').trimEnd()

/** The cell that names its row. */
export const nameCellAt = (at: number, name: string) =>
  ({ role: 'rowheader', 'aria-label': name, 'aria-colindex': at + 1, tabIndex: -1 }) as const

/** A row's in pixels, as table.module.css has it: the name stands above its numbers where there is little room. */
export const tableRowHeight = (isStacked: boolean): number => (isStacked ? 42 : 26)
