// Zoom to the pointer and pan with d3-zoom; fit, in and out as actions. React draws the transform.
import { select, zoom, zoomIdentity, type ZoomBehavior, type ZoomTransform } from 'd3'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Bounds } from '../../drawing/positions.ts'
import { useMotion } from './use-motion.ts'
import { useUnderWay } from './use-under-way.ts'

const LEAST = 0.08
const MOST = 6
/** Small drawings are not blown up to fill the figure. */
const MOST_FIT = 1.3

export interface Size {
  readonly width: number
  readonly height: number
}

/** @param part of the zoom at which all of the bounds just fits into the area */
export function fitTransform(bounds: Bounds, area: Bounds, part = 1): ZoomTransform {
  const across = (area.right - area.left) / (bounds.right - bounds.left)
  const down = (area.bottom - area.top) / (bounds.bottom - bounds.top)
  const k = Math.max(LEAST, Math.min(MOST_FIT, part * Math.min(across, down)))
  return zoomIdentity
    .translate(
      (area.left + area.right - k * (bounds.left + bounds.right)) / 2,
      (area.top + area.bottom - k * (bounds.top + bounds.bottom)) / 2,
    )
    .scale(k)
}

export type Zoom = ReturnType<typeof useZoom>

export function useZoom(svg: SVGSVGElement | null) {
  const [transform, setTransform] = useState<ZoomTransform>(zoomIdentity)
  const current = useRef<ZoomTransform>(zoomIdentity)
  /** Whether the person has moved the picture since it was last fitted. */
  const isMoved = useRef(false)
  const behaviour = useRef<ZoomBehavior<SVGSVGElement, unknown> | null>(null)
  const move = useMotion()
  const { isMoving, stepped } = useUnderWay()

  useLayoutEffect(() => {
    if (!svg) return undefined
    const made = zoom<SVGSVGElement, unknown>()
      .scaleExtent([LEAST, MOST])
      .filter((event: Event) => isForZoom(event))
      .on('zoom', ({ transform: next, sourceEvent }: { transform: ZoomTransform; sourceEvent: unknown }) => {
        if (sourceEvent) {
          isMoved.current = true
          stepped()
        }
        current.current = next
        setTransform(next)
      })
    behaviour.current = made
    const selection = select<SVGSVGElement, unknown>(svg)
    selection.call(made)
    return () => {
      selection.on('.zoom', null)
    }
  }, [svg, stepped])

  const goTo = useCallback(
    (target: ZoomTransform, isSmooth: boolean) => {
      if (!svg) return
      const selection = select<SVGSVGElement, unknown>(svg)
      const from = current.current
      const at = (t: number): void => {
        if (t < 1) stepped()
        const mix = (a: number, b: number): number => a + (b - a) * t
        const next = zoomIdentity
          .translate(mix(from.x, target.x), mix(from.y, target.y))
          .scale(mix(from.k, target.k))
        behaviour.current?.transform(selection, next)
      }
      if (isSmooth) move(at)
      else at(1)
    },
    [svg, move, stepped],
  )

  const fit = useCallback(
    (target: ZoomTransform, isSmooth: boolean) => {
      isMoved.current = false
      goTo(target, isSmooth)
    },
    [goTo],
  )

  /** About the middle of the figure. */
  const zoomBy = useCallback(
    (factor: number, { width, height }: Size) => {
      isMoved.current = true
      const { x, y, k } = current.current
      const next = Math.max(LEAST, Math.min(MOST, k * factor))
      const ratio = next / k
      goTo(
        zoomIdentity
          .translate(width / 2 - (width / 2 - x) * ratio, height / 2 - (height / 2 - y) * ratio)
          .scale(next),
        true,
      )
    },
    [goTo],
  )

  /** At once: somebody drags it there. */
  const centreOn = useCallback(
    (x: number, y: number, { width, height }: Size) => {
      isMoved.current = true
      stepped()
      const { k } = current.current
      goTo(zoomIdentity.translate(width / 2 - x * k, height / 2 - y * k).scale(k), false)
    },
    [goTo, stepped],
  )

  /** Brings a point of the drawing into the figure if it is outside. */
  const reveal = useCallback(
    (x: number, y: number, { width, height }: Size) => {
      const { k, x: panX, y: panY } = current.current
      const [atX, atY] = [x * k + panX, y * k + panY]
      const margin = Math.min(60, width / 4, height / 4)
      const byX = Math.max(margin - atX, 0) + Math.min(width - margin - atX, 0)
      const byY = Math.max(margin - atY, 0) + Math.min(height - margin - atY, 0)
      if (byX !== 0 || byY !== 0) goTo(zoomIdentity.translate(panX + byX, panY + byY).scale(k), true)
    },
    [goTo],
  )

  return { transform, isMoving, isMoved, fit, centreOn, zoomBy, reveal }
}

/** A press on a node drags the node; everything else is the picture's. */
function isForZoom(event: Event): boolean {
  if (event.type === 'wheel') return true
  if (event instanceof MouseEvent && (event.button !== 0 || event.ctrlKey)) return false
  const isPinch = 'touches' in event && (event.touches as TouchList).length > 1
  return isPinch || !(event.target instanceof Element && event.target.closest('[data-keep]'))
}
