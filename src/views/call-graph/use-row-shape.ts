// The layout of a line of the call graph: one line of text, or the name above the numbers if both do not
// fit. Measured in code and not in CSS, because the virtual list needs the row height.
import type { RefObject } from 'react'
import { useWidth } from '../../ui/media.ts'

/** The layout of all rows of a list. */
export interface RowShape {
  readonly isStacked: boolean
  readonly rowHeight: number
}

const SIDE_BY_SIDE: RowShape = { isStacked: false, rowHeight: 25 }
const STACKED: RowShape = { isStacked: true, rowHeight: 42 }

/** Pixels of a digit, and of a name of some twenty characters with its margin. */
const DIGIT = 8.3
const NAME = 220

/** Least width of a column of calls, in digits. */
export const LEAST_DIGITS = 7

/**
 * Returns the layout of the rows for the list's width. `pixels` and `letters`: minimal width of the
 * number columns, as in the style sheet.
 */
export function useRowShape(
  scroller: RefObject<HTMLElement | null>,
  pixels: number,
  letters: number,
): RowShape {
  const width = useWidth(scroller)
  return width > 0 && width < pixels + letters * DIGIT + NAME ? STACKED : SIDE_BY_SIDE
}
