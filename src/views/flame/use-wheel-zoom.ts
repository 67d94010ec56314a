// Zooms the flame view by the wheel.
import { type RefObject, useEffect, useRef } from 'react'

/** Pixels of the wheel that double the width. */
const PIXELS_PER_DOUBLING = 240
const LINE_PIXELS = 16

/**
 * Zooms by the wheel: with Ctrl, which a pinch sends too, and without it where nothing scrolls.
 * Sideways it moves the window. At most once a frame.
 */
export function useWheelZoom(
  scroller: RefObject<HTMLDivElement | null>,
  onZoom: (factor: number, at: number) => void,
  onMove: (by: number) => void,
): void {
  const latest = useRef({ onZoom, onMove })
  useEffect(() => {
    latest.current = { onZoom, onMove }
  })
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let frame = 0
    let [zoomed, moved, at] = [0, 0, 0.5]
    const apply = () => {
      frame = 0
      if (zoomed !== 0) latest.current.onZoom(2 ** (zoomed / PIXELS_PER_DOUBLING), at)
      else if (moved !== 0) latest.current.onMove(moved)
      zoomed = moved = 0
    }
    const onWheel = (event: WheelEvent) => {
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PIXELS : 1
      const [x, y] = [event.deltaX * unit, event.deltaY * unit]
      const isCommand = event.ctrlKey || event.metaKey
      const isSideways = !isCommand && (event.shiftKey || Math.abs(x) > Math.abs(y))
      if (!isCommand && !isSideways && element.scrollHeight > element.clientHeight) return
      event.preventDefault()
      const place = element.getBoundingClientRect()
      at = Math.max(0, Math.min(1, (event.clientX - place.left) / Math.max(1, element.clientWidth)))
      if (isSideways) moved += (x || y) / Math.max(1, element.clientWidth)
      else zoomed += y
      frame ||= requestAnimationFrame(apply)
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      element.removeEventListener('wheel', onWheel)
      cancelAnimationFrame(frame)
    }
  }, [scroller])
}
