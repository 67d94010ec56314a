// All arcs of a drawing, those that are cut last.
import { NONE } from '../../../../workers/core/base/brand.ts'
import type { DrawingProps } from './drawing-props.ts'
import { cutShape, type ArcShape } from './arc-paths.ts'
import { ArcMark } from './ArcMark.tsx'
import { CutMark } from './CutMark.tsx'
import { arcPresence, isCrowded } from './emphasis.ts'

/** Thinnest line on screen, where labels have their own size. */
const HAIRLINE = 1.1

export function Arcs({
  scene,
  positions,
  level,
  emphasis: { near, strongArcs },
  shapes,
}: DrawingProps & { readonly shapes: readonly ArcShape[] }) {
  const { nodeLink } = scene
  const isInCrowd = isCrowded(nodeLink)
  return (
    <>
      {nodeLink.arcs.map((arc, index) => {
        const shape = shapes[index]
        if (!shape) return null
        const isNear = near?.arcs.has(index) ?? strongArcs.has(index)
        const state = isNear ? 'strong' : near === null ? 'plain' : 'faint'
        // However far out, a line one can see.
        const width = Math.max(scene.arcWidths[index] ?? 1, HAIRLINE * Math.max(1, level.scale))
        const cycle = nodeLink.nodes[arc.parent]?.cycle ?? NONE
        const colour = arc.kind === 'cycle' && cycle !== NONE ? scene.cycleColours.get(cycle) : undefined
        return (
          <ArcMark
            key={arc.arc}
            {...{ arc, index, shape, width, colour, state }}
            presence={arcPresence(arc, isInCrowd)}
          />
        )
      })}
      {scene.cuts.map((cut, at) => (
        <CutMark
          key={`${cut.parent} ${cut.child}`}
          shape={cutShape(scene, positions, cut)}
          index={nodeLink.arcs.length + at}
        />
      ))}
    </>
  )
}
