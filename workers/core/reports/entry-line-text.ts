// One line of the call graph as text: gprof’s columns with its rounding, without the padding.
import type { AnalyzedProfile, CycleIndex } from '../analysis/analyzed-profile.ts'
import { arcChildTicks, arcSelfTicks, callsOfHead, passesTime } from '../analysis/arc-times.ts'
import { NONE } from '../base/columns.ts'
import type { ArcIndex, FunctionIndex } from '../profile/call-graph-profile.ts'
import {
  type Convention,
  insideCalls,
  memberLine,
  type OutsideLine,
  outsideCalls,
  timesOfCycle,
} from './cycle-entry.ts'
import type { EntryLine } from './entry-rows.ts'
import type { EntryIndex } from './listing/entries.ts'
import type { Listing } from './listing/listing.ts'
import { displayName } from '../names/names.ts'
import { formatCount, formatFixed, formatShareOf, secondsOf } from '../quantities.ts'
import { cycleTicksOf, totalTicksOf } from './share-ticks.ts'
import { isStaticArc, staticCallText } from './static-calls.ts'

/** One line of the call graph as text. */
export interface EntryLineText {
  /** "[3]" on a primary line, else "". */
  readonly index: string
  /** Share of all recorded samples (`formatShareOf`); only on a primary line, "" if unknown. */
  readonly percent: string
  /**
   * Times in the profile's unit (normally seconds) with two decimals; "" if unknown, and for an arc that
   * passes none.
   */
  readonly self: string
  readonly children: string
  /**
   * "1/3" on a parent or child line, "3" on one that passes no time; "3+7" or "3" on the line of a function
   * or cycle, "" if calls are unknown.
   */
  readonly called: string
  /** Readable name, or "<spontaneous>". */
  readonly name: string
  /** "cycle 1" or "". */
  readonly cycle: string
  /**
   * Number of the entry that the name refers to: "[5]", or "(5)" if gprof does not print that
   * entry. "" on the entry's own line.
   */
  readonly reference: string
  /** Label of a static call (`staticCallText`): "possible, never taken"; "" for recorded arcs. */
  readonly possible: string
  /** Entry that the name refers to; null for <spontaneous>. */
  readonly target: EntryIndex | null
}

const BLANK: EntryLineText = {
  index: '',
  percent: '',
  self: '',
  children: '',
  called: '',
  name: '',
  cycle: '',
  reference: '',
  possible: '',
  target: null,
}

/**
 * Returns a line as text in gprof's columns and with gprof's rounding.
 *
 * @param convention whose description the entry follows: the manual counts the calls of a member from outside
 *   of its cycle in its own entry, and those from inside in the entry of the cycle
 */
export function entryLineText(
  analyzed: AnalyzedProfile,
  listing: Listing,
  line: EntryLine,
  convention: Convention = 'gprof',
): EntryLineText {
  switch (line.kind) {
    case 'spontaneous':
      return { ...BLANK, name: '<spontaneous>' }
    case 'primary':
      return primaryText(analyzed, listing, line.entry, convention)
    case 'member':
      return memberText(analyzed, listing, line.member, convention)
    case 'caller':
    case 'other':
      return outsideText(analyzed, listing, line.outside)
    case 'parent':
    case 'child':
      return arcText(analyzed, listing, line.arc, line.kind)
  }
}

/** Returns an entry's title: "[3] name" or "[2] cycle 1 as a whole". The number is gprof's. */
export function entryTitle(analyzed: AnalyzedProfile, listing: Listing, entry: EntryIndex): string {
  return `[${entry + 1}] ${entryName(analyzed, listing, entry)}`
}

/** Returns an entry's name without its number: the function's readable name, or "cycle 1 as a whole". */
export function entryName(analyzed: AnalyzedProfile, listing: Listing, entry: EntryIndex): string {
  const f = listing.entries.functionOf[entry]
  if (f !== NONE) return displayName(analyzed.profile.functions, f)
  return `cycle ${listing.entries.cycleOf[entry] + 1} as a whole`
}

function primaryText(
  analyzed: AnalyzedProfile,
  listing: Listing,
  entry: EntryIndex,
  convention: Convention,
): EntryLineText {
  const { profile, times } = analyzed
  const index = `[${entry + 1}]`
  const f = listing.entries.functionOf[entry]
  if (f !== NONE) {
    const all = profile.functions.calls[f]
    const calls = convention === 'manual' ? outsideCalls(analyzed, f) : all
    const selfCalls = profile.functions.selfCalls[f]
    const [self, child] = [times.propagatedSelf[f], times.propagatedChild[f]]
    return {
      ...BLANK,
      ...timeText(analyzed, self, child),
      percent: formatShareOf(profile, times.fraction[f] < 1 ? self + child : totalTicksOf(analyzed, f)),
      index,
      called: all + selfCalls === 0 ? '' : withSelfCalls(calls, selfCalls),
      name: displayName(profile.functions, f),
      cycle: cycleTag(analyzed, f),
      target: entry,
    }
  }
  const cycle = listing.entries.cycleOf[entry]
  if (cycle === NONE) return BLANK
  const { self, children, calls, inside } = cycleNumbers(analyzed, cycle, convention)
  return {
    ...BLANK,
    ...timeText(analyzed, self, children),
    percent: formatShareOf(profile, cycleTicksOf(analyzed, cycle, convention)),
    index,
    called: withSelfCalls(calls, inside),
    name: `cycle ${cycle + 1} as a whole`,
    target: entry,
  }
}

function cycleNumbers(analyzed: AnalyzedProfile, cycle: CycleIndex, convention: Convention) {
  const { cycles, times } = analyzed
  const calls = cycles.calls[cycle]
  return convention === 'manual'
    ? { ...timesOfCycle(analyzed, cycle), calls, inside: insideCalls(analyzed, cycle) }
    : {
        self: times.cyclePropagatedSelf[cycle],
        children: times.cyclePropagatedChild[cycle],
        calls,
        inside: cycles.internalCalls[cycle],
      }
}

function memberText(
  analyzed: AnalyzedProfile,
  listing: Listing,
  member: FunctionIndex,
  convention: Convention,
): EntryLineText {
  const { calls, selfCalls } = analyzed.profile.functions
  const { propagatedSelf, propagatedChild } = analyzed.times
  return {
    ...BLANK,
    ...timeText(analyzed, propagatedSelf[member], propagatedChild[member]),
    called:
      convention === 'manual'
        ? formatCount(memberLine(analyzed, member).inside)
        : withSelfCalls(calls[member], selfCalls[member]),
    ...nameText(analyzed, listing, member),
  }
}

function outsideText(analyzed: AnalyzedProfile, listing: Listing, line: OutsideLine): EntryLineText {
  const { f, arcs, self, children, count, of } = line
  const { parent, child } = analyzed.profile.arcs
  const isStatic = arcs.every((arc) => isStaticArc(analyzed, arc))
  const [first] = arcs
  return {
    ...BLANK,
    ...timeText(analyzed, self, children),
    called: `${formatCount(count)}/${formatCount(of)}`,
    possible: isStatic && first !== undefined ? staticCallText(analyzed, parent[first], child[first]) : '',
    ...nameText(analyzed, listing, f),
  }
}

function arcText(
  analyzed: AnalyzedProfile,
  listing: Listing,
  arc: ArcIndex,
  kind: 'parent' | 'child',
): EntryLineText {
  const { arcs } = analyzed.profile
  const parent = arcs.parent[arc]
  const child = arcs.child[arc]
  const name = nameText(analyzed, listing, kind === 'parent' ? parent : child)
  const count = formatCount(arcs.count[arc])
  const possible = isStaticArc(analyzed, arc) ? staticCallText(analyzed, parent, child) : ''
  if (!passesTime(analyzed, arc)) return { ...BLANK, ...name, called: count, possible }
  return {
    ...BLANK,
    ...timeText(analyzed, arcSelfTicks(analyzed, arc), arcChildTicks(analyzed, arc)),
    called: `${count}/${formatCount(callsOfHead(analyzed, child))}`,
    possible,
    ...name,
  }
}

function nameText(analyzed: AnalyzedProfile, listing: Listing, f: FunctionIndex) {
  const target = listing.entries.entryOfFunction[f]
  const isPrinted = analyzed.times.isPrinted[f] === 1
  return {
    name: displayName(analyzed.profile.functions, f),
    cycle: cycleTag(analyzed, f),
    reference: isPrinted ? `[${target + 1}]` : `(${target + 1})`,
    target,
  }
}

function cycleTag(analyzed: AnalyzedProfile, f: FunctionIndex): string {
  const cycle = analyzed.cycles.cycleOf[f]
  return cycle === NONE ? '' : `cycle ${cycle + 1}`
}

function withSelfCalls(calls: number, selfCalls: number): string {
  return selfCalls === 0 ? formatCount(calls) : `${formatCount(calls)}+${formatCount(selfCalls)}`
}

/**
 * Self and child time as gprof rounds them; blank without a rate. A listing without a call graph has no child
 * times.
 */
function timeText({ profile: { rate, listed } }: AnalyzedProfile, selfTicks: number, childTicks: number) {
  const areChildrenKnown = rate > 0 && (listed?.hasGraph ?? true)
  return {
    self: rate > 0 ? formatFixed(secondsOf(selfTicks, rate), 2) : '',
    children: areChildrenKnown ? formatFixed(secondsOf(childTicks, rate), 2) : '',
  }
}
