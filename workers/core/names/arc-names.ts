// Names of arcs, for scenarios, gprof’s options or people.
import type { ArcIndex, FunctionIndex } from '../profile/call-graph-profile.ts'
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import type { ArcName } from '../analysis/scenario/scenario.ts'
import { rawName, displayName } from './names.ts'

/** Returns the raw names of an arc's ends, as binary strings. */
export function arcName(analyzed: AnalyzedProfile, arc: ArcIndex): ArcName {
  const { arcs } = analyzed.profile
  return nameBetween(analyzed, arcs.parent[arc], arcs.child[arc])
}

/**
 * Returns the raw names of a caller and a callee, as binary strings. There need not be an arc between them.
 */
export function nameBetween(
  { profile: { functions } }: AnalyzedProfile,
  parent: FunctionIndex,
  child: FunctionIndex,
): ArcName {
  return { parent: rawName(functions, parent), child: rawName(functions, child) }
}

/** Returns an arc's readable title: "parse → parse_line". */
export function arcTitle(analyzed: AnalyzedProfile, arc: ArcIndex): string {
  const { arcs } = analyzed.profile
  return titleBetween(analyzed, arcs.parent[arc], arcs.child[arc])
}

/**
 * Returns the readable title of the arc between two functions: "parse → parse_line". There need not be one.
 */
export function titleBetween(
  { profile: { functions } }: AnalyzedProfile,
  parent: FunctionIndex,
  child: FunctionIndex,
): string {
  return `${displayName(functions, parent)} → ${displayName(functions, child)}`
}
