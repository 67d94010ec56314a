// One line of the call graph as gprof prints it, without the padding (spec section 10.2) and with separators in counts.
import { callsOfHead, passesTime } from '../../analysis/time/arc-share.ts'
import { arcChildTicks, arcSelfTicks } from '../../analysis/time/arc-times.ts'
import { NONE } from '../../base/brand.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/tables.ts'
import type { EntryIndex } from '../listing/entries.ts'
import type { EntryLine } from './entry-rows.ts'
import type { Listing } from '../listing/listing.ts'
import { displayName } from '../names/names.ts'
import { isStaticArc, possibleText } from '../possible-calls.ts'
import { areSharesKnown, formatCount, formatFixed, fractionOf, percentOf, secondsOf } from '../quantities.ts'

export interface EntryLineText {
  /** "[3]" on a primary line, else "". */
  readonly index: string
  readonly percent: string
  readonly self: string
  readonly children: string
  /** "1/3" on a parent or child line, "3+7" or "3" on a primary line, "" where calls are not known. */
  readonly called: string
  readonly name: string
  /** "<cycle 1>" or "". */
  readonly cycle: string
  /** The number of the entry the name belongs to: "[5]", or "(5)" if gprof does not print that entry; "" on the entry's own line. */
  readonly reference: string
  /** "possible, never taken" of an arc that only stands in the code; "" for all that were recorded. */
  readonly possible: string
  /** The entry the name leads to; null for <spontaneous>. */
  readonly target: EntryIndex | null
  /** Share of the call graph's time, 0–1: the part measured in the function itself, and with its children's. */
  readonly selfFraction: number
  readonly totalFraction: number
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
  selfFraction: 0,
  totalFraction: 0,
}

export function entryLineText(analyzed: AnalyzedProfile, listing: Listing, line: EntryLine): EntryLineText {
  switch (line.kind) {
    case 'spontaneous':
      return { ...BLANK, name: '<spontaneous>' }
    case 'primary':
      return primaryText(analyzed, listing, line.entry)
    case 'member':
      return memberText(analyzed, listing, line.member)
    case 'parent':
    case 'child':
      return arcText(analyzed, listing, line.arc, line.kind)
  }
}

/** "[3] name" or "[2] <cycle 1 as a whole>": an entry's title. */
export function entryTitle(analyzed: AnalyzedProfile, listing: Listing, entry: EntryIndex): string {
  return `[${entry + 1}] ${entryName(analyzed, listing, entry)}`
}

export function entryName(analyzed: AnalyzedProfile, listing: Listing, entry: EntryIndex): string {
  const f = listing.entries.functionOf[entry]
  if (f !== NONE) return displayName(analyzed.profile.functions, f)
  return `<cycle ${listing.entries.cycleOf[entry] + 1} as a whole>`
}

function primaryText(analyzed: AnalyzedProfile, listing: Listing, entry: EntryIndex): EntryLineText {
  const { profile, times, cycles, asPrinted } = analyzed
  const index = `[${entry + 1}]`
  const f = listing.entries.functionOf[entry]
  if (f !== NONE) {
    const calls = profile.functions.calls[f]
    const selfCalls = profile.functions.selfCalls[f]
    return {
      ...BLANK,
      ...timeText(analyzed, times.propagatedSelf[f], times.propagatedChild[f], asPrinted?.entryPercent[f]),
      index,
      called: calls + selfCalls === 0 ? '' : withSelfCalls(calls, selfCalls),
      name: displayName(profile.functions, f),
      cycle: cycleTag(analyzed, f),
      target: entry,
    }
  }
  const cycle = listing.entries.cycleOf[entry]
  if (cycle === NONE) return BLANK
  return {
    ...BLANK,
    ...timeText(
      analyzed,
      times.cyclePropagatedSelf[cycle],
      times.cyclePropagatedChild[cycle],
      asPrinted?.cyclePercent[cycle],
    ),
    index,
    called: withSelfCalls(cycles.calls[cycle], cycles.internalCalls[cycle]),
    name: `<cycle ${cycle + 1} as a whole>`,
    target: entry,
  }
}

function memberText(analyzed: AnalyzedProfile, listing: Listing, member: FunctionIndex): EntryLineText {
  const { functions } = analyzed.profile
  return {
    ...BLANK,
    ...timeText(analyzed, analyzed.times.propagatedSelf[member], analyzed.times.propagatedChild[member]),
    percent: '',
    called: withSelfCalls(functions.calls[member], functions.selfCalls[member]),
    ...nameText(analyzed, listing, member),
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
  const possible = isStaticArc(analyzed, arc) ? possibleText(analyzed, child) : ''
  if (!passesTime(analyzed, arc)) return { ...BLANK, ...name, called: count, possible }
  return {
    ...BLANK,
    ...timeText(analyzed, arcSelfTicks(analyzed, arc), arcChildTicks(analyzed, arc)),
    percent: '',
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
  return cycle === NONE ? '' : `<cycle ${cycle + 1}>`
}

function withSelfCalls(calls: number, selfCalls: number): string {
  return selfCalls === 0 ? formatCount(calls) : `${formatCount(calls)}+${formatCount(selfCalls)}`
}

/**
 * Percent, self and children as gprof rounds them; blank times where there is no rate. A listing without a call graph
 * leaves open what came from children, and what share that makes.
 */
function timeText(analyzed: AnalyzedProfile, selfTicks: number, childTicks: number, printed?: number) {
  const { rate, listed } = analyzed.profile
  const whole = analyzed.printedTicks
  const percent = printed ?? percentOf(selfTicks + childTicks, whole)
  const isPercentKnown = areSharesKnown(analyzed.profile) && !(listed && Number.isNaN(percent))
  const areChildrenKnown = rate > 0 && (listed?.hasGraph ?? true)
  return {
    percent: isPercentKnown ? formatFixed(percent, 1) : '',
    self: rate > 0 ? formatFixed(secondsOf(selfTicks, rate), 2) : '',
    children: areChildrenKnown ? formatFixed(secondsOf(childTicks, rate), 2) : '',
    selfFraction: fractionOf(selfTicks, whole),
    totalFraction:
      printed === undefined || Number.isNaN(printed)
        ? fractionOf(selfTicks + childTicks, whole)
        : Math.min(1, printed / 100),
  }
}
