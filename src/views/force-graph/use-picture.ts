// A drawing in the figure: its positions, animated from the previous drawing, at a zoom with labels to
// match.
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { applyPins, between, type Pins, type Place, placesOf, type Positions } from './positions.ts'
import type { Drawn } from './use-layout.ts'
import { labelLevel, type LabelLevel } from './labels.ts'
import { useSavedPicture } from './use-saved-picture.ts'
import { type FigureHandle, useFit } from './use-fit.ts'
import { fitTo } from './fit.ts'
import type { Size } from './zoom-targets.ts'
import { useMotion } from './use-motion.ts'
import { useZoom } from './use-zoom.ts'
import type { LayoutResult } from '../../../workers/core/graph-layout/layout-input.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'

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
  const { scene } = drawn
  const { positions, resting } = useAnimatedPositions(drawn, pins)
  const fitted = useMemo(
    () => fitTo(scene, resting, size, hasOpenStubs),
    [scene, resting, size, hasOpenStubs],
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

const NOWHERE: ReadonlyMap<FunctionIndex, Place> = new Map([])

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

/** Returns the value from when everything was last at rest. */
function useAtRest<T>(value: T, isMoving: boolean): T {
  const [rest, setRest] = useState(value)
  if (!isMoving && rest !== value) setRest(value)
  return isMoving ? rest : value
}
