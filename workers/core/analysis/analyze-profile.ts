// Analyses a profile under a scenario: cycles, order, propagated time. A pure function.
import type { ArcIndex, CallGraphProfile, FunctionIndex } from '../profile/call-graph-profile.ts'
import type { AnalyzedProfile, CycleIndex } from './analyzed-profile.ts'
import { buildCycles, findComponentsAmong } from './cycles.ts'
import { findStandardLibrary, foldFunctions } from './scenario/fold.ts'
import type { Scenario } from './scenario/scenario.ts'
import { assert } from '../base/result.ts'
import { type PropagationFilter, propagate } from './propagate.ts'
import { defaultFilter, findArcs, withoutArcs, withFasterFunctions, narrowFilter } from './apply-scenario.ts'
import { walkOf, forgetWalk } from './arc-walk.ts'
import { arcSelfTicks, arcChildTicks } from './arc-times.ts'

/**
 * Returns the analysis of a profile under a scenario. `plain` is not changed; the result shares its tables
 * where the scenario leaves them.
 *
 * @param plain the profile as recorded; for a scenario with static arcs, the profile that has them
 *   (`withStaticArcs`)
 * @param filter which functions are shown and pass time on before the scenario narrows it; by default all but
 *   the excluded ones
 */
export function analyzeProfile(
  plain: CallGraphProfile,
  scenario: Scenario,
  filter: PropagationFilter = defaultFilter(plain),
): AnalyzedProfile {
  const { profile: whole, folding } = scenario.foldStd
    ? foldFunctions(plain, findStandardLibrary(plain))
    : { profile: plain, folding: null }
  const cutArcs = findArcs(whole, scenario.cutArcs)
  const withArcs = cutArcs.length === 0 ? whole : withoutArcs(whole, cutArcs)
  const profile = withFasterFunctions(withArcs, scenario.faster)
  const walk = walkOf(profile)
  const components = findComponentsAmong(walk.byParent.offsets, walk.byParent.other)
  const cycles = buildCycles(profile, components)
  const narrowed = narrowFilter(filter, profile, scenario)
  const propagated = propagate(profile, walk, components, cycles, narrowed)
  forgetWalk(walk)
  return { profile, scenario, cutArcs, ...(folding && { folding }), cycles, ...propagated }
}

/**
 * Checks the invariants that hold under gprof's defaults: time is conserved, cycles have at least
 * two members, and the order puts children first.
 *
 * @throws Error if an invariant does not hold
 */
export function checkAnalysis(analyzed: AnalyzedProfile): void {
  const { profile, cycles, times } = analyzed
  const { functions, arcs } = profile
  for (let a = 0; a < arcs.length; a++) {
    const arc = a as ArcIndex
    const parent = arcs.parent[arc]
    const child = arcs.child[arc]
    const inside = cycles.cycleOf[parent] >= 0 && cycles.cycleOf[parent] === cycles.cycleOf[child]
    if (parent === child || inside) {
      assert(
        arcSelfTicks(analyzed, arc) === 0 && arcChildTicks(analyzed, arc) === 0,
        'an arc inside a cycle passes time',
      )
      assert(times.order[parent] === times.order[child], 'members of a cycle have different orders')
    } else assert(times.order[child] < times.order[parent], 'a child comes after its parent')
  }
  for (let c = 0; c < cycles.length; c++) {
    const from = cycles.members.offsets[c]
    const to = cycles.members.offsets[c + 1]
    assert(to - from >= 2, 'a cycle of one')
    for (let m = from; m < to; m++) {
      const member = cycles.members.items[m]
      assert(cycles.cycleOf[member] === (c as CycleIndex), 'a member of two cycles')
    }
  }
  let self = 0
  for (let f = 0; f < functions.length; f++) self += functions.selfTicks[f as FunctionIndex]
  const slack = 1e-6 * Math.max(1, self)
  assert(analyzed.printedTicks <= self + slack, 'more time is shown than was measured')
}
