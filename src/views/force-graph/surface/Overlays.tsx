// What stands above the picture and does not move with it: the minimap, the tip, the panel of the arc that was chosen.
import type { ProfileView } from '../../../../workers/api/contract.ts'
import type { Positions } from '../drawing/positions.ts'
import type { Scene } from '../scene/scene.ts'
import { ChosenArc } from './arcs/ChosenArc.tsx'
import type { ArcChoice } from './arcs/use-chosen-arc.ts'
import { GraphTip } from './GraphTip.tsx'
import type { Pointed } from './use-pointing.ts'
import { useWholeOnPaper } from './use-whole-on-paper.ts'
import { Minimap } from './zoom/Minimap.tsx'
import type { Size } from './zoom/transforms.ts'
import type { Zoom } from './zoom/use-zoom.ts'

export function Overlays({
  svg,
  opened,
  scene,
  resting,
  size,
  zoomed: { transform, isMoving, centreOn },
  told,
  chosen,
  onClose,
}: {
  readonly svg: SVGSVGElement | null
  readonly opened: ProfileView
  readonly scene: Scene
  readonly resting: Positions
  readonly size: Size
  readonly zoomed: Zoom
  readonly told: Pointed | null
  readonly chosen: ArcChoice['chosen']
  /** The panel of the arc. */
  readonly onClose: () => void
}) {
  useWholeOnPaper(svg, size)
  return (
    <>
      <Minimap {...{ scene, positions: resting, transform, size }} onMove={centreOn} />
      {told && !chosen && !isMoving && <GraphTip {...{ opened, scene, told, size }} />}
      {chosen && (
        <ChosenArc key={chosen.index} chosen={chosen.arc} {...{ x: chosen.x, y: chosen.y, size, onClose }} />
      )}
    </>
  )
}
