// Cut arcs between drawn functions: shown as removed, so that they can be restored.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { NONE, type None } from '../../base/columns.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/call-graph-profile.ts'
import { allNamed, orderForLookUps } from '../../profile/name-index.ts'
import { type NodeLink, nodesByFunction } from './drawing.ts'

/** A cut arc between drawn functions. */
export interface DrawnCut {
  /**
   * Arc of the plain profile, because the scenario's profile lacks it. NONE for a static call,
   * which neither has.
   */
  readonly arc: ArcIndex | None
  /** Indexes in `nodes`. */
  readonly parent: number
  readonly child: number
}

/**
 * Returns the cut arcs between drawn functions, recorded ones first.
 *
 * @param now the analysis under the scenario
 * @param plain the analysis without a scenario
 */
export function listDrawnCuts(now: AnalyzedProfile, plain: AnalyzedProfile, { nodes }: NodeLink): DrawnCut[] {
  const nodeOf = nodesByFunction(now, nodes)
  const cuts: DrawnCut[] = []
  const { arcs } = plain.profile
  for (const row of measuredCuts(now)) {
    if (row === NONE || row >= arcs.length) continue
    const arc = row as ArcIndex
    const parent = nodeOf.get(arcs.parent[arc])
    const child = nodeOf.get(arcs.child[arc])
    if (parent !== undefined && child !== undefined && !isWithinNode(nodes, parent, child))
      cuts.push({ arc, parent, child })
  }
  return [...cuts, ...staticCuts(now, plain, nodes, nodeOf)]
}

/** Whether a cut arc is between members of a cycle that is drawn as one node. */
const isWithinNode = (nodes: NodeLink['nodes'], parent: number, child: number): boolean =>
  parent === child && nodes[parent].closed !== NONE

/** Returns the cut arcs as ArcIndex of the profile before folding; NONE for those that folding made. */
function measuredCuts({ cutArcs, folding }: AnalyzedProfile): readonly number[] {
  return Array.from(cutArcs, (row) => (folding ? folding.measuredArcs[row as ArcIndex] : row))
}

/**
 * Static calls follow the recorded arcs and are in neither profile once they are cut, so they are
 * found by name.
 */
function* staticCuts(
  now: AnalyzedProfile,
  { profile }: AnalyzedProfile,
  nodes: NodeLink['nodes'],
  nodeOf: ReadonlyMap<FunctionIndex, number>,
): Generator<DrawnCut> {
  const { arcs, arcsByParent, functions } = profile
  if (!measuredCuts(now).some((row) => row >= arcs.length)) return
  const byName = orderForLookUps(functions.names, 2 * now.scenario.cutArcs.length)
  for (const { parent, child } of now.scenario.cutArcs) {
    const children = allNamed(functions.names, child, byName)
    for (const from of allNamed(functions.names, parent, byName)) {
      const recorded = new Set<FunctionIndex>()
      for (let at = arcsByParent.offsets[from]; at < arcsByParent.offsets[from + 1]; at++) {
        recorded.add(arcs.child[arcsByParent.items[at]])
      }
      for (const to of children) {
        const [drawnFrom, drawnTo] = [nodeOf.get(from), nodeOf.get(to)]
        if (drawnFrom === undefined || drawnTo === undefined || recorded.has(to)) continue
        if (isWithinNode(nodes, drawnFrom, drawnTo)) continue
        yield { arc: NONE, parent: drawnFrom, child: drawnTo }
      }
    }
  }
}
