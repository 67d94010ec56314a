// What a scenario changes: the columns of an analysis that are sent to the page, and the entries
// that correspond before and after.
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import { isEmptyScenario } from '../analysis/scenario/scenario.ts'
import type {
  ArcsByFunction,
  ArcTable,
  CallGraphProfile,
  FunctionIndex,
  FunctionTable,
  ProfileTotals,
  TailCalls,
} from '../profile/call-graph-profile.ts'
import type { Analysis, EntryIndex, Listing } from './listing/listing.ts'
import { NONE, type None } from '../base/columns.ts'

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

// Corresponding entries under two scenarios, or in two runs, which number them differently.

/**
 * Returns the entries in `after` that correspond to entries of `before`. Those without a counterpart are
 * omitted, and all if the analyses do not have the same functions (by address).
 */
export function mapEntries(
  before: Analysis,
  after: Analysis,
  entries: ReadonlySet<EntryIndex>,
): ReadonlySet<EntryIndex> {
  const carried = new Set<EntryIndex>()
  if (entries.size === 0 || !hasSameFunctions(before, after)) return carried
  for (const entry of entries) {
    const there = mapEntry(before, after, entry)
    if (there !== NONE) carried.add(there)
  }
  return carried
}

/**
 * Returns the entry in `after` for an entry of `before`, which must have the same functions. A whole cycle
 * corresponds to the cycle of its first member. NONE if there is no such entry.
 */
export function mapEntry(before: Analysis, after: Analysis, entry: EntryIndex): EntryIndex | None {
  const f = before.listing.entries.functionOf[entry]
  if (f !== NONE) return after.listing.entries.entryOfFunction[f]
  const cycle = before.listing.entries.cycleOf[entry]
  if (cycle === NONE) return NONE
  const { members } = before.analyzed.cycles
  const first = members.items[members.offsets[cycle]]
  const now = after.analyzed.cycles.cycleOf[first]
  return now === NONE ? NONE : after.listing.entries.entryOfCycle[now]
}

function hasSameFunctions(before: Analysis, after: Analysis): boolean {
  const [were, are] = [before.analyzed.profile.functions, after.analyzed.profile.functions]
  if (were.address === are.address) return true
  if (were.length !== are.length) return false
  for (let at = 0; at < were.length; at++) {
    const f = at as FunctionIndex
    if (were.address[f] !== are.address[f]) return false
  }
  return true
}
