// How a drawing stands in the figure: its places, zoomed and fitted, and the labels that there is room for.
import { useCallback, useMemo, type RefObject } from 'react'
import { labelLevel, type LabelLevel } from '../drawing/label-level.ts'
import type { Pins, Place } from '../drawing/positions.ts'
import type { Drawn } from '../use-layout.ts'
import { useAtRest } from './use-later.ts'
import { usePlaces } from './use-places.ts'
import { useSavedPicture } from './use-saved-picture.tsx'
import { fitTo } from './zoom/fit.ts'
import type { Size } from './zoom/transforms.ts'
import { useFit, type FigureHandle } from './zoom/use-fit.ts'
import { useZoom } from './zoom/use-zoom.ts'

/** From this zoom on there is room for every arc's count. */
const COUNTS_ZOOM = 1.6

export type Picture = ReturnType<typeof usePicture>

export function usePicture(
  svg: SVGSVGElement | null,
  drawn: Drawn,
  pins: Pins,
  size: Size,
  handle: RefObject<FigureHandle | null>,
  hasOpenStubs: boolean,
) {
  const { scene, style } = drawn
  const { positions, resting } = usePlaces(drawn, pins)
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
  /** Where labels may stand. */
  const { frame } = fitted
  return { positions, resting, zoomed, level, frame, hasCounts: zoom >= COUNTS_ZOOM, placeOf, onScreen }
}

/** The same object as long as it says the same: what is drawn by it stays. */
function useLabelLevel(zoom: number): LabelLevel {
  const { scale, hasFigures } = labelLevel(zoom)
  return useMemo(() => ({ scale, hasFigures }), [scale, hasFigures])
}
