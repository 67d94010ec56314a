// What a scenario changes: the columns of an analysis that are sent to the page.
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import { isEmptyScenario } from '../analysis/scenario/scenario.ts'
import type {
  ArcsByFunction,
  ArcTable,
  CallGraphProfile,
  FunctionTable,
  ProfileTotals,
  TailCalls,
} from '../profile/call-graph-profile.ts'
import type { Analysis, Listing } from './listing/listing.ts'

/**
 * The tables that a scenario changes; null for the empty scenario. Names, addresses and samples
 * stay with the receiver.
 */
export type AnalysisChange = ChangedTables | null

interface ChangedTables {
  readonly analyzed: Omit<AnalyzedProfile, 'profile'>
  readonly listing: Listing
  /** Null while no arc is cut, none is static and no function is folded. */
  readonly arcs: ChangedArcs | null
  /** Null as long as no function is faster and none is folded. */
  readonly times: ChangedTimes | null
}

interface ChangedTimes {
  readonly selfTicks: FunctionTable['selfTicks']
  readonly totals: ProfileTotals
}

interface ChangedArcs {
  readonly arcs: ArcTable
  readonly recordedArcs: number
  readonly tailCalls?: TailCalls
  readonly arcsByParent: ArcsByFunction
  readonly arcsByChild: ArcsByFunction
  readonly calls: FunctionTable['calls']
  readonly selfCalls: FunctionTable['selfCalls']
}

/**
 * Returns what the scenario of an analysis changed, for `applyChange`; null for the empty scenario. It
 * shares the columns of the analysis.
 */
export function changeOf({ analyzed, listing }: Analysis): AnalysisChange {
  if (isEmptyScenario(analyzed.scenario)) return null
  const { profile, ...rest } = analyzed
  const { arcs, recordedArcs, tailCalls, arcsByParent, arcsByChild } = profile
  const { calls, selfCalls, selfTicks } = profile.functions
  const { folding } = analyzed
  const isChanged = folding || analyzed.cutArcs.length > 0 || recordedArcs < arcs.length
  return {
    analyzed: rest,
    listing,
    arcs: isChanged
      ? { arcs, recordedArcs, arcsByParent, arcsByChild, calls, selfCalls, ...(tailCalls && { tailCalls }) }
      : null,
    times: folding || analyzed.scenario.faster.length > 0 ? { selfTicks, totals: profile.totals } : null,
  }
}

/**
 * Returns the analysis under a scenario. Null returns `plain` itself.
 *
 * @param plain the analysis without a scenario; unchanged tables are shared with it
 * @param change from `changeOf`, of the same profile
 */
export function applyChange(plain: Analysis, change: AnalysisChange): Analysis {
  if (!change) return plain
  const { analyzed, listing, arcs, times } = change
  const profile = times ? withTimes(plain.analyzed.profile, times) : plain.analyzed.profile
  if (!arcs) return { analyzed: { ...analyzed, profile }, listing }
  const { calls, selfCalls, ...tables } = arcs
  const functions = { ...profile.functions, calls, selfCalls }
  return { analyzed: { ...analyzed, profile: { ...profile, ...tables, functions } }, listing }
}

function withTimes(profile: CallGraphProfile, { selfTicks, totals }: ChangedTimes): CallGraphProfile {
  return { ...profile, functions: { ...profile.functions, selfTicks }, totals }
}
