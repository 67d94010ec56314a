// A drawing in the figure: its positions, animated from the previous drawing, zoomed and fitted,
// and the size of its labels.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { labelLevel, type LabelLevel } from '../drawing/place-labels.ts'
import { applyPins, between, type Pins, type Place, placesOf, type Positions } from '../drawing/positions.ts'
import type { Drawn } from '../use-layout.ts'
import { useSavedPicture } from '../StaticGraph.tsx'
import { fitTo } from './fit.ts'
import { type FigureHandle, type Size, useFit, useMotion, useZoom } from './use-zoom.ts'
import type { LayoutResult } from '../../../../workers/core/graph-layout/layout-input.ts'
import type { FunctionIndex } from '../../../../workers/core/profile/call-graph-profile.ts'

/** From this zoom on every arc shows its count. */
const COUNTS_ZOOM = 1.6

/** A drawing in the figure. */
export type Picture = ReturnType<typeof usePicture>

/** Returns the current positions, zoom and label sizes of a drawing. */
export function usePicture(
  svg: SVGSVGElement | null,
  drawn: Drawn,
  pins: Pins,
  size: Size,
  handle: RefObject<FigureHandle | null>,
  hasOpenStubs: boolean,
) {
  const { scene, style } = drawn
  const { positions, resting } = useAnimatedPositions(drawn, pins)
  const fitted = useMemo(
    () => fitTo(scene, style, resting, size, hasOpenStubs),
    [scene, style, resting, size, hasOpenStubs],
  )
  const zoomed = useZoom(svg, size, fitted.transform)
  const { transform, isMoving } = zoomed
  const zoom = useAtRest(transform.k, isMoving)
  const level = useLabelLevel(zoom)
  useFit(drawn, fitted.transform, size, svg, zoomed, handle)
  useSavedPicture(svg, drawn, resting)

  const placeOf = useCallback(
    (node: number): Place => ({ x: positions.x[node] ?? 0, y: positions.y[node] ?? 0 }),
    [positions],
  )
  /** In the figure's pixels. */
  const onScreen = ({ x, y }: Place): Place => ({ x: transform.applyX(x), y: transform.applyY(y) })
  /** The area for labels. */
  const { frame } = fitted
  return { positions, resting, zoomed, level, frame, hasCounts: zoom >= COUNTS_ZOOM, placeOf, onScreen }
}

/**
 * Returns the same object while its content is the same, so that parts drawn with it are not
 * redrawn.
 */
function useLabelLevel(zoom: number): LabelLevel {
  const { scale, hasFigures } = labelLevel(zoom)
  return useMemo(() => ({ scale, hasFigures }), [scale, hasFigures])
}

// The current positions of nodes: at rest, or on the way from the previous drawing.

const NOWHERE: ReadonlyMap<FunctionIndex, Place> = new Map()

function useAnimatedPositions({ scene, result }: Drawn, pins: Pins) {
  const [way, setWay] = useState({ from: NOWHERE, t: 1 })
  const move = useMotion()
  const shown = useRef<LayoutResult | null>(null)
  const last = useRef<ReadonlyMap<FunctionIndex, Place>>(NOWHERE)

  const resting = useMemo(() => applyPins(result, scene.nodeLink, pins), [result, scene, pins])
  const positions: Positions = useMemo(() => between(way.from, scene, resting, way.t), [way, scene, resting])

  useLayoutEffect(() => {
    if (shown.current === result) return
    shown.current = result
    const from = last.current
    if (from.size > 0) move((t) => setWay({ from, t }))
  }, [result, move])
  useLayoutEffect(() => {
    last.current = placesOf(scene, positions)
  }, [scene, positions])

  return { positions, resting }
}

// Delayed values: updated once they have been stable for a while, or once nothing moves.

/** Returns the value once it has been stable for `delay` milliseconds; null without delay. */
export function useDelayed<T>(value: T | null, delay: number): T | null {
  const [settled, setSettled] = useState<T | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === null ? 0 : delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return value === null ? null : settled
}

/** Returns the value from when everything was last at rest. */
function useAtRest<T>(value: T, isMoving: boolean): T {
  const [rest, setRest] = useState(value)
  if (!isMoving && rest !== value) setRest(value)
  return isMoving ? rest : value
}
