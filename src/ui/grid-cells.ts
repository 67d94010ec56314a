// Attributes or announcements of cells that all tables share.

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
