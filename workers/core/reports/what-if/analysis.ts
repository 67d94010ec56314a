// One scenario's numbers with their listing, and what of them has to travel when another scenario is asked for.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { isEmptyScenario } from '../../analysis/scenario.ts'
import type { Csr } from '../../base/csr.ts'
import type { ArcTable, FunctionTable } from '../../profile/tables.ts'
import type { Listing } from '../listing.ts'

export interface Analysis {
  readonly analyzed: AnalyzedProfile
  /** What needed sorting, done once. */
  readonly listing: Listing
}

/** What a scenario changes. Names, addresses and samples, most of a profile's bytes, stay with whoever asks. */
export interface AnalysisChange {
  readonly analyzed: Omit<AnalyzedProfile, 'profile'>
  readonly listing: Listing
  /** null as long as no arc is cut. */
  readonly arcs: CutTables | null
}

interface CutTables {
  readonly arcs: ArcTable
  readonly arcsByParent: Csr
  readonly arcsByChild: Csr
  readonly calls: FunctionTable['calls']
  readonly selfCalls: FunctionTable['selfCalls']
}

export function changeOf({ analyzed, listing }: Analysis): AnalysisChange {
  const { profile, ...rest } = analyzed
  const { arcs, arcsByParent, arcsByChild } = profile
  const { calls, selfCalls } = profile.functions
  const isCut = analyzed.cutArcs.length > 0
  return {
    analyzed: rest,
    listing,
    arcs: isCut ? { arcs, arcsByParent, arcsByChild, calls, selfCalls } : null,
  }
}

/** @param plain the analysis without a scenario; what the change leaves alone is shared with it */
export function applyChange(plain: Analysis, { analyzed, listing, arcs }: AnalysisChange): Analysis {
  if (isEmptyScenario(analyzed.scenario)) return plain
  const { profile } = plain.analyzed
  if (!arcs) return { analyzed: { ...analyzed, profile }, listing }
  const { calls, selfCalls, ...tables } = arcs
  const functions = { ...profile.functions, calls, selfCalls }
  return { analyzed: { ...analyzed, profile: { ...profile, ...tables, functions } }, listing }
}
