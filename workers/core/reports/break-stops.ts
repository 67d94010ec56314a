// The sets of cuts of a cycle with names in place of numbers, which hold under every scenario.
import type { AnalyzedProfile, CycleIndex } from '../analysis/analyzed-profile.ts'
import type { CandidateKind, CutCandidate } from '../analysis/cuts/cut-candidates.ts'
import type { ArcName } from '../analysis/scenario/scenario.ts'
import { arcName } from '../names/arc-names.ts'
import { briefName } from '../names/brief-name.ts'
import { displayName } from '../names/names.ts'

/** A set of cuts of one cycle. */
export interface BreakStop {
  readonly kind: CandidateKind
  /** "Keep the way down", "Below apply" */
  readonly title: string
  readonly arcs: readonly ArcName[]
  readonly calls: number
  readonly isExact: boolean
}

/** Returns candidates in their order as sets of named arcs. */
export function breakStops(
  analyzed: AnalyzedProfile,
  cycle: CycleIndex,
  candidates: readonly CutCandidate[],
): readonly BreakStop[] {
  const { offsets, items } = analyzed.cycles.members
  return candidates.map(({ kind, member, arcs, calls, isExact }) => ({
    kind,
    title: titleOf(
      kind,
      member < 0 ? '' : briefName(displayName(analyzed.profile.functions, items[offsets[cycle] + member])),
    ),
    arcs: arcs.map((arc) => arcName(analyzed, arc)),
    calls,
    isExact,
  }))
}

function titleOf(kind: CandidateKind, member: string): string {
  switch (kind) {
    case 'way-down':
      return 'Keep the way down'
    case 'calls':
      return 'Fewest calls'
    case 'arcs':
      return 'Fewest arcs'
    case 'first':
      return `Above ${member}`
    case 'last':
      return `Below ${member}`
  }
}
