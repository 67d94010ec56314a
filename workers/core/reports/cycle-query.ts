// Searches that name a cycle by its number, such as "cycle 3".
import type { AnalyzedProfile, CycleIndex } from '../analysis/analyzed-profile.ts'
import { membersOf } from '../analysis/arc-times.ts'
import type { SearchResult } from './search/search-names.ts'

/** As the page and gprof write it: cycle 3, <cycle 3>, cycle 3 as a whole. */
const NUMBERED = /^<?cycle\s*(\d{1,9})(?: as a whole)?>?$/i

const WORST = 255

/** Whether a query names a cycle by its number, in any profile. */
export const isCycleQuery = (query: string): boolean => NUMBERED.test(query.trim())

/** Returns the cycle that a query names by its number; null if the profile has no such cycle. */
export function cycleInQuery({ cycles }: AnalyzedProfile, query: string): CycleIndex | null {
  const number = Number(NUMBERED.exec(query.trim())?.[1] ?? 0)
  return number >= 1 && number <= cycles.length ? ((number - 1) as CycleIndex) : null
}

/**
 * Adds the members of the cycle that a query names to its matches, before all others.
 *
 * @param analyzed undefined without a profile
 */
export function withMembers(
  analyzed: AnalyzedProfile | undefined,
  query: string,
  result: SearchResult,
): SearchResult {
  const cycle = analyzed ? cycleInQuery(analyzed, query) : null
  if (!analyzed || cycle === null || !result.ok) return result
  const members = membersOf(analyzed.cycles, cycle)
  const rankOf = new Map<number, number>()
  result.matches.forEach((f, at) => rankOf.set(f, Math.min(WORST, result.ranks[at] + 1)))
  for (const f of members) rankOf.set(f, 0)
  const matches = Uint32Array.from(rankOf.keys()).sort()
  return { ...result, matches, ranks: Uint8Array.from(matches, (f) => rankOf.get(f) ?? WORST) }
}
