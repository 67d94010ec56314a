// Analyses a profile under a scenario: cycles, order, propagated time.
import type { CallGraphProfile } from '../profile/call-graph-profile.ts'
import type { AnalyzedProfile } from './analyzed-profile.ts'
import { defaultFilter, findArcs, narrowFilter, withFasterFunctions, withoutArcs } from './apply-scenario.ts'
import { type PropagationFilter, propagate } from './propagate.ts'
import { findStandardLibrary, foldFunctions } from './scenario/fold.ts'
import type { Scenario } from './scenario/scenario.ts'

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
  const propagated = propagate(profile, narrowFilter(filter, profile, scenario))
  return { profile, scenario, cutArcs, ...(folding && { folding }), ...propagated }
}
