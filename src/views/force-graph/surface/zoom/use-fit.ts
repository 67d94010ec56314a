// Fitting the drawing into the figure: a new one, one whose figure has another size, and when asked from outside.
import { useLayoutEffect, useRef, type RefObject } from 'react'
import type { Positions } from '../../drawing/positions.ts'
import type { Drawn } from '../../use-layout.ts'
import { fitTo } from './fit.ts'
import type { Size, Zoom } from './use-zoom.ts'

/** What the controls outside may ask of the figure. */
export interface FigureHandle {
  readonly zoomBy: (factor: number) => void
  readonly fit: () => void
}

export function useFit(
  { scene, style }: Drawn,
  resting: Positions,
  size: Size,
  svg: SVGSVGElement | null,
  { fit, zoomBy, isMoved }: Zoom,
  handle: RefObject<FigureHandle | null>,
): void {
  // A new drawing is fitted; a new size only when the person has not moved the picture.
  const isFirst = useRef(true)
  const last = useRef({ scene, style })
  useLayoutEffect(() => {
    if (!svg) return
    const isNew = isFirst.current || last.current.scene !== scene || last.current.style !== style
    if (isNew || !isMoved.current) fit(fitTo(scene, style, resting, size), isNew && !isFirst.current)
    isFirst.current = false
    last.current = { scene, style }
    // Pinning moves `resting`, and must not move the picture.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [svg, scene, style, size, fit, isMoved])
  useLayoutEffect(() => {
    handle.current = {
      zoomBy: (factor) => zoomBy(factor, size),
      fit: () => fit(fitTo(scene, style, resting, size), true),
    }
  }, [handle, zoomBy, fit, scene, style, resting, size])
}
