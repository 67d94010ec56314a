// Who pays before or after cuts: the functions without callers, the callers of a cycle from outside.
import { arcTicks, membersOf } from '../analysis/arc-times.ts'
import type { AnalyzedProfile, CycleIndex } from '../analysis/analyzed-profile.ts'
import { NONE } from '../base/columns.ts'
import type { Ticks } from '../base/units.ts'
import { groupAt } from '../base/csr.ts'
import type { ArcIndex, FunctionIndex } from '../profile/call-graph-profile.ts'

/** A function with the time that ends at it. */
export interface Payer {
  readonly f: FunctionIndex
  readonly before: Ticks
  readonly after: Ticks
}

/** What cuts do to the functions that pay. */
export interface CutPayers {
  /** Functions and cycles that no counted call enters. */
  readonly rootsBefore: number
  readonly rootsAfter: number
  /** Functions that the cuts leave without a caller, most time first. */
  readonly made: readonly FunctionIndex[]
  /** For each broken cycle that nothing entered: the member above all others. Most time first. */
  readonly waysIn: readonly FunctionIndex[]
  /**
   * Functions without callers, most time first, with their total time; for a cycle that nothing enters, its
   * member with the time of the cycle; the one above all others if the cuts break it.
   */
  readonly roots: readonly Payer[]
  /** Callers of the cycle from outside, most time first, with the time of the cycle that they get. */
  readonly callers: readonly Payer[]
}

/**
 * Compares who pays in two analyses of a profile. Time ends at functions without callers: their totals add up
 * to the same sum in both.
 *
 * @param after the same with more arcs cut
 * @param cycle of `before`, whose callers are compared; null for none
 * @param limit most `roots` and most `callers`
 */
export function cutPayers(
  before: AnalyzedProfile,
  after: AnalyzedProfile,
  cycle: CycleIndex | null,
  limit: number,
): CutPayers {
  const was = rootsOf(before)
  const now = rootsOf(after)
  const groupBefore = groupsOf(before, was)
  const made: FunctionIndex[] = []
  const waysIn: FunctionIndex[] = []
  /** The function that represents a group, by position; after the cuts if it was a cycle. */
  const names = new Map<number, FunctionIndex>()
  for (const { f } of now) {
    const group = groupBefore.get(f)
    if (group === undefined) made.push(f)
    else if (!names.has(group)) {
      names.set(group, f)
      if (before.cycles.cycleOf[f] !== NONE && after.cycles.cycleOf[f] === NONE) waysIn.push(f)
    } else made.push(f)
  }
  return {
    rootsBefore: was.length,
    rootsAfter: now.length,
    made,
    waysIn,
    roots: joined(
      was.map(({ f, ticks }, group) => ({ f: names.get(group) ?? f, ticks })),
      now,
      limit,
    ),
    callers:
      cycle === null ? [] : joined(callersOf(before, before, cycle), callersOf(before, after, cycle), limit),
  }
}

interface Root {
  readonly f: FunctionIndex
  readonly ticks: Ticks
}

/** Functions and cycles that no counted call enters, most time first. */
function rootsOf({ profile, cycles, times }: AnalyzedProfile): readonly Root[] {
  const { functions, arcs } = profile
  const isEntered = new Uint8Array(functions.length)
  const isCycleEntered = new Uint8Array(cycles.length)
  for (let arc = 0 as ArcIndex; arc < arcs.length; arc = (arc + 1) as ArcIndex) {
    const [parent, child] = [arcs.parent[arc], arcs.child[arc]]
    if (parent === child || !(arcs.count[arc] > 0)) continue
    const cycle = cycles.cycleOf[child]
    if (cycle === NONE) isEntered[child] = 1
    else if (cycles.cycleOf[parent] !== cycle) isCycleEntered[cycle] = 1
  }
  const roots: Root[] = []
  for (let f = 0 as FunctionIndex; f < functions.length; f = (f + 1) as FunctionIndex) {
    if (isEntered[f] === 0 && cycles.cycleOf[f] === NONE)
      roots.push({ f, ticks: times.propagatedSelf[f] + times.propagatedChild[f] })
  }
  for (let cycle = 0 as CycleIndex; cycle < cycles.length; cycle = (cycle + 1) as CycleIndex) {
    if (isCycleEntered[cycle] === 1) continue
    const f = cycles.members.items[cycles.members.offsets[cycle]]
    roots.push({ f, ticks: times.cycleSelfTicks[cycle] + times.cycleChildTicks[cycle] })
  }
  return roots.sort((left, right) => right.ticks - left.ticks || left.f - right.f)
}

/** The root that each function without callers is, or whose cycle it is in: the root's position. */
function groupsOf({ cycles }: AnalyzedProfile, roots: readonly Root[]): ReadonlyMap<FunctionIndex, number> {
  const groups = new Map<FunctionIndex, number>()
  for (const [at, { f }] of roots.entries()) {
    const cycle = cycles.cycleOf[f]
    if (cycle === NONE) groups.set(f, at)
    else for (const member of membersOf(cycles, cycle)) groups.set(member, at)
  }
  return groups
}

function callersOf({ cycles }: AnalyzedProfile, now: AnalyzedProfile, cycle: CycleIndex): readonly Root[] {
  const { arcs, arcsByChild } = now.profile
  const ticks = new Map<FunctionIndex, number>()
  for (const member of membersOf(cycles, cycle)) {
    for (const arc of groupAt(arcsByChild, member)) {
      const parent = arcs.parent[arc]
      if (cycles.cycleOf[parent] === cycle || !(arcs.count[arc] > 0)) continue
      ticks.set(parent, (ticks.get(parent) ?? 0) + arcTicks(now, arc))
    }
  }
  return Array.from(ticks, ([f, sum]) => ({ f, ticks: sum }))
}

function joined(was: readonly Root[], now: readonly Root[], limit: number): readonly Payer[] {
  const before = new Map(was.map(({ f, ticks }) => [f, ticks]))
  const after = new Map(now.map(({ f, ticks }) => [f, ticks]))
  const most = ({ before: left, after: right }: Payer): number => Math.max(left, right)
  return Array.from(new Set([...before.keys(), ...after.keys()]), (f) => ({
    f,
    before: before.get(f) ?? 0,
    after: after.get(f) ?? 0,
  }))
    .sort((left, right) => most(right) - most(left) || left.f - right.f)
    .slice(0, limit)
}
