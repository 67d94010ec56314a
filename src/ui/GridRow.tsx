// A row of a virtualised grid, at its position. Its content is up to the table.
import type { HTMLAttributes, MouseEvent } from 'react'
import styles from './table.module.css'

/** The place of a row, and its state. */
export interface RowPlace {
  /** From 0, not counting the headings. */
  readonly row: number
  readonly top: number
  /** Whether the row holds the tab stop. */
  readonly isActive: boolean
  /** Undefined for a row that cannot be selected. */
  readonly isSelected?: boolean | undefined
}

interface Props extends RowPlace, HTMLAttributes<HTMLDivElement> {
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
