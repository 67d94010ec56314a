// How a line of the call graph is laid out: on one line of text, or with the name above its numbers where the room for both is
// not there. Asked of the page rather than of the style sheet, since the list counts in rows of one height.
import type { RefObject } from 'react'
import { useWidth } from '../../ui/display/use-width.ts'

export interface RowShape {
  readonly isStacked: boolean
  readonly rowHeight: number
}

const SIDE_BY_SIDE: RowShape = { isStacked: false, rowHeight: 25 }
const STACKED: RowShape = { isStacked: true, rowHeight: 42 }

/** Pixels of a digit, and of a name of some twenty letters with the room before it. */
const DIGIT = 8.3
const NAME = 220

/** A column of calls is never narrower. */
export const LEAST_DIGITS = 7

/** `pixels` and `letters`: what the columns of numbers take at their narrowest, as the style sheet has it. */
export function useRowShape(
  scroller: RefObject<HTMLElement | null>,
  pixels: number,
  letters: number,
): RowShape {
  const width = useWidth(scroller)
  return width > 0 && width < pixels + letters * DIGIT + NAME ? STACKED : SIDE_BY_SIDE
}
