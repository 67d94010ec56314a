// Keeps a row of a list in view.
import { useEffect, useEffectEvent } from 'react'
import type { VirtualRows } from './use-virtual-rows.ts'

/**
 * Scrolls to a row when it changes, or what its place depends on; not when the user has scrolled.
 *
 * @param row null for none
 * @param order the rows, or their number
 */
export function useRevealRow(
  { scrollTo }: VirtualRows,
  row: number | null,
  order: unknown,
  align: 'auto' | 'center' = 'auto',
): void {
  const reveal = useEffectEvent((to: number, _order: unknown) => scrollTo(to, align))
  useEffect(() => {
    if (row !== null) reveal(row, order)
  }, [row, order])
}
