// An arc by the names of its ends: as scenarios and gprof's options say it, and as people read it.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { ArcName } from '../../analysis/scenario/scenario.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/tables.ts'
import { displayName, rawName } from './names.ts'

export function arcName(analyzed: AnalyzedProfile, arc: ArcIndex): ArcName {
  const { arcs } = analyzed.profile
  return nameBetween(analyzed, arcs.parent[arc], arcs.child[arc])
}

export function nameBetween(
  { profile: { functions } }: AnalyzedProfile,
  parent: FunctionIndex,
  child: FunctionIndex,
): ArcName {
  return { parent: rawName(functions, parent), child: rawName(functions, child) }
}

/** "parse → parse_line" */
export function arcTitle(analyzed: AnalyzedProfile, arc: ArcIndex): string {
  const { arcs } = analyzed.profile
  return titleBetween(analyzed, arcs.parent[arc], arcs.child[arc])
}

export function titleBetween(
  { profile: { functions } }: AnalyzedProfile,
  parent: FunctionIndex,
  child: FunctionIndex,
): string {
  return `${displayName(functions, parent)} → ${displayName(functions, child)}`
}
