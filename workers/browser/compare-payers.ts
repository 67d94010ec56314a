// Who pays with more arcs cut: the profile is analysed for each set of arcs.
import { analyzeProfile } from '../core/analysis/analyze-profile.ts'
import type { CycleIndex } from '../core/analysis/analyzed-profile.ts'
import { type ArcName, cutAlso, type Scenario } from '../core/analysis/scenario/scenario.ts'
import { Yielder } from '../core/base/yielder.ts'
import type { CallGraphProfile } from '../core/profile/call-graph-profile.ts'
import { type CutPayers, cutPayers } from '../core/reports/cut-payers.ts'

/**
 * Compares who pays under a scenario and with each of these sets of arcs cut as well. Other questions get
 * their turn in between.
 *
 * @param plain the profile that the scenario applies to
 * @param cycle a cycle under the scenario, whose callers are compared
 * @param check throws if the question is aborted
 */
export async function comparePayers(
  plain: CallGraphProfile,
  scenario: Scenario,
  sets: readonly { readonly cycle: CycleIndex | null; readonly cut: readonly ArcName[] }[],
  limit: number,
  check: () => void,
): Promise<readonly CutPayers[]> {
  const before = analyzeProfile(plain, scenario)
  const payers: CutPayers[] = []
  const work = new Yielder(check)
  for (const { cycle, cut } of sets) {
    payers.push(cutPayers(before, analyzeProfile(plain, cutAlso(scenario, cut)), cycle, limit))
    await work.report(payers.length / sets.length)
  }
  return payers
}
