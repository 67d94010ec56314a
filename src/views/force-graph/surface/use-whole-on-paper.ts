// Paper has another size than the window, and nobody measures it: what of the drawing is in sight is made to fit.
import { useLayoutEffect } from 'react'
import { useIsPrinting } from '../../../ui/display/use-is-printing.ts'
import type { Size } from './zoom/transforms.ts'

const MARGIN = 8

export function useWholeOnPaper(svg: SVGSVGElement | null, size: Size): void {
  const isPrinting = useIsPrinting()
  useLayoutEffect(() => {
    if (!svg || !isPrinting) return undefined
    svg.setAttribute('viewBox', partInSight(svg.getBBox(), size))
    return () => svg.removeAttribute('viewBox')
  }, [svg, isPrinting, size])
}

/** Without the empty paper around the drawing; what is zoomed out of the window stays out of sight. */
function partInSight({ x, y, width, height }: DOMRectReadOnly, size: Size): string {
  const [left, top] = [Math.max(0, x - MARGIN), Math.max(0, y - MARGIN)]
  const right = Math.min(size.width, x + width + MARGIN)
  const bottom = Math.min(size.height, y + height + MARGIN)
  return right > left && bottom > top
    ? `${left} ${top} ${right - left} ${bottom - top}`
    : `0 0 ${size.width} ${size.height}`
}
