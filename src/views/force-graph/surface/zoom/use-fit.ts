// Fitting the drawing into the figure: a new one, one whose figure has another size, and when asked from outside.
import type { ZoomTransform } from 'd3'
import { useLayoutEffect, useRef, type RefObject } from 'react'
import type { Drawn } from '../../use-layout.ts'
import type { Size } from './transforms.ts'
import type { Zoom } from './use-zoom.ts'

/** What the controls outside may ask of the figure. */
export interface FigureHandle {
  readonly zoomBy: (factor: number) => void
  readonly fit: () => void
}

export function useFit(
  { scene, style }: Drawn,
  fitted: ZoomTransform,
  size: Size,
  svg: SVGSVGElement | null,
  { fit, zoomBy, isMoved }: Zoom,
  handle: RefObject<FigureHandle | null>,
): void {
  // A new drawing is fitted; a new size only when the person has not moved the picture.
  const last = useRef<Pick<Drawn, 'scene' | 'style'> | null>(null)
  useLayoutEffect(() => {
    if (!svg) return
    const before = last.current
    const isNew = before?.scene !== scene || before.style !== style
    if (isNew || !isMoved.current) fit(fitted, isNew && before !== null)
    last.current = { scene, style }
    // Pinning changes what fits, and must not move the picture.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [svg, scene, style, size, fit, isMoved])
  useLayoutEffect(() => {
    handle.current = {
      zoomBy: (factor) => zoomBy(factor, size),
      fit: () => fit(fitted, true),
    }
  }, [handle, zoomBy, fit, fitted, size])
}
