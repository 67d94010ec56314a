// The part of the graph that is on screen: zooming, moving it, and fitting it in.
import { select, zoom, type ZoomBehavior, ZoomTransform } from 'd3'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { arcShapes } from './arc-shapes.ts'
import {
  boxOf,
  labelHeight,
  labelLevel,
  type LabelLevel,
  placeLabels,
  type Rectangle,
  widthAt,
} from './labels.ts'
import { clearSides } from './clear-sides.ts'
import { hullsByNode, hullShape } from './hulls.tsx'
import { type Bounds, type Positions, boundsOf } from './positions.ts'
import { restBox } from './rest-box.ts'
import { type Scene, sidesOf } from './scene.ts'
import type { Drawn } from './use-layout.ts'

// The zoom at which a whole drawing is visible, including its labels, which are larger relative to
// the drawing when zoomed out. In a small figure that would leave no room for the drawing; labels
// then use the room beside their marks.

/** Iterations; each is closer to a zoom with room for its own labels. */
const ROUNDS = 3
/** Least part of the zoom that marks and arcs alone would allow. */
const LEAST_PART = 0.8
/** Size of the zoom buttons in their corner, in pixels. */
const BUTTONS = { width: 112, height: 38 }
/** Width of the button that closes stubs, beside them. */
const FOLD_WIDTH = 96
/** Margin along the figure's edges, in pixels: widths of texts are estimates. */
const EDGE = 8

/** A zoom, and the visible part of the drawing at it, in which labels are placed. */
export interface Fit {
  readonly transform: ZoomTransform
  readonly frame: Rectangle
}

/**
 * Returns the zoom at which the drawing fits. If a name or mark would be below the zoom buttons, it
 * uses the area below these.
 */
export function fitTo(
  scene: Scene,
  positions: Positions,
  { width, height }: Size,
  hasOpenStubs = false,
): Fit {
  const shapes = arcShapes(scene, positions)
  const points = shapes.flatMap((shape) => shape.points)
  const sides = clearSides(scene, positions, shapes)
  const textsAt = (level: LabelLevel, frame?: Rectangle) => {
    const hulls = scene.nodeLink.cycles.map((cycle) => hullShape(scene, positions, cycle, shapes, level))
    const rest = [restBox(scene, positions, level.scale) ?? []].flat()
    const titles = hulls.map(({ labelBox }) => labelBox)
    const around = { occupied: titles, frame, sides, hulls: hullsByNode(scene, hulls) }
    const names = [...placeLabels(scene, positions, level, new Set(), around)].map(([node, place]) =>
      boxOf(place, widthAt(scene.nodes[node], level.hasFigures, place) * level.scale, labelHeight(level)),
    )
    return { hulls: [...titles, ...rest, ...hulls.map(({ box }) => box)], texts: [...titles, ...names] }
  }
  const fitInto = (area: Rectangle): Fit => {
    const into = (boxes: readonly Rectangle[], part?: number) =>
      fitTransform(boundsOf(scene, positions, points, boxes), area, part)
    let level = labelLevel(1)
    let transform: ZoomTransform
    let rounds = 0
    do {
      const { hulls, texts } = textsAt(level)
      transform = into([...hulls, ...texts])
      const least = into(hulls, LEAST_PART)
      if (transform.k < least.k) transform = least
      level = labelLevel(transform.k)
    } while (++rounds < ROUNDS)
    const [left, top] = transform.invert([area.left + EDGE, area.top + EDGE])
    const [right, bottom] = transform.invert([area.right - EDGE, area.bottom - EDGE])
    return { transform, frame: { left, top, right, bottom } }
  }
  const all = { left: 0, top: 0, right: width, bottom: height }
  const top = BUTTONS.height
  const first = fitInto(all)
  const { transform, frame } = first
  const [right, bottom] = transform.invert([width - BUTTONS.width - (hasOpenStubs ? FOLD_WIDTH : 0), top])
  const isBox = scene.shape === 'box'
  const marks = scene.nodes.map(({ halfHeight }, node) => ({
    right: (positions.x[node] ?? 0) + (isBox ? sidesOf(scene, node).right : 0),
    top: (positions.y[node] ?? 0) - (isBox ? halfHeight : 0),
  }))
  const drawn = [...textsAt(labelLevel(transform.k), frame).texts, ...marks]
  return drawn.some((box) => box.right > right && box.top < bottom) ? fitInto({ ...all, top }) : first
}

// The zoom and the visible part of the graph: by wheel, drag and pinch, or by fit, zoom, centre and
// reveal, with animation.

/** Default size if nothing is laid out (no display). */
const OTHERWISE: Size = { width: 960, height: 600 }

/** Returns the element's size in pixels, and redraws when it changes; null without an element. */
export function useSize(element: Element | null): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    if (!element) return undefined
    const measure = (): void => {
      const { width, height } = element.getBoundingClientRect()
      setSize(width > 0 && height > 0 ? { width, height } : OTHERWISE)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return size
}

/**
 * Returns one of three aspect ratios, so that a small change of size does not change the layout.
 */
export function aspectOf(size: Size | null): number {
  if (!size) return 0
  const aspect = size.width / size.height
  return aspect > 1.2 ? 1.6 : aspect < 0.8 ? 0.62 : 1
}

// Targets of a move, as d3 transforms: fitted, zoomed about the middle, centred, with a point in
// view.

const LEAST_ZOOM = 0.08
const MOST_ZOOM = 6
/** Small drawings are not enlarged to fill the figure. */
const MOST_FIT = 1.3
/** Pixels: a point closer to the figure's edge counts as out of view. */
const MARGIN = 60

/** A size in pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/**
 * Returns the transform that fits bounds into an area.
 *
 * @param part fraction of the zoom at which the bounds just fit, 0–1
 */
function fitTransform(bounds: Bounds, area: Bounds, part = 1): ZoomTransform {
  const across = (area.right - area.left) / (bounds.right - bounds.left)
  const down = (area.bottom - area.top) / (bounds.bottom - bounds.top)
  const k = Math.max(LEAST_ZOOM, Math.min(MOST_FIT, part * Math.min(across, down)))
  return new ZoomTransform(
    k,
    (area.left + area.right - k * (bounds.left + bounds.right)) / 2,
    (area.top + area.bottom - k * (bounds.top + bounds.bottom)) / 2,
  )
}

/** Zooms about the middle of the figure. */
function zoomedBy(factor: number, { x, y, k }: ZoomTransform, { width, height }: Size): ZoomTransform {
  const next = Math.max(LEAST_ZOOM, Math.min(MOST_ZOOM, k * factor))
  const ratio = next / k
  return new ZoomTransform(next, width / 2 - (width / 2 - x) * ratio, height / 2 - (height / 2 - y) * ratio)
}

function centredOn(x: number, y: number, k: number, { width, height }: Size): ZoomTransform {
  return new ZoomTransform(k, width / 2 - x * k, height / 2 - y * k)
}

/**
 * Returns a transform with the point inside the figure; the same transform if it is inside already.
 */
function revealing(x: number, y: number, now: ZoomTransform, { width, height }: Size): ZoomTransform {
  const margin = Math.min(MARGIN, width / 4, height / 4)
  const missing = (at: number, length: number): number =>
    Math.max(margin - at, 0) + Math.min(length - margin - at, 0)
  const [byX, byY] = [missing(now.applyX(x), width), missing(now.applyY(y), height)]
  return byX === 0 && byY === 0 ? now : new ZoomTransform(now.k, now.x + byX, now.y + byY)
}

/** Returns a transform between two others, `t` from 0 to 1. */
export function between(from: ZoomTransform, to: ZoomTransform, t: number): ZoomTransform {
  const mix = (a: number, b: number): number => a + (b - a) * t
  return new ZoomTransform(mix(from.k, to.k), mix(from.x, to.x), mix(from.y, to.y))
}

// The zoom and the visible part of the drawing: changed by the user, or by fit, zoom, centre and
// reveal. React draws it.

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

// d3-zoom on the drawing: it handles wheel, drag and pinch, and is informed when the page itself
// moves the drawing.

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

// Animates from 0 to 1; immediate if the system requests reduced motion.

const DURATION_MS = 320

/** Returns a function that starts an animation, and ends the previous one; null only ends it. */
export function useMotion(): (onStep: ((t: number) => void) | null) => void {
  const frame = useRef(0)
  useEffect(() => () => cancelAnimationFrame(frame.current), [])
  return useCallback((onStep) => {
    cancelAnimationFrame(frame.current)
    if (!onStep) return
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
      onStep(1)
      return
    }
    const start = performance.now()
    const step = (now: number): void => {
      const t = Math.min(1, Math.max(0, (now - start) / DURATION_MS))
      onStep(1 - (1 - t) ** 3)
      if (t < 1) frame.current = requestAnimationFrame(step)
    }
    step(start)
  }, [])
}

// Whether the drawing is moving, by a gesture or an animation.

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

// Fits the drawing into the figure: a new drawing, a new size of the figure, and on request.

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
