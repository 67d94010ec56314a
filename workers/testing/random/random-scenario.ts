// Random scenarios of a profile: cuts, several out of one function among them, and functions left out or picked out.
import { type ArcName, EMPTY_SCENARIO, type Scenario } from '../../core/analysis/scenario/scenario.ts'
import type { ArcIndex, CallGraphProfile, FunctionIndex } from '../../core/profile/call-graph-profile.ts'
import { rawName } from '../../core/names/names.ts'
import type { Random } from './random.ts'

export function randomScenario(random: Random, profile: CallGraphProfile): Scenario {
  const { functions, arcs, arcsByParent } = profile
  const arcName = (arc: number): ArcName => ({
    parent: rawName(functions, arcs.parent[arc as ArcIndex]),
    child: rawName(functions, arcs.child[arc as ArcIndex]),
  })
  const cutArcs: ArcName[] = []
  const rounds = arcs.length === 0 ? 0 : random.weighted({ 0: 1, 1: 5, 2: 3, 4: 2 })
  for (let left = Number(rounds); left > 0; left--) {
    const arc = random.below(arcs.length)
    cutArcs.push(arcName(arc))
    if (random.chance(0.6)) continue
    const f = arcs.parent[arc as ArcIndex]
    const siblings = arcsByParent.items.subarray(arcsByParent.offsets[f], arcsByParent.offsets[f + 1])
    for (const sibling of siblings) if (random.chance(0.6)) cutArcs.push(arcName(sibling))
  }
  const some = (likely: number): string[] =>
    random.chance(likely)
      ? Array.from({ length: random.between(1, 3) }, () =>
          rawName(functions, random.below(functions.length) as FunctionIndex),
        )
      : []
  const plainly = random.chance(0.5)
  return {
    ...EMPTY_SCENARIO,
    cutArcs,
    ...(plainly ? {} : { leftOut: some(0.3), timeLeftOut: some(0.3), only: some(0.3), timeOnly: some(0.3) }),
  }
}
