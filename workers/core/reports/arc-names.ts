// An arc by the names of its ends: as scenarios and gprof's options say it, and as people read it.
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import type { ArcName } from '../analysis/scenario.ts'
import type { ArcIndex } from '../profile/tables.ts'
import { displayName, rawName } from './names.ts'

export function arcName({ profile }: AnalyzedProfile, arc: ArcIndex): ArcName {
  const { functions, arcs } = profile
  return { parent: rawName(functions, arcs.parent[arc]), child: rawName(functions, arcs.child[arc]) }
}

/** "parse → parse_line" */
export function arcTitle({ profile }: AnalyzedProfile, arc: ArcIndex): string {
  const { functions, arcs } = profile
  return `${displayName(functions, arcs.parent[arc])} → ${displayName(functions, arcs.child[arc])}`
}
