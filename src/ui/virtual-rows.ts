// Which rows of a long list are on screen. The row with the focus is kept in the page wherever the list is scrolled,
// so that the focus is never lost.
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { useCallback, type RefObject } from 'react'

export interface VirtualRows {
  readonly visible: readonly { readonly index: number; readonly top: number }[]
  readonly height: number
  readonly scrollTo: (row: number, align: 'auto' | 'center' | 'start') => void
}

export function useVirtualRows(options: {
  readonly scroller: RefObject<HTMLElement | null>
  readonly count: number
  readonly rowHeight: number
  /** Covers the top of the scroller. */
  readonly headHeight: number
  readonly keep: number
}): VirtualRows {
  const { scroller, count, rowHeight, headHeight, keep } = options
  const rangeExtractor = useCallback(
    (range: Range) => {
      const rows = defaultRangeExtractor(range)
      if (keep < 0 || keep >= range.count || rows.includes(keep)) return rows
      return keep < (rows[0] ?? 0) ? [keep, ...rows] : [...rows, keep]
    },
    [keep],
  )
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollPaddingStart: headHeight,
    initialRect: { width: 1000, height: 800 },
    rangeExtractor,
  })
  return {
    visible: virtualizer.getVirtualItems().map(({ index, start }) => ({ index, top: start })),
    height: virtualizer.getTotalSize(),
    scrollTo: (row, align) => virtualizer.scrollToIndex(row, { align }),
  }
}
