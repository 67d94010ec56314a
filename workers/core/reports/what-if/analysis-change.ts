// What of a profile's analysis has to travel when another scenario is asked for.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { isEmptyScenario } from '../../analysis/scenario/scenario.ts'
import type { ArcsByFunction, ArcTable, FunctionTable } from '../../profile/tables.ts'
import type { Analysis, Listing } from '../listing/listing.ts'

/** What a scenario changes, null if it is the empty one. Names, addresses and samples stay with whoever asks. */
export type AnalysisChange = ChangedTables | null

interface ChangedTables {
  readonly analyzed: Omit<AnalyzedProfile, 'profile'>
  readonly listing: Listing
  /** null as long as no arc is cut and none comes from the code. */
  readonly arcs: ChangedArcs | null
}

interface ChangedArcs {
  readonly arcs: ArcTable
  readonly recordedArcs: number
  readonly arcsByParent: ArcsByFunction
  readonly arcsByChild: ArcsByFunction
  readonly calls: FunctionTable['calls']
  readonly selfCalls: FunctionTable['selfCalls']
}

export function changeOf({ analyzed, listing }: Analysis): AnalysisChange {
  if (isEmptyScenario(analyzed.scenario)) return null
  const { profile, ...rest } = analyzed
  const { arcs, recordedArcs, arcsByParent, arcsByChild } = profile
  const { calls, selfCalls } = profile.functions
  const isChanged = analyzed.cutArcs.length > 0 || recordedArcs < arcs.length
  return {
    analyzed: rest,
    listing,
    arcs: isChanged ? { arcs, recordedArcs, arcsByParent, arcsByChild, calls, selfCalls } : null,
  }
}

/** @param plain the analysis without a scenario; what the change leaves alone is shared with it */
export function applyChange(plain: Analysis, change: AnalysisChange): Analysis {
  if (!change) return plain
  const { analyzed, listing, arcs } = change
  const { profile } = plain.analyzed
  if (!arcs) return { analyzed: { ...analyzed, profile }, listing }
  const { calls, selfCalls, ...tables } = arcs
  const functions = { ...profile.functions, calls, selfCalls }
  return { analyzed: { ...analyzed, profile: { ...profile, ...tables, functions } }, listing }
}
