// All arcs of a drawing, those that are cut last.
import { NONE } from '../../../../workers/core/base/brand.ts'
import type { DrawingProps } from './drawing-props.ts'
import { cutShape, type ArcShape } from './arc-paths.ts'
import { ArcMark } from './ArcMark.tsx'
import { CutMark } from './CutMark.tsx'
import styles from './drawing.module.css'
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
  const mark = (index: number, isStrong: boolean, isCopy: boolean) => {
    const [arc, shape] = [nodeLink.arcs[index], shapes[index]]
    if (!arc || !shape) return null
    // However far out, a line one can see.
    const width = Math.max(scene.arcWidths[index] ?? 1, HAIRLINE * Math.max(1, level.scale))
    const cycle = nodeLink.nodes[arc.parent]?.cycle ?? NONE
    const colour = arc.kind === 'cycle' && cycle !== NONE ? scene.cycleColours.get(cycle) : undefined
    const presence = isStrong ? 1 : arcPresence(arc, isInCrowd)
    return <ArcMark key={arc.arc} {...{ arc, index, shape, width, colour, isStrong, isCopy, presence }} />
  }
  return (
    <>
      {/* They step back together, and what is near is drawn once more: each by itself would be styled anew. */}
      <g className={styles.arcs} data-behind={near !== null || undefined}>
        {nodeLink.arcs.map((_, index) => mark(index, strongArcs.has(index), false))}
      </g>
      {near && <g pointerEvents="none">{[...near.arcs].map((index) => mark(index, true, true))}</g>}
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
