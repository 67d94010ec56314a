// Suggested cuts as rows or texts: what each cycle loses, how good the choice is.
import type { AnalyzedProfile, CycleIndex } from '../analysis/analyzed-profile.ts'
import type { CutsByCycle } from '../analysis/cuts/cuts-by-cycle.ts'
import type { CycleColumns } from '../analysis/cuts/cycle-arcs.ts'
import { DEFAULT_LIMIT } from '../analysis/cuts/search-budget.ts'
import type { CutGoal, CutRequest } from '../analysis/cuts/suggest-cuts.ts'
import { largestRows } from '../base/largest-rows.ts'
import type { Ticks } from '../base/units.ts'
import type { ArcIndex } from '../profile/call-graph-profile.ts'
import { arcTitle } from '../names/arc-names.ts'
import { formatCount, formatCounted, formatFixed } from '../quantities.ts'
import { isStaticArc, staticCallText } from './static-calls.ts'

// For the page, which may not import the search.
export { DEFAULT_LIMIT } from '../analysis/cuts/search-budget.ts'

/**
 * Returns a request for suggested cuts with the default limit of work.
 *
 * @param members smallest cycle to break, in members
 */
export function requestOf(goal: CutGoal, members: number): CutRequest {
  return { goal, members, limit: DEFAULT_LIMIT }
}

/**
 * Returns an upper bound of the number of suggested cuts of all these cycles. Cuts are not redundant, so
 * the remaining arcs of a cycle connect its members, which takes one arc less than there are members.
 */
export function mostCuts({ sizes, arcs }: CycleColumns): number {
  return sizes.reduce((sum, members) => sum - members + 1, arcs.length)
}

/** Suggested cuts of one cycle. */
export interface CycleCuts {
  readonly cycle: CycleIndex
  /** Time of the whole cycle and what it calls. */
  readonly ticks: Ticks
  /** Ascending. */
  readonly arcs: readonly ArcIndex[]
}

/** Returns the cuts of the first `limit` cycles that are cut, most time first. */
export function listCycleCuts(
  { cycles, times, profile }: AnalyzedProfile,
  { offsets, arcs }: CutsByCycle,
  limit: number,
): readonly CycleCuts[] {
  const cycleAt = (row: number): CycleIndex =>
    cycles.cycleOf[profile.arcs.child[arcs[offsets[row]] as ArcIndex]] as CycleIndex
  const rows = Uint32Array.from({ length: offsets.length - 1 }, (_, row) => row).filter(
    (row) => offsets[row + 1] > offsets[row],
  )
  const ticksOf = (row: number): number =>
    times.cycleSelfTicks[cycleAt(row)] + times.cycleChildTicks[cycleAt(row)]
  return Array.from(largestRows(rows, ticksOf, limit), (row) => ({
    cycle: cycleAt(row),
    ticks: ticksOf(row),
    arcs: Array.from(arcs.subarray(offsets[row], offsets[row + 1]), (arc) => arc as ArcIndex),
  }))
}

/** Returns the number of cycles that are cut. */
export function countCycleCuts({ offsets }: CutsByCycle): number {
  let rows = 0
  for (let row = 0; row + 1 < offsets.length; row++) if (offsets[row + 1] > offsets[row]) rows++
  return rows
}

/** Returns the size of a set of cuts as text: "2 arcs with 5,041,856 calls". */
export function describeCuts({ profile }: AnalyzedProfile, arcs: ArrayLike<number>): string {
  let calls = 0
  for (let at = 0; at < arcs.length; at++) calls += profile.arcs.count[arcs[at] as ArcIndex]
  return `${formatCounted(arcs.length, 'arc')} with ${formatCounted(calls, 'call')}`
}

/** Returns one or two sentences on whether the cuts are proven best and, if not, how far off they may be. */
export function describeProof({ goal, arcs, calls, lowerBounds, isExact }: CutsByCycle): string {
  const what = goal === 'arcs' ? 'arcs' : 'calls'
  const among = goal === 'way-down' ? ' that leaves every member a caller' : ''
  if (!isExact.includes(0)) return `Provably minimal: no other choice${among} has fewer ${what}.`
  const cost = goal === 'arcs' ? arcs.length : calls.reduce((sum, one) => sum + one, 0)
  const least = lowerBounds.reduce((sum, one) => sum + one, 0)
  const gap = cost > 0 ? `${formatFixed((100 * (cost - least)) / cost, 1)}%` : '0%'
  return `Best found. Any choice${among} has at least ${formatCount(least)} ${what}, so at most ${gap} could be saved.`
}

/** One arc to cut. */
export interface CutRow {
  readonly arc: ArcIndex
  /** "parse → parse_line" */
  readonly title: string
  /** "1,234 calls", or the label of a static call (`staticCallText`). */
  readonly calls: string
}

/** Returns the first `limit` arcs as rows, most calls first. */
export function cutRows(
  analyzed: AnalyzedProfile,
  cut: readonly ArcIndex[],
  limit: number,
): readonly CutRow[] {
  const { arcs } = analyzed.profile
  const busiest = largestRows(Uint32Array.from(cut), (arc) => arcs.count[arc as ArcIndex], limit)
  return Array.from(busiest, (row) => {
    const arc = row as ArcIndex
    return {
      arc,
      title: arcTitle(analyzed, arc),
      calls: isStaticArc(analyzed, arc)
        ? staticCallText(analyzed, arcs.parent[arc], arcs.child[arc])
        : formatCounted(arcs.count[arc], 'call'),
    }
  })
}
