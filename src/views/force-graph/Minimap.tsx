// The minimap: the whole drawing with a frame around the visible part. A press or a drag moves the view
// there. Hidden if everything is visible.
import { type PointerEvent, useMemo } from 'react'
import { marksOf } from './labels.ts'
import { boundsOf, type Positions } from './positions.ts'
import type { Scene } from './scene.ts'
import type { Size } from './zoom-targets.ts'
import styles from './overlays.module.css'

const WIDTH = 168
const HEIGHT = 112
/** If more than this part of the drawing is visible, the map is of no use. */
const NEARLY_ALL = 0.92
/** Smallest mark on the map, in its pixels. */
const DOT = 1.1

export function Minimap({
  scene,
  positions,
  transform,
  size,
  onMove,
}: {
  readonly scene: Scene
  readonly positions: Positions
  readonly transform: { readonly x: number; readonly y: number; readonly k: number }
  readonly size: Size
  readonly onMove: (x: number, y: number, size: Size) => void
}) {
  const bounds = useMemo(() => boundsOf(scene, positions, [], []), [scene, positions])
  const [across, down] = [bounds.right - bounds.left, bounds.bottom - bounds.top]
  const scale = Math.min(WIDTH / across, HEIGHT / down)
  const dots = useMemo(
    () =>
      marksOf(scene, positions).map(({ left, top, right, bottom }, node) => {
        const [width, height] = [right - left, bottom - top].map((side) => Math.max(side, (2 * DOT) / scale))
        return (
          <rect
            key={scene.nodeLink.nodes[node]?.function}
            x={left}
            y={top}
            width={width}
            height={height}
            rx={scene.shape === 'box' ? 0 : width}
            data-mark={scene.nodeLink.nodes[node]?.isHot ? 'hot' : 'plain'}
          />
        )
      }),
    [scene, positions, scale],
  )
  const seen = {
    left: -transform.x / transform.k,
    top: -transform.y / transform.k,
    width: size.width / transform.k,
    height: size.height / transform.k,
  }
  const overlap = (from: number, length: number, least: number, most: number): number =>
    Math.max(0, Math.min(from + length, most) - Math.max(from, least)) / (most - least)
  const isAllSeen =
    overlap(seen.left, seen.width, bounds.left, bounds.right) > NEARLY_ALL &&
    overlap(seen.top, seen.height, bounds.top, bounds.bottom) > NEARLY_ALL
  if (isAllSeen) return null
  const go = (event: PointerEvent<SVGSVGElement>): void => {
    const box = event.currentTarget.getBoundingClientRect()
    onMove(
      bounds.left + (event.clientX - box.left) / scale,
      bounds.top + (event.clientY - box.top) / scale,
      size,
    )
  }
  return (
    <svg
      className={styles.minimap}
      role="img"
      aria-label="Minimap"
      width={across * scale}
      height={down * scale}
      viewBox={`${bounds.left} ${bounds.top} ${across} ${down}`}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        go(event)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) go(event)
      }}
    >
      {dots}
      <rect x={seen.left} y={seen.top} width={seen.width} height={seen.height} strokeWidth={1.5 / scale} />
    </svg>
  )
}
