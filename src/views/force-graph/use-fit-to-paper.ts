// Scales the visible part of the drawing to fit on paper. Paper has another size than the window, which
// cannot be measured.
import { useLayoutEffect } from 'react'
import type { Size } from './zoom-targets.ts'
import { useIsPrinting } from '../../ui/printing.ts'

const MARGIN = 8

export function useFitToPaper(svg: SVGSVGElement | null, size: Size): void {
  const isPrinting = useIsPrinting()
  useLayoutEffect(() => {
    if (!svg || !isPrinting) return undefined
    svg.setAttribute('viewBox', partInSight(svg.getBBox(), size))
    return () => svg.removeAttribute('viewBox')
  }, [svg, isPrinting, size])
}

/**
 * Returns the visible part without the empty margin around the drawing; what is scrolled out of
 * view stays out.
 */
function partInSight({ x, y, width, height }: DOMRectReadOnly, size: Size): string {
  const [left, top] = [Math.max(0, x - MARGIN), Math.max(0, y - MARGIN)]
  const right = Math.min(size.width, x + width + MARGIN)
  const bottom = Math.min(size.height, y + height + MARGIN)
  return right > left && bottom > top
    ? `${left} ${top} ${right - left} ${bottom - top}`
    : `0 0 ${size.width} ${size.height}`
}
