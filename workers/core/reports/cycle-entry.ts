// The entry of a cycle k as gprof's manual describes it: S_k, D_k, C(k), C(k→k), each with what adds up to it.
import { arcChildTicks, arcSelfTicks, callsOfHead, membersOf } from '../analysis/arc-times.ts'
import type { AnalyzedProfile, CycleIndex } from '../analysis/analyzed-profile.ts'
import { NONE } from '../base/columns.ts'
import type { Ticks } from '../base/units.ts'
import type { ArcIndex, ArcsByFunction, FunctionIndex } from '../profile/call-graph-profile.ts'
import type { EntryLines } from './listing/entry-lines.ts'

/** Whose description an entry follows: the manual's, or what GNU gprof prints. */
export type Convention = 'manual' | 'gprof'

/**
 * The entry of a whole cycle. GNU gprof prints only the primary line and all calls of each member; see
 * docs/differences.md.
 */
export interface CycleEntry {
  readonly cycle: CycleIndex
  readonly primary: CyclePrimary
  /**
   * Functions outside that call a member, in the order of gprof's parent lines: least time first, then
   * fewest calls. Empty for a cycle that nothing outside calls.
   */
  readonly callers: readonly OutsideLine[]
  /** The members, in the order of `listing.lines.cycleMembers`: most time first. */
  readonly members: readonly MemberLine[]
  /**
   * Functions outside that members call, in the order of gprof's child lines: most time first, then most
   * calls.
   */
  readonly others: readonly OutsideLine[]
}

/** The primary line of a cycle's entry. The number of calls is printed as `calls` + `inside`. */
export interface CyclePrimary {
  /** S_k, the sum of the members' self times, and D_k, that of the time they inherit from functions outside. */
  readonly self: Ticks
  readonly children: Ticks
  /** C(k): calls of members by functions outside. */
  readonly calls: number
  /** C(k→k): calls of members by members. A member's calls of itself are among them. */
  readonly inside: number
}

/** One member in the entry of its cycle. */
export interface MemberLine {
  readonly f: FunctionIndex
  readonly self: Ticks
  /** Time that the member inherits from functions outside of the cycle. */
  readonly children: Ticks
  /** Calls of the member by members, itself among them. */
  readonly inside: number
  /** Those of `inside` that are calls of itself. */
  readonly selfCalls: number
  /** Calls of the member by functions outside; see `outsideCalls`. */
  readonly outside: number
}

/** A function outside of a cycle that calls members, or that members call. */
export interface OutsideLine {
  readonly f: FunctionIndex
  /** The arcs between the function and members, oldest first. */
  readonly arcs: readonly ArcIndex[]
  /**
   * Time that these arcs pass. Of a caller h it is S_k and D_k × C(h→k) ÷ C(k): an estimate for the whole cycle
   * and what it calls, for the times when h called into it.
   */
  readonly self: Ticks
  readonly children: Ticks
  /** Calls on these arcs; 0 if all of them are static. */
  readonly count: number
  /**
   * The calls that `count` is a part of: of a caller C(k); of another function C(j), all its calls by others,
   * or for a member of another cycle, those into that cycle.
   */
  readonly of: number
}

/** The part of a listing that decides the order of members. */
interface CycleListing {
  readonly lines: Pick<EntryLines, 'cycleMembers'>
}

/** Arcs processed between two pauses: some milliseconds, because a page makes entries between two frames. */
const STEP = 2000

/**
 * Returns the entry of a cycle as the manual of gprof describes it. Takes time in proportion to the arcs of
 * its members. Yields now and then, because a member may have a hundred thousand callers.
 *
 * Unit: ticks. Source: the manual's section "How Mutually Recursive Functions Are Described".
 *
 * @param listing of the same analysis
 */
export function* cycleEntry(
  analyzed: AnalyzedProfile,
  listing: CycleListing,
  cycle: CycleIndex,
): Generator<void, CycleEntry> {
  const { cycles } = analyzed
  const callers = yield* collectOutside(analyzed, cycle, 'callers')
  const others = yield* collectOutside(analyzed, cycle, 'others')
  const { offsets, items } = listing.lines.cycleMembers
  const members: MemberLine[] = []
  for (let at = offsets[cycle]; at < offsets[cycle + 1]; at++) {
    if (at % STEP === STEP - 1) yield
    members.push(memberLine(analyzed, items[at]))
  }
  const primary = {
    ...timesOfCycle(analyzed, cycle),
    calls: cycles.calls[cycle],
    inside: insideCalls(analyzed, cycle),
  }
  return { cycle, primary, callers, members, others }
}

/**
 * Returns self and child time of a cycle in ticks: the sums of its members. gprof passes only a part of them
 * on where a filter excludes callers, and none without callers.
 */
export function timesOfCycle(
  analyzed: AnalyzedProfile,
  cycle: CycleIndex,
): { readonly self: Ticks; readonly children: Ticks } {
  const { cycles, times, asPrinted } = analyzed
  // Sums of rounded numbers would differ from the one that the listing prints.
  if (asPrinted && times.cycleIsPrinted[cycle] === 1 && cycles.calls[cycle] > 0)
    return { self: times.cyclePropagatedSelf[cycle], children: times.cyclePropagatedChild[cycle] }
  let self = 0
  let children = 0
  for (const f of membersOf(cycles, cycle)) {
    self += times.propagatedSelf[f]
    children += times.propagatedChild[f]
  }
  return { self, children }
}

/** Returns C(k→k), the calls of members by members, a member's calls of itself among them. */
export function insideCalls({ profile, cycles }: AnalyzedProfile, cycle: CycleIndex): number {
  let calls = cycles.internalCalls[cycle]
  for (const f of membersOf(cycles, cycle)) calls += profile.functions.selfCalls[f]
  return calls
}

/**
 * Returns the calls of a function that the primary line of its entry counts as the manual describes it: for a
 * member of a cycle those by functions outside of the cycle, else those by others. gprof's own line of a member
 * has C(i), calls by other members included.
 */
export function outsideCalls({ profile, cycles }: AnalyzedProfile, f: FunctionIndex): number {
  const cycle = cycles.cycleOf[f]
  if (cycle === NONE) return profile.functions.calls[f]
  const { arcs, arcsByChild } = profile
  let calls = 0
  for (let at = arcsByChild.offsets[f]; at < arcsByChild.offsets[f + 1]; at++) {
    const arc = arcsByChild.items[at]
    if (cycles.cycleOf[arcs.parent[arc]] !== cycle) calls += arcs.count[arc]
  }
  return calls
}

/** Returns the line of a member in the entry of its cycle. */
export function memberLine(analyzed: AnalyzedProfile, f: FunctionIndex): MemberLine {
  const { profile, cycles, times } = analyzed
  const { arcs, arcsByChild, functions } = profile
  const cycle = cycles.cycleOf[f]
  let inside = functions.selfCalls[f]
  let outside = 0
  for (let at = arcsByChild.offsets[f]; at < arcsByChild.offsets[f + 1]; at++) {
    const arc = arcsByChild.items[at]
    const parent = arcs.parent[arc]
    if (cycles.cycleOf[parent] !== cycle) outside += arcs.count[arc]
    else if (parent !== f) inside += arcs.count[arc]
  }
  return {
    f,
    self: times.propagatedSelf[f],
    children: times.propagatedChild[f],
    inside,
    selfCalls: functions.selfCalls[f],
    outside,
  }
}

/** A line while its arcs are collected. */
interface Sum {
  readonly f: FunctionIndex
  readonly arcs: ArcIndex[]
  self: Ticks
  children: Ticks
  count: number
}

function* collectOutside(
  analyzed: AnalyzedProfile,
  cycle: CycleIndex,
  side: 'callers' | 'others',
): Generator<void, OutsideLine[]> {
  const { profile, cycles } = analyzed
  const groups: ArcsByFunction = side === 'callers' ? profile.arcsByChild : profile.arcsByParent
  const end = side === 'callers' ? profile.arcs.parent : profile.arcs.child
  const sums = new Map<FunctionIndex, Sum>()
  let visited = 0
  for (const member of membersOf(cycles, cycle)) {
    // Groups list the newest arc first.
    for (let at = groups.offsets[member + 1] - 1; at >= groups.offsets[member]; at--) {
      if (++visited % STEP === 0) yield
      const arc = groups.items[at]
      const f = end[arc]
      if (cycles.cycleOf[f] === cycle) continue
      let sum = sums.get(f)
      if (!sum) sums.set(f, (sum = { f, arcs: [], self: 0, children: 0, count: 0 }))
      sum.arcs.push(arc)
      sum.self += arcSelfTicks(analyzed, arc)
      sum.children += arcChildTicks(analyzed, arc)
      sum.count += profile.arcs.count[arc]
    }
  }
  const calls = cycles.calls[cycle]
  const lines: OutsideLine[] = []
  for (const sum of sums.values()) {
    if (lines.length % STEP === STEP - 1) yield
    sum.arcs.sort((left, right) => left - right)
    lines.push({ ...sum, of: side === 'callers' ? calls : callsOfHead(analyzed, sum.f) })
  }
  const sign = side === 'callers' ? 1 : -1
  // Of equal lines the one with the oldest arc first, as in the entries of functions.
  return lines.sort(
    (left, right) =>
      sign * (left.self + left.children - (right.self + right.children) || left.count - right.count) ||
      left.arcs[0] - right.arcs[0],
  )
}
