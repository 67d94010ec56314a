// The drawing for export: complete, at rest, at its own size, with every label, a title above, the legend
// below.
import { describeExtent } from '../../../workers/core/reports/graph/drawing-text.ts'
import { Drawing } from './Drawing.tsx'
import type { Emphasis } from './emphasis.ts'
import { LegendLines } from './legend.tsx'
import { groupItems, markItems } from './legend-items.ts'
import { type Bounds, NO_PINS, type Positions, boundsOf } from './positions.ts'
import { restBox } from './rest-box.ts'
import { type Scene, sidesOf } from './scene.ts'
import type { Drawn } from './use-layout.ts'
import { arcShapes } from './arc-shapes.ts'
import { hullShape } from './hull-shape.ts'
import drawing from './drawing.module.css'

const PLAIN: Emphasis = { near: null, strongArcs: new Set(), found: null }
const FULL = { scale: 1, hasFigures: true }
const NOTHING = () => undefined
const NO_CYCLES = { selected: null, hovered: null }
const NO_REST = { isOpen: false, onToggle: NOTHING }

/** Distances of the title's lines and of the legend from the drawing. */
const TITLE_ABOVE = 38
const SUBTITLE_ABOVE = 20
const LEGEND_BELOW = 24
const LEAST_WIDTH = 320

export function StaticGraph({
  drawn: { scene },
  positions,
  title,
}: {
  readonly drawn: Drawn
  readonly positions: Positions
  readonly title: string
}) {
  const { left, top, right, bottom } = extentOf(scene, positions)
  const width = Math.max(LEAST_WIDTH, right - left)
  return (
    <svg>
      <text className={drawing.title} x={left} y={top - TITLE_ABOVE}>
        {title}
      </text>
      <text className={drawing.subtitle} x={left} y={top - SUBTITLE_ABOVE}>
        {subtitleOf(scene)}
      </text>
      <LegendLines
        items={[...groupItems(scene), ...markItems(scene)]}
        x={left}
        y={bottom + LEGEND_BELOW}
        width={width}
      />
      <Drawing
        scene={scene}
        positions={positions}
        level={FULL}
        hasCounts
        emphasis={PLAIN}
        selected={null}
        active={-1}
        described={null}
        pins={NO_PINS}
        refer={NOTHING}
        onOpen={NOTHING}
        cycles={NO_CYCLES}
        onCycle={null}
        rest={NO_REST}
      />
    </svg>
  )
}

/** For example "Call graph around solve: 12 of 43 functions, 97% of self time". */
function subtitleOf({ analyzed, nodeLink, nodes }: Scene): string {
  const focus = nodes[nodeLink.focus]
  return `Call graph${focus ? ` around ${focus.label.text}` : ''}: ${describeExtent(analyzed, nodeLink)}`
}

function extentOf(scene: Scene, positions: Positions): Bounds {
  const shapes = arcShapes(scene, positions)
  const hulls = scene.nodeLink.cycles.map((cycle) => hullShape(scene, positions, cycle, shapes, FULL))
  const nodes = scene.nodes.map(({ halfHeight }, node): Bounds => {
    const [x, y] = [positions.x[node] ?? 0, positions.y[node] ?? 0]
    const { left, right } = sidesOf(scene, node)
    return { left: x - left, right: x + right, top: y - halfHeight, bottom: y + halfHeight }
  })
  const rest = restBox(scene, positions, 1)
  return boundsOf(
    scene,
    positions,
    shapes.flatMap(({ points }) => points),
    [...nodes, ...(rest ? [rest] : []), ...hulls.flatMap(({ box, labelBox }) => [box, labelBox])],
  )
}
