// How a line of the call graph is laid out: on one line of text, or with the name above its numbers where the room for both is
// not there. Asked of the page rather than of the style sheet, since the list counts in rows of one height.
import type { RefObject } from 'react'
import { useWidth } from '../../ui/use-width.ts'

export interface RowShape {
  readonly isStacked: boolean
  readonly rowHeight: number
}

/** Pixels that the columns of numbers and a name of some twenty letters need side by side. */
const NEEDED = 480
const SIDE_BY_SIDE: RowShape = { isStacked: false, rowHeight: 25 }
const STACKED: RowShape = { isStacked: true, rowHeight: 42 }

export function useRowShape(scroller: RefObject<HTMLElement | null>): RowShape {
  const width = useWidth(scroller)
  return width > 0 && width <= NEEDED ? STACKED : SIDE_BY_SIDE
}
