// Fits the drawing into the figure: a new drawing, a new size of the figure, or on request.
import { ZoomTransform } from 'd3'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Drawn } from './use-layout.ts'
import type { Size } from './zoom-targets.ts'
import type { Zoom } from './use-zoom.ts'

/** Actions that the controls outside call. */
export interface FigureHandle {
  readonly zoomBy: (factor: number) => void
  readonly fit: () => void
}

/** Fits new drawings into the figure, and provides the controls' actions. */
export function useFit(
  { scene, style }: Drawn,
  fitted: ZoomTransform,
  size: Size,
  svg: SVGSVGElement | null,
  { fit, zoomBy, isMoved }: Zoom,
  handle: RefObject<FigureHandle | null>,
): void {
  // A new drawing is fitted; after a change of size only if the user has not moved the drawing.
  const last = useRef<Pick<Drawn, 'scene' | 'style'> | null>(null)
  useLayoutEffect(() => {
    if (!svg) return
    const before = last.current
    const isNew = before?.scene !== scene || before.style !== style
    if (isNew || !isMoved.current) fit(fitted, isNew && before !== null)
    last.current = { scene, style }
    // Pinning a node changes the fit, and must not move the drawing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [svg, scene, style, size, fit, isMoved])
  useLayoutEffect(() => {
    handle.current = {
      zoomBy: (factor) => zoomBy(factor, size),
      fit: () => fit(fitted, true),
    }
  }, [handle, zoomBy, fit, fitted, size])
}
