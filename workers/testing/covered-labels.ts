// What a drawing's arcs lie over: the curves as the page draws them, against the room that labels take beside their marks.
import { NONE } from '../core/base/columns.ts'
import { type Curve, curveBetween, type End, pointOn } from '../core/graph-layout/link-curves.ts'
import { curvesThrough } from '../core/graph-layout/bend-curves.ts'
import type { LayoutInput, LayoutResult } from '../core/graph-layout/layout-input.ts'

/** Half the height of a label's two lines, and the air between it and its mark. */
const LABEL_HALF = 15
const LABEL_GAP = 4
const HEAD = 8
const AIR = 2
const SAMPLES = 100

/** Nodes whose label some arc runs over, their own arcs included. */
export function coveredLabels(input: LayoutInput, result: LayoutResult): ReadonlySet<number> {
  const covered = new Set<number>()
  input.parent.forEach((_, link) => {
    for (const curve of curvesOf(input, result, link)) {
      for (let step = 0; step <= SAMPLES; step++) {
        const { x, y } = pointOn(curve, step / SAMPLES)
        input.radius.forEach((radius, node) => {
          const [right, down] = [x - result.x[node], y - result.y[node]]
          const isInside =
            right > radius + LABEL_GAP && right < input.right[node] && Math.abs(down) < LABEL_HALF
          if (isInside) covered.add(node)
        })
      }
    }
  })
  return covered
}

function curvesOf(input: LayoutInput, result: LayoutResult, link: number): readonly Curve[] {
  const { parent, child, cluster, radius } = input
  const { x, y, bow, bendStart, bendX, bendY } = result
  const [from, to] = [parent[link], child[link]]
  const end = (node: number): End => ({ x: x[node], y: y[node], radius: radius[node] + AIR })
  const bends = Array.from(bendX.slice(bendStart[link], bendStart[link + 1]), (bend, at) => ({
    x: bend,
    y: bendY[bendStart[link] + at],
  }))
  if (bends.length > 0) return curvesThrough(end(from), bends, end(to), HEAD)
  const isInside = cluster[from] !== NONE && cluster[from] === cluster[to]
  return [curveBetween(end(from), end(to), bow[link], HEAD, isInside)]
}
