// d3-zoom on the picture: it hears wheel, drag and pinch, and is told where the page itself moves the picture.
import { select, zoom, type ZoomBehavior, type ZoomTransform } from 'd3'
import { useCallback, useLayoutEffect, useRef } from 'react'
import { LEAST_ZOOM, MOST_ZOOM, type Size } from './transforms.ts'

interface ZoomEvent {
  readonly transform: ZoomTransform
  /** None where the page moves the picture. */
  readonly sourceEvent: unknown
}

/** Returns how the page moves the picture. `onZoom` hears of every step, whoever made it; it has to stay the same. */
export function useZoomBehaviour(
  svg: SVGSVGElement | null,
  size: Size,
  onZoom: (next: ZoomTransform, isByPerson: boolean) => void,
): (to: ZoomTransform) => void {
  const behaviour = useRef<ZoomBehavior<SVGSVGElement, unknown> | null>(null)
  const box = useRef(size)
  useLayoutEffect(() => {
    box.current = size
  }, [size])
  useLayoutEffect(() => {
    if (!svg) return undefined
    const made = zoom<SVGSVGElement, unknown>()
      // Known: asked at each step, the element would have all that was just drawn laid out at once.
      .extent(() => [
        [0, 0],
        [box.current.width, box.current.height],
      ])
      .scaleExtent([LEAST_ZOOM, MOST_ZOOM])
      .filter(isForZoom)
      .on('zoom', ({ transform, sourceEvent }: ZoomEvent) => onZoom(transform, Boolean(sourceEvent)))
    behaviour.current = made
    const selection = select<SVGSVGElement, unknown>(svg).call(made)
    return () => {
      selection.on('.zoom', null)
    }
  }, [svg, onZoom])
  return useCallback((to) => svg && behaviour.current?.transform(select(svg), to), [svg])
}

/** A press on a node drags the node; everything else is the picture's. */
function isForZoom(event: Event): boolean {
  if (event.type === 'wheel') return true
  if (event instanceof MouseEvent && (event.button !== 0 || event.ctrlKey)) return false
  const isPinch = 'touches' in event && (event.touches as TouchList).length > 1
  return isPinch || !(event.target instanceof Element && event.target.closest('[data-keep]'))
}
