// How near the picture is and what of it is in sight: by the person's hand, or by fit, zoom, centre and reveal. React draws it.
import type { ZoomTransform } from 'd3'
import { useCallback, useMemo, useRef, useState } from 'react'
import { between, centredOn, revealing, zoomedBy, type Size } from './transforms.ts'
import { useMotion } from './use-motion.ts'
import { useUnderWay } from './use-under-way.ts'
import { useZoomBehaviour } from './use-zoom-behaviour.ts'

export type Zoom = ReturnType<typeof useZoom>

/** `figure` is how large it is, `first` what is seen until the picture is moved. */
export function useZoom(svg: SVGSVGElement | null, figure: Size, first: ZoomTransform) {
  const [transform, setTransform] = useState(first)
  const current = useRef(first)
  /** Whether the person has moved the picture since it was last fitted. */
  const isMoved = useRef(false)
  const move = useMotion()
  const { isMoving, stepped } = useUnderWay()
  const show = useCallback(
    (next: ZoomTransform, isByPerson: boolean) => {
      if (isByPerson) {
        move(null)
        isMoved.current = true
        stepped()
      }
      current.current = next
      setTransform(next)
    },
    [move, stepped],
  )
  const jumpTo = useZoomBehaviour(svg, figure, show)

  const actions = useMemo(() => {
    const glideTo = (target: ZoomTransform): void => {
      const from = current.current
      move((t) => {
        if (t < 1) stepped()
        jumpTo(between(from, target, t))
      })
    }
    return {
      fit: (target: ZoomTransform, isSmooth: boolean): void => {
        isMoved.current = false
        ;(isSmooth ? glideTo : jumpTo)(target)
      },
      zoomBy: (factor: number, size: Size): void => {
        isMoved.current = true
        glideTo(zoomedBy(factor, current.current, size))
      },
      /** At once: somebody drags it there. */
      centreOn: (x: number, y: number, size: Size): void => {
        isMoved.current = true
        stepped()
        jumpTo(centredOn(x, y, current.current.k, size))
      },
      /** Brings a point of the drawing into the figure if it is outside. */
      reveal: (x: number, y: number, size: Size): void => {
        const target = revealing(x, y, current.current, size)
        if (target !== current.current) glideTo(target)
      },
    }
  }, [move, stepped, jumpTo])

  return { transform, isMoving, isMoved, ...actions }
}
