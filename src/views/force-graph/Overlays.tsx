// Overlays of the graph that do not zoom: the minimap, the tooltip, the panel of the chosen arc.
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { Positions } from './positions.ts'
import type { Scene } from './scene.ts'
import type { ArcChoice } from './use-chosen-arc.ts'
import type { Pointed } from './use-pointing.ts'
import type { Size } from './zoom-targets.ts'
import type { Zoom } from './use-zoom.ts'
import { useFitToPaper } from './use-fit-to-paper.ts'
import { Minimap } from './Minimap.tsx'
import { GraphTip } from './GraphTip.tsx'
import { ChosenArc } from './ChosenArc.tsx'

export function Overlays({
  svg,
  opened,
  scene,
  resting,
  size,
  zoomed: { transform, isMoving, centreOn },
  tipTarget,
  chosen,
  onClose,
}: {
  readonly svg: SVGSVGElement | null
  readonly opened: ProfileView
  readonly scene: Scene
  readonly resting: Positions
  readonly size: Size
  readonly zoomed: Zoom
  readonly tipTarget: Pointed | null
  readonly chosen: ArcChoice['chosen']
  /** Closes the panel of the arc. */
  readonly onClose: () => void
}) {
  useFitToPaper(svg, size)
  return (
    <>
      <Minimap {...{ scene, positions: resting, transform, size }} onMove={centreOn} />
      {tipTarget && !chosen && !isMoving && <GraphTip {...{ opened, scene, tipTarget, size }} />}
      {chosen && (
        <ChosenArc key={chosen.index} chosen={chosen.arc} {...{ x: chosen.x, y: chosen.y, size, onClose }} />
      )}
    </>
  )
}
