// Arcs that a scenario cuts between functions that are drawn: shown as what is no longer there, to be restored.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { NONE, type None } from '../../base/brand.ts'
import { allNamed } from '../../profile/name-index.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/tables.ts'
import type { NodeLink } from './node-link.ts'

export interface DrawnCut {
  /** In the plain profile: under the scenario there is no such arc. NONE for a call never taken, which neither has. */
  readonly arc: ArcIndex | None
  /** Positions in `nodes`. */
  readonly parent: number
  readonly child: number
}

/** @param plain the analysis without a scenario */
export function listDrawnCuts(now: AnalyzedProfile, plain: AnalyzedProfile, { nodes }: NodeLink): DrawnCut[] {
  const nodeOf = new Map<FunctionIndex, number>(nodes.map((node, at) => [node.function, at]))
  const cuts: DrawnCut[] = []
  const { arcs } = plain.profile
  for (const row of now.cutArcs) {
    if (row >= arcs.length) continue
    const arc = row as ArcIndex
    const parent = nodeOf.get(arcs.parent[arc])
    const child = nodeOf.get(arcs.child[arc])
    if (parent !== undefined && child !== undefined) cuts.push({ arc, parent, child })
  }
  return [...cuts, ...staticCuts(now, plain, nodeOf)]
}

/** Calls never taken stand behind the recorded arcs, in neither profile once they are cut: their names are left. */
function* staticCuts(
  { cutArcs, scenario }: AnalyzedProfile,
  { profile }: AnalyzedProfile,
  nodeOf: ReadonlyMap<FunctionIndex, number>,
): Generator<DrawnCut> {
  const { arcs, arcsByParent, functions } = profile
  if (!cutArcs.some((row) => row >= arcs.length)) return
  for (const { parent, child } of scenario.cutArcs) {
    const children = allNamed(functions.names, child)
    for (const from of allNamed(functions.names, parent)) {
      const recorded = new Set<FunctionIndex>()
      for (let at = arcsByParent.offsets[from]; at < arcsByParent.offsets[from + 1]; at++) {
        recorded.add(arcs.child[arcsByParent.items[at]])
      }
      for (const to of children) {
        const [drawnFrom, drawnTo] = [nodeOf.get(from), nodeOf.get(to)]
        if (drawnFrom === undefined || drawnTo === undefined || recorded.has(to)) continue
        yield { arc: NONE, parent: drawnFrom, child: drawnTo }
      }
    }
  }
}
