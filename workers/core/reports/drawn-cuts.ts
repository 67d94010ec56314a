// Arcs that a scenario cuts between functions that are drawn: shown as what is no longer there, to be restored.
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import type { ArcIndex, FunctionIndex } from '../profile/tables.ts'
import type { NodeLink } from './node-link.ts'

export interface DrawnCut {
  /** In the plain profile: under the scenario there is no such arc. */
  readonly arc: ArcIndex
  /** Positions in `nodes`. */
  readonly parent: number
  readonly child: number
}

/** @param plain the analysis without a scenario */
export function listDrawnCuts(now: AnalyzedProfile, plain: AnalyzedProfile, { nodes }: NodeLink): DrawnCut[] {
  const nodeOf = new Map<FunctionIndex, number>(nodes.map((node, at) => [node.function, at]))
  const cuts: DrawnCut[] = []
  for (const row of now.cutArcs) {
    const arc = row as ArcIndex
    const parent = nodeOf.get(plain.profile.arcs.parent[arc])
    const child = nodeOf.get(plain.profile.arcs.child[arc])
    if (parent !== undefined && child !== undefined) cuts.push({ arc, parent, child })
  }
  return cuts
}
