// Cycles as a person looks at them: totals, members, callers from outside, and the calls inside.
import { arcTicks } from '../../analysis/time/arc-times.ts'
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { NONE } from '../../base/brand.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/tables.ts'
import { displayName } from '../names/names.ts'
import { largestRows } from '../node-link/largest.ts'
import { isStaticArc } from '../possible-calls.ts'
import { areSharesKnown, formatCount, formatFixed, fractionOf, percentOf, secondsOf } from '../quantities.ts'
import type { Analysis } from '../listing/listing.ts'
import { tellUnentered } from './unentered.ts'

export interface CycleText {
  readonly members: string
  readonly total: string
  readonly self: string
  /** Of the call graph's time. */
  readonly share: string
  readonly outside: string
  readonly inside: string
}

export interface CycleSummary {
  readonly cycle: CycleIndex
  /** gprof's number of it: "cycle 1". */
  readonly name: string
  readonly size: number
  /** Its first function, by which it is known when cycles are numbered anew. */
  readonly first: FunctionIndex
  readonly text: CycleText
  /** Why it has no time, though its members have; "" where that is not so. */
  readonly unentered: string
  /** The numbers that the scenario changed, as measured. */
  readonly was: Readonly<Partial<Record<keyof CycleText, string>>>
  readonly selfFraction: number
  readonly totalFraction: number
}

/** Most time first, then most calls; so many of them, as there may be a hundred thousand. */
export function listCycles({ analyzed, asMeasured }: Measured, limit: number): readonly CycleSummary[] {
  const { cycles, times } = analyzed
  const ticksOf = (row: number): number =>
    times.cyclePropagatedSelf[row as CycleIndex] + times.cyclePropagatedChild[row as CycleIndex]
  const all = Uint32Array.from({ length: cycles.length }, (_, row) => row)
  const longest = largestRows(all, ticksOf, limit)
  // Where several are as long as the last one, those with the most calls have the room.
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
    const self = times.cyclePropagatedSelf[cycle]
    return {
      cycle,
      name: `cycle ${cycle + 1}`,
      size: cycles.members.offsets[cycle + 1] - cycles.members.offsets[cycle],
      first,
      text,
      unentered: tellUnentered(analyzed, cycle),
      was: asMeasured ? differences(text, asMeasured.analyzed, first) : {},
      selfFraction: fractionOf(self, analyzed.printedTicks),
      totalFraction: cycleFraction(analyzed, cycle),
    }
  }
}

export type Measured = Analysis & { readonly asMeasured?: Analysis }

/** A listing's own; null of one that has none. */
function printedPercent({ asPrinted }: AnalyzedProfile, cycle: CycleIndex): number | null {
  const percent = asPrinted?.cyclePercent[cycle]
  return percent === undefined || Number.isNaN(percent) ? null : percent
}

function cycleFraction(analyzed: AnalyzedProfile, cycle: CycleIndex): number {
  const { times, printedTicks } = analyzed
  const printed = printedPercent(analyzed, cycle)
  if (printed !== null) return fractionOf(printed, 100)
  return fractionOf(times.cyclePropagatedSelf[cycle] + times.cyclePropagatedChild[cycle], printedTicks)
}

function textOf(analyzed: AnalyzedProfile, cycle: CycleIndex): CycleText {
  const { cycles, times, printedTicks } = analyzed
  const self = times.cyclePropagatedSelf[cycle]
  const total = self + times.cyclePropagatedChild[cycle]
  const printed = printedPercent(analyzed, cycle)
  return {
    members: formatCount(cycles.members.offsets[cycle + 1] - cycles.members.offsets[cycle]),
    total: timeText(analyzed, total),
    self: timeText(analyzed, self),
    share: areSharesKnown(analyzed.profile)
      ? `${formatFixed(printed ?? percentOf(total, printedTicks), 1)} %`
      : '',
    outside: formatCount(cycles.calls[cycle]),
    inside: formatCount(cycles.internalCalls[cycle]),
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

export interface MemberRow {
  readonly f: FunctionIndex
  readonly name: string
  readonly self: string
  readonly total: string
  /** By others, members or not; "" where they are not known. */
  readonly calls: string
  readonly was: Readonly<Partial<Record<'self' | 'total' | 'calls', string>>>
  /** Of the cycle's time. */
  readonly selfFraction: number
  readonly totalFraction: number
}

/** Most time first, as in the cycle's own entry. */
export function listMembers(measured: Measured, cycle: CycleIndex, limit: number): readonly MemberRow[] {
  const { analyzed, listing, asMeasured } = measured
  const { times } = analyzed
  const whole = times.cycleSelfTicks[cycle] + times.cycleChildTicks[cycle]
  const { offsets, items } = listing.lines.cycleMembers
  const members = items.subarray(offsets[cycle], Math.min(offsets[cycle + 1], offsets[cycle] + limit))
  return Array.from(members, (row) => {
    const f = row as FunctionIndex
    const text = memberText(analyzed, f)
    const there = asMeasured ? memberText(asMeasured.analyzed, f) : text
    const was: { self?: string; total?: string; calls?: string } = {}
    for (const key of ['self', 'total', 'calls'] as const) {
      if (there[key] !== text[key]) was[key] = there[key] || 'not known'
    }
    return {
      f,
      name: displayName(analyzed.profile.functions, f),
      ...text,
      was,
      selfFraction: fractionOf(times.propagatedSelf[f], whole),
      totalFraction: fractionOf(times.propagatedSelf[f] + times.propagatedChild[f], whole),
    }
  })
}

function memberText(analyzed: AnalyzedProfile, f: FunctionIndex) {
  const { functions } = analyzed.profile
  const { propagatedSelf, propagatedChild } = analyzed.times
  const calls = functions.calls[f]
  return {
    self: timeText(analyzed, propagatedSelf[f]),
    total: timeText(analyzed, propagatedSelf[f] + propagatedChild[f]),
    calls: calls + functions.selfCalls[f] === 0 ? '' : formatCount(calls),
  }
}

export interface CallerRow {
  readonly f: FunctionIndex
  readonly name: string
  readonly calls: string
  /** Time handed to it; "" when times are not known. */
  readonly time: string
  /** The member it calls, or how many. */
  readonly into: string
}

/**
 * Functions outside that call into the cycle: most time handed over first, then most calls. The first so many, and how many
 * there are.
 *
 * @param into the arcs by which they do
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
      calls: calls === 0 && isStatic ? 'possible, never taken' : formatCount(calls),
      time: timeText(analyzed, ticks),
      into: members === 1 ? displayName(functions, arcs.child[arc]) : `${members} members`,
    }))
  return { rows, all: callers.size }
}

function timeText({ profile }: AnalyzedProfile, ticks: number): string {
  const { rate, abbreviation } = profile
  return rate > 0 ? `${formatFixed(secondsOf(ticks, rate), 2)} ${abbreviation}` : ''
}
