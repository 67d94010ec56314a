// The zoom of the drawing with the part that is visible: changed by the user, or by fit, zoom, centre,
// reveal.
import { select, zoom, type ZoomBehavior, ZoomTransform } from 'd3'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Size, between, zoomedBy, centredOn, revealing, LEAST_ZOOM, MOST_ZOOM } from './zoom-targets.ts'
import { useMotion } from './use-motion.ts'

/** The zoom and the functions that change it. */
export type Zoom = ReturnType<typeof useZoom>

/**
 * Returns the zoom and the functions that change it. `figure` is the figure's size, `first` the
 * transform until the drawing is moved.
 */
export function useZoom(svg: SVGSVGElement | null, figure: Size, first: ZoomTransform) {
  const [transform, setTransform] = useState(first)
  const current = useRef(first)
  /** Whether the user has moved the drawing since it was last fitted. */
  const isMoved = useRef(false)
  const move = useMotion()
  const { isMoving, stepped } = useIsMoving()
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
      /** Without animation, because it follows a drag. */
      centreOn: (x: number, y: number, size: Size): void => {
        isMoved.current = true
        stepped()
        jumpTo(centredOn(x, y, current.current.k, size))
      },
      /** Moves a point of the drawing into the figure if it is outside. */
      reveal: (x: number, y: number, size: Size): void => {
        const target = revealing(x, y, current.current, size)
        if (target !== current.current) glideTo(target)
      },
    }
  }, [move, stepped, jumpTo])

  return { transform, isMoving, isMoved, ...actions }
}

interface ZoomEvent {
  readonly transform: ZoomTransform
  /** Null if the page moves the drawing. */
  readonly sourceEvent: unknown
}

/**
 * Returns a function with which the page moves the drawing. `onZoom` is called for every step,
 * whatever its cause; pass the same function each time.
 */
function useZoomBehaviour(
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
      // Given, because querying the element at each step would force a layout of everything just
      // drawn.
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

/** Whether the event moves the drawing. A press on a node drags the node instead. */
function isForZoom(event: Event): boolean {
  if (event.type === 'wheel') return true
  if (event instanceof MouseEvent && (event.button !== 0 || event.ctrlKey)) return false
  const isPinch = 'touches' in event && (event.touches as TouchList).length > 1
  return isPinch || !(event.target instanceof Element && event.target.closest('[data-keep]'))
}

/**
 * Milliseconds after the last step until the drawing is at rest, and redrawn sharp with the labels
 * that fit.
 */
const REST_MS = 160

/** `stepped` is to be called for each step of a move. */
function useIsMoving(): { readonly isMoving: boolean; readonly stepped: () => void } {
  const [isMoving, setIsMoving] = useState(false)
  const step = useRef(0)
  const stepped = useCallback(() => {
    setIsMoving(true)
    const mine = ++step.current
    // Events are handled before frames. If frames are slow, the drawing thus does not come to rest
    // between two of them, which would make the next frame even slower.
    const restUnlessMoved = (): void => {
      if (mine === step.current) setIsMoving(false)
    }
    setTimeout(() => requestAnimationFrame(restUnlessMoved), REST_MS)
  }, [])
  useEffect(
    () => () => {
      step.current = -1
    },
    [],
  )
  return { isMoving, stepped }
}
