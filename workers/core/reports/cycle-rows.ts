// Rows of the cycles view: totals, members, callers from outside.
import { arcTicks } from '../analysis/arc-times.ts'
import type { AnalyzedProfile, CycleIndex } from '../analysis/analyzed-profile.ts'
import { NONE } from '../base/columns.ts'
import type { ArcIndex, FunctionIndex } from '../profile/call-graph-profile.ts'
import { displayName } from '../names/names.ts'
import { largestRows } from '../base/largest-rows.ts'
import { isStaticArc, staticCallText } from './static-calls.ts'
import { formatCount, formatShareOf, formatTime, secondsOf } from '../quantities.ts'
import type { Analysis } from './listing/listing.ts'
import { explainUnentered } from './explain/total.ts'
import { cycleTicksOf, totalTicksOf } from './share-ticks.ts'
import { insideCalls, memberLine, timesOfCycle } from './cycle-entry.ts'

/** Numbers of a cycle as text. Times have two decimals and a unit, and are "" without a rate. */
export interface CycleText {
  readonly members: string
  readonly total: string
  readonly self: string
  /** Share of all recorded samples. */
  readonly share: string
  /** Calls from outside, and calls of members by members, by themselves too. */
  readonly outside: string
  readonly inside: string
}

/** One cycle in the list of cycles. */
export interface CycleSummary {
  readonly cycle: CycleIndex
  /** gprof's name for it: "cycle 1". */
  readonly name: string
  /** Number of members. */
  readonly size: number
  /** First function of the cycle, which identifies it when cycles are renumbered. */
  readonly first: FunctionIndex
  readonly text: CycleText
  /** Why the whole cycle has no time although its members have; "" otherwise. */
  readonly unentered: string
  /**
   * Texts that the scenario changed, as measured, by column. Empty without a scenario and for a new cycle.
   */
  readonly was: Readonly<Partial<Record<keyof CycleText, string>>>
}

/**
 * Returns the first `limit` cycles, most time first, then most calls inside, then by number. There may be a
 * hundred thousand.
 */
export function listCycles({ analyzed, asMeasured }: Measured, limit: number): readonly CycleSummary[] {
  const { cycles, times } = analyzed
  const ticksOf = (row: number): number =>
    times.cyclePropagatedSelf[row as CycleIndex] + times.cyclePropagatedChild[row as CycleIndex]
  const all = Uint32Array.from({ length: cycles.length }, (_, row) => row)
  const longest = largestRows(all, ticksOf, limit)
  // Where several are as long as the last one, those with the most calls are kept.
  const last = longest.length < limit ? Number.NaN : ticksOf(longest[limit - 1])
  const longer = longest.filter((row) => ticksOf(row) !== last)
  const callsOf = (row: number): number => cycles.internalCalls[row as CycleIndex]
  const alike = largestRows(
    all.filter((row) => ticksOf(row) === last),
    callsOf,
    limit - longer.length,
  )
  return [...longer, ...alike]
    .sort((left, right) => ticksOf(right) - ticksOf(left) || callsOf(right) - callsOf(left) || left - right)
    .map((row) => summaryOf(row as CycleIndex))

  function summaryOf(cycle: CycleIndex): CycleSummary {
    const first = cycles.members.items[cycles.members.offsets[cycle]]
    const text = textOf(analyzed, cycle)
    return {
      cycle,
      name: `cycle ${cycle + 1}`,
      size: cycles.members.offsets[cycle + 1] - cycles.members.offsets[cycle],
      first,
      text,
      unentered: explainUnentered(analyzed, cycle),
      was: asMeasured ? differences(text, asMeasured.analyzed, first) : {},
    }
  }
}

/** An analysis and, under a scenario, the analysis as measured. */
export type Measured = Analysis & { readonly asMeasured?: Analysis }

function textOf(analyzed: AnalyzedProfile, cycle: CycleIndex): CycleText {
  const { cycles } = analyzed
  const { self, children } = timesOfCycle(analyzed, cycle)
  return {
    members: formatCount(cycles.members.offsets[cycle + 1] - cycles.members.offsets[cycle]),
    total: timeText(analyzed, self + children),
    self: timeText(analyzed, self),
    share: formatShareOf(analyzed.profile, cycleTicksOf(analyzed, cycle)),
    outside: formatCount(cycles.calls[cycle]),
    inside: formatCount(insideCalls(analyzed, cycle)),
  }
}

function differences(text: CycleText, plain: AnalyzedProfile, first: FunctionIndex): CycleSummary['was'] {
  const cycle = plain.cycles.cycleOf[first]
  if (cycle === NONE) return {}
  const there = textOf(plain, cycle)
  const was: Partial<Record<keyof CycleText, string>> = {}
  for (const key of Object.keys(text) as (keyof CycleText)[]) {
    if (there[key] !== text[key]) was[key] = there[key]
  }
  return was
}

/** One member of a cycle. */
export interface MemberRow {
  readonly f: FunctionIndex
  readonly name: string
  /** Times with two decimals and a unit; "" without a rate. */
  readonly self: string
  readonly total: string
  /** Total time as a share of all recorded samples. */
  readonly share: string
  /** Calls by members, by itself too: they add up to the calls inside. */
  readonly calls: string
  /** Texts that the scenario changed, as measured; "not known" for an unknown one. */
  readonly was: Readonly<Partial<Record<'self' | 'total' | 'share' | 'calls', string>>>
}

/** Returns the first `limit` members of a cycle, most time first, as in the cycle's own entry. */
export function listMembers(measured: Measured, cycle: CycleIndex, limit: number): readonly MemberRow[] {
  const { analyzed, listing, asMeasured } = measured
  const { offsets, items } = listing.lines.cycleMembers
  const members = items.subarray(offsets[cycle], Math.min(offsets[cycle + 1], offsets[cycle] + limit))
  return Array.from(members, (row) => {
    const f = row as FunctionIndex
    const text = memberText(analyzed, f)
    const there = asMeasured ? memberText(asMeasured.analyzed, f) : text
    const was: { self?: string; total?: string; share?: string; calls?: string } = {}
    for (const key of ['self', 'total', 'share', 'calls'] as const) {
      if (there[key] !== text[key]) was[key] = there[key] || 'not known'
    }
    return {
      f,
      name: displayName(analyzed.profile.functions, f),
      ...text,
      was,
    }
  })
}

function memberText(analyzed: AnalyzedProfile, f: FunctionIndex) {
  const { propagatedSelf, propagatedChild } = analyzed.times
  return {
    self: timeText(analyzed, propagatedSelf[f]),
    total: timeText(analyzed, propagatedSelf[f] + propagatedChild[f]),
    share: formatShareOf(
      analyzed.profile,
      analyzed.times.fraction[f] < 1 ? propagatedSelf[f] + propagatedChild[f] : totalTicksOf(analyzed, f),
    ),
    calls: formatCount(memberLine(analyzed, f).inside),
  }
}

/** One caller of a cycle from outside. */
export interface CallerRow {
  readonly f: FunctionIndex
  readonly name: string
  /** Its calls into the cycle; for static calls only, the label of one of them (`staticCallText`). */
  readonly calls: string
  /** Time passed to the caller; "" if times are unknown. */
  readonly time: string
  /** The member it calls, or the number of members. */
  readonly into: string
}

/**
 * Returns the first `limit` callers of a cycle from outside, most passed time first, then most calls, then
 * by index; and the number of all callers.
 *
 * @param into arcs into the cycle (ArcIndex), in any order, each once
 */
export function listCallers(
  analyzed: AnalyzedProfile,
  into: Uint32Array,
  limit: number,
): { readonly rows: readonly CallerRow[]; readonly all: number } {
  const { arcs, functions } = analyzed.profile
  const callers = new Map<
    FunctionIndex,
    { calls: number; ticks: number; members: number; arc: ArcIndex; isStatic: boolean }
  >()
  for (const row of into) {
    const arc = row as ArcIndex
    const parent = arcs.parent[arc]
    let caller = callers.get(parent)
    if (!caller) callers.set(parent, (caller = { calls: 0, ticks: 0, members: 0, arc, isStatic: true }))
    caller.isStatic &&= isStaticArc(analyzed, arc)
    caller.calls += arcs.count[arc]
    caller.ticks += arcTicks(analyzed, arc)
    caller.members++
  }
  const rows = [...callers]
    .sort(([f, left], [g, right]) => right.ticks - left.ticks || right.calls - left.calls || f - g)
    .slice(0, limit)
    .map(([f, { calls, ticks, members, arc, isStatic }]) => ({
      f,
      name: displayName(functions, f),
      calls: calls === 0 && isStatic ? staticCallText(analyzed, f, arcs.child[arc]) : formatCount(calls),
      time: timeText(analyzed, ticks),
      into: members === 1 ? displayName(functions, arcs.child[arc]) : `${formatCount(members)} members`,
    }))
  return { rows, all: callers.size }
}

function timeText({ profile }: AnalyzedProfile, ticks: number): string {
  const { rate, abbreviation } = profile
  return formatTime(secondsOf(ticks, rate), abbreviation)
}
