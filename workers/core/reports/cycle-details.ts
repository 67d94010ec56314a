// The details of a cycle: its numbers, who pays for it, its members, what they call outside.
import type { AnalyzedProfile, CycleIndex } from '../analysis/analyzed-profile.ts'
import type { Ticks } from '../base/units.ts'
import { NONE } from '../base/columns.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import type { Explanation } from './explain/explanation.ts'
import { formatRange } from './explain/stack-range.ts'
import { type Bounds, leastOfCycle } from '../trust/bounds/bounds.ts'
import { rangeOfTotal } from '../trust/bounds/certain-parts.ts'
import type { TimeRange } from '../trust/bounds/folded-self.ts'
import type { CycleEntry, MemberLine, OutsideLine } from './cycle-entry.ts'
import type { Fact } from './function-facts.ts'
import { equationText } from './equation.ts'
import { explainEntryCell } from './explain-entry.ts'
import type { EntryLine } from './entry-rows.ts'
import type { Listing } from './listing/listing.ts'
import { displayName } from '../names/names.ts'
import { outsideLine } from './outside-line.ts'
import {
  formatCount,
  formatShareOf,
  formatShortCount,
  formatTime,
  secondsOf,
  shareOf,
} from '../quantities.ts'
import { isStaticArc, staticCallText } from './static-calls.ts'
import type { Whisker } from './time-bar.ts'

/** A function in the details of a cycle. */
export interface CycleRelative {
  readonly f: FunctionIndex
  readonly name: string
  /** "4/5", "1,234 ×" of a member, or the label of static calls (`staticCallText`). */
  readonly calls: string
  /** The same in at most six characters for each number. */
  readonly shortCalls: string
  /** Self time and that of callees, with a unit; "≈" before an estimate. "" without a rate. */
  readonly time: string
  /** That time as a share of all recorded samples: "66.0%"; "" where shares are not known. */
  readonly share: string
  /** The same as the length of a bar, 0–1. */
  readonly fraction: number
  /** Whether the time is an estimate, because other lines share the calls. */
  readonly isEstimate: boolean
  readonly explanation: Explanation | null
}

/** Functions of one kind in the details of a cycle. */
export interface CycleRelatives {
  readonly shown: readonly CycleRelative[]
  /** Number of all of them, shown or not. */
  readonly total: number
}

/**
 * Returns the bounds of the time that a cycle was on the stack, in ticks: while a member, or anything that
 * members call, was running. The self time of its members is never above the lower one.
 */
export function rangeOfCycle(
  analyzed: AnalyzedProfile,
  bounds: Bounds,
  { cycle, primary }: Pick<CycleEntry, 'cycle' | 'primary'>,
): TimeRange {
  // Folded time may be another caller's.
  const self = analyzed.folding ? 0 : primary.self
  const least = Math.max(self, leastOfCycle(analyzed, bounds, cycle))
  const { offsets, items } = analyzed.cycles.members
  let most = least
  // Members reach the same functions, except by static calls, which are no paths.
  const end = analyzed.scenario.staticArcs ? offsets[cycle + 1] : offsets[cycle] + 1
  for (let at = offsets[cycle]; at < end; at++)
    most = Math.max(most, rangeOfTotal(analyzed, bounds, items[at]).most)
  return { least, most }
}

/**
 * Returns the facts about a cycle's times: self, callees and total, each with its share of all recorded samples,
 * and its time on the stack.
 */
export function cycleTimeFacts(
  analyzed: AnalyzedProfile,
  bounds: Bounds | null,
  listing: Listing,
  entry: CycleEntry,
): readonly Fact[] {
  const { self, children } = entry.primary
  const explain = explainer(analyzed, bounds, listing, entry)
  const facts: Fact[] = [
    { label: 'Self', value: valueOf(analyzed, self), explanation: explain('self') },
    { label: 'Callees', value: valueOf(analyzed, children), explanation: explain('children') },
    { label: 'Total', value: valueOf(analyzed, self + children), explanation: explain('percent') },
  ]
  const { offsets, items } = analyzed.cycles.members
  const first = items[offsets[entry.cycle]]
  const range =
    bounds &&
    formatRange(analyzed, bounds, first, rangeOfCycle(analyzed, bounds, entry), analyzed.folding ? 0 : self)
  if (range)
    facts.push({
      label: 'On the stack',
      value: range,
      explanation: {
        title: 'Time while a member, or anything that members call, was running',
        formula: '',
        note: 'At least the time of the members and of all that runs below the cycle only, at most that of all that it can call. Holds whatever each call costs, as far as calls were counted. The sampling error comes on top.',
      },
    })
  return facts
}

/** Returns the facts about a cycle's calls: from outside, and from members to members. */
export function cycleCallFacts(
  analyzed: AnalyzedProfile,
  listing: Listing,
  entry: CycleEntry,
): readonly Fact[] {
  const { calls, inside } = entry.primary
  const ofItself = inside - analyzed.cycles.internalCalls[entry.cycle]
  const both = explainer(analyzed, null, listing, entry)('called')
  return [
    { label: 'From outside', value: formatCount(calls), explanation: withEquation(both, 0) },
    {
      label: 'Inside',
      value:
        ofItself > 0
          ? `${formatCount(inside)}, ${formatCount(ofItself)} direct recursion`
          : formatCount(inside),
      explanation: withEquation(both, 1),
    },
  ]
}

/** Returns an explanation with one of its equations. */
function withEquation(explanation: Explanation | null, at: 0 | 1): Explanation | null {
  const equation = explanation?.equations?.[at]
  if (!explanation || !equation) return explanation
  return { ...explanation, formula: equationText(equation.operands), equations: [equation] }
}

function explainer(analyzed: AnalyzedProfile, bounds: Bounds | null, listing: Listing, cycle: CycleEntry) {
  const line: EntryLine = { kind: 'primary', entry: listing.entries.entryOfCycle[cycle.cycle], cycle }
  return (column: 'percent' | 'self' | 'children' | 'called') =>
    explainEntryCell(analyzed, bounds, listing, line, column, 'manual')
}

const valueOf = (analyzed: AnalyzedProfile, ticks: Ticks): string => {
  const time = timeText(analyzed, ticks)
  return [time === '' ? 'not known' : time, formatShareOf(analyzed.profile, ticks)]
    .filter((part) => part !== '')
    .join(' · ')
}

function timeText({ profile }: AnalyzedProfile, ticks: Ticks): string {
  return profile.rate > 0 ? formatTime(secondsOf(ticks, profile.rate), profile.abbreviation) : ''
}

/** Returns the functions outside that call a cycle, those that pay most first. */
export function cycleCallers(
  analyzed: AnalyzedProfile,
  listing: Listing,
  entry: CycleEntry,
  limit: number,
): CycleRelatives {
  const { callers } = entry
  const biggest = callers.slice(Math.max(0, callers.length - limit)).toReversed()
  return {
    shown: biggest.map((line) => outsideRelative(analyzed, listing, entry, line, 'caller')),
    total: callers.length,
  }
}

/** Returns the functions outside that members call, most time first. */
export function cycleOthers(
  analyzed: AnalyzedProfile,
  listing: Listing,
  entry: CycleEntry,
  limit: number,
): CycleRelatives {
  const { others } = entry
  return {
    shown: others.slice(0, limit).map((line) => outsideRelative(analyzed, listing, entry, line, 'other')),
    total: others.length,
  }
}

function outsideRelative(
  analyzed: AnalyzedProfile,
  listing: Listing,
  cycle: CycleEntry,
  outside: OutsideLine,
  kind: 'caller' | 'other',
): CycleRelative {
  const { functions } = analyzed.profile
  const entry = listing.entries.entryOfCycle[cycle.cycle]
  const line: EntryLine = { kind, entry, cycle, outside }
  return {
    f: outside.f,
    name: displayName(functions, outside.f),
    ...textOfOutside(analyzed, outside),
    explanation: bothTimes(
      explainEntryCell(analyzed, null, listing, line, 'self', 'manual'),
      explainEntryCell(analyzed, null, listing, line, 'children', 'manual'),
    ),
  }
}

function textOfOutside(analyzed: AnalyzedProfile, outside: OutsideLine) {
  const { arcs, self, children, count, of } = outside
  const { parent, child } = analyzed.profile.arcs
  const [first] = arcs
  const isStatic = arcs.every((arc) => isStaticArc(analyzed, arc))
  const isEstimate = count < of
  const time = isStatic ? '' : timeText(analyzed, self + children)
  const label = isStatic && first !== undefined ? staticCallText(analyzed, parent[first], child[first]) : null
  return {
    calls: label ?? `${formatCount(count)}/${formatCount(of)}`,
    shortCalls: label ?? `${formatShortCount(count)}/${formatShortCount(of)}`,
    time: isEstimate && time !== '' && self + children > 0 ? `≈${time}` : time,
    share: isStatic ? '' : formatShareOf(analyzed.profile, self + children),
    fraction: shareOf(analyzed.profile, self + children),
    isEstimate,
  }
}

/** Explains self time and that of callees together. */
function bothTimes(self: Explanation | null, children: Explanation | null): Explanation | null {
  if (!self || !children || self.formula === '') return self
  return {
    ...self,
    title: `${self.title}; then that of its callees`,
    formula: `self ${self.formula}; callees ${children.formula}`,
    equations: [...(self.equations ?? []), ...(children.equations ?? [])],
  }
}

/** Returns the members of a cycle, most time first. */
export function cycleMembers(
  analyzed: AnalyzedProfile,
  listing: Listing,
  entry: CycleEntry,
  limit: number,
): CycleRelatives {
  return {
    shown: entry.members.slice(0, limit).map((line) => memberRelative(analyzed, listing, entry, line)),
    total: entry.members.length,
  }
}

function memberRelative(
  analyzed: AnalyzedProfile,
  listing: Listing,
  { cycle }: CycleEntry,
  { f, self, children, inside }: MemberLine,
): CycleRelative {
  const entry = listing.entries.entryOfCycle[cycle]
  const ticks = self + children
  return {
    f,
    name: displayName(analyzed.profile.functions, f),
    calls: `${formatCount(inside)} ×`,
    shortCalls: `${formatShortCount(inside)}×`,
    time: timeText(analyzed, ticks),
    share: formatShareOf(analyzed.profile, ticks),
    fraction: shareOf(analyzed.profile, ticks),
    isEstimate: false,
    explanation: explainEntryCell(
      analyzed,
      null,
      listing,
      { kind: 'member', entry, member: f },
      'called',
      'manual',
    ),
  }
}

/**
 * Returns the texts of a caller or another function that the scenario changed, as measured. Empty for one that
 * had no arc to the cycle, and for a cycle that is new.
 *
 * @param relative of `now`
 * @param cycle the cycle of `now`
 */
export function cycleRelativeDifferences(
  now: AnalyzedProfile,
  plain: AnalyzedProfile,
  cycle: CycleIndex,
  relative: CycleRelative,
  kind: 'caller' | 'other',
): { readonly calls?: string; readonly time?: string; readonly share?: string } {
  const { offsets, items } = now.cycles.members
  const there = plain.cycles.cycleOf[items[offsets[cycle]]]
  const line = there === NONE ? null : outsideLine(plain, there, relative.f, kind)
  if (!line) return {}
  const text = textOfOutside(plain, line)
  const was: { calls?: string; time?: string; share?: string } = {}
  for (const key of ['calls', 'time', 'share'] as const) {
    if (text[key] !== relative[key]) was[key] = text[key] || 'not known'
  }
  return was
}

/**
 * Returns the range of a cycle's time on the stack beside its bar, as shares of all recorded samples; null
 * without a rate, for a listing, and without bounds.
 */
export function whiskerOfCycle(
  analyzed: AnalyzedProfile,
  bounds: Bounds | null,
  entry: CycleEntry,
): Whisker | null {
  const { profile } = analyzed
  if (!bounds || profile.listed || !(profile.rate > 0)) return null
  const { least, most } = rangeOfCycle(analyzed, bounds, entry)
  return least === most ? null : { least: shareOf(profile, least), most: shareOf(profile, most) }
}
