// What stands above the picture and does not move with it: the minimap, the tip, the panel of the arc that was chosen.
import { lazy, Suspense } from 'react'
import type { TipText } from '../../../../workers/core/reports/node-link/drawing-text.ts'
import type { Positions } from '../drawing/positions.ts'
import type { Scene } from '../scene/scene.ts'
import { GraphTip } from './GraphTip.tsx'
import type { Pointed } from './tip.ts'
import type { ArcChoice } from './arcs/use-chosen-arc.ts'
import type { Size, Zoom } from './zoom/use-zoom.ts'

// What a first look does without comes in on its own.
const ChosenArc = lazy(async () => ({ default: (await import('./arcs/ChosenArc.tsx')).ChosenArc }))
const Minimap = lazy(async () => ({ default: (await import('./zoom/Minimap.tsx')).Minimap }))

export function Overlays({
  scene,
  resting,
  size,
  zoomed: { transform, isMoving, centreOn },
  tip,
  told,
  chosen,
  onClose,
}: {
  readonly scene: Scene
  readonly resting: Positions
  readonly size: Size
  readonly zoomed: Zoom
  /** What is said of `told`. */
  readonly tip: TipText | null
  readonly told: Pointed | null
  readonly chosen: ArcChoice['chosen']
  /** The panel of the arc. */
  readonly onClose: () => void
}) {
  return (
    <>
      <Suspense>
        <Minimap {...{ scene, positions: resting, transform, size }} onMove={centreOn} />
      </Suspense>
      {tip && told && !chosen && !isMoving && <GraphTip text={tip} x={told.x} y={told.y} size={size} />}
      <Suspense>
        {chosen && (
          <ChosenArc
            key={chosen.index}
            chosen={chosen.arc}
            x={chosen.x}
            y={chosen.y}
            size={size}
            onClose={onClose}
          />
        )}
      </Suspense>
    </>
  )
}
