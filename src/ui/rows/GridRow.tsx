// A row of a grid, at its place among many, what is the same of every cell in it, and what is said of a row. What it shows is its table's.
import type { HTMLAttributes, MouseEvent } from 'react'
import rows from './row.module.css'

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
      className={`${rows.row} ${className}`}
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
