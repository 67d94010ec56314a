// A scenario's listing from that of another scenario of the same functions; as `listProfile` makes it, and sooner.
import { asArray } from '../../base/as-column.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { arcTimesOf, type ArcTimeColumns } from '../../analysis/time/arc-times.ts'
import { renumberWithout, withCut } from '../../analysis/scenario/cut-arcs.ts'
import { matchCycles, membersBut } from '../../analysis/cycles/match-cycles.ts'
import type { Reach } from '../../analysis/anew/reanalyze.ts'
import { NONE } from '../../base/brand.ts'
import type { CallGraphProfile } from '../../profile/call-graph-profile.ts'
import type { AllLines } from './all-lines.ts'
import { allLines } from './entry-lines.ts'
import type { Listed, Listing } from './listing.ts'
import { orderOfEntries, relistEntries } from './relist-entries.ts'
import { relistFlatProfile } from './relist-flat-profile.ts'
import { relistEntryLines, type ArcOrder } from './relist-lines.ts'

/** What stands in which order under one scenario, where the next begins. */
export interface StandingOrder {
  /** Functions and, numbered after them, cycles. */
  readonly entries: Uint32Array
  readonly flat: Uint32Array
  /** Written into. */
  readonly arcs: ArcOrder
}

/** @param listing without cuts */
export function orderOf({ entries, lines, flat }: WholeListing): StandingOrder {
  return {
    entries: orderOfEntries(entries),
    flat: flat.order.slice(),
    arcs: { parentArcs: lines.parentArcs.items.slice(), childArcs: lines.childArcs.items.slice() },
  }
}

/** With the lines of all entries in order. */
export interface WholeListing extends Listing {
  readonly lines: AllLines
}

export function wholeListing({ analyzed, listing }: Listed): WholeListing {
  return { ...listing, lines: allLines(analyzed, listing.lines) }
}

export interface Relisted {
  readonly listing: WholeListing
  /** For the next one; the order given is used up. */
  readonly order: StandingOrder
}

/**
 * @param plain      the profile without cuts
 * @param times      of all its arcs
 * @param before     the order under another scenario; it is used up
 * @param reach      where the two can differ
 * @param renumbered for each arc of `plain` its number now; NONE if it is cut
 */
export function relist(
  analyzed: AnalyzedProfile,
  plain: CallGraphProfile,
  times: ArcTimeColumns,
  before: StandingOrder,
  reach: Reach,
  renumbered: Int32Array,
): Relisted {
  const { entries, order } = relistEntries(analyzed, before.entries, reach.entries)
  const lines = relistEntryLines(analyzed, plain, times, before.arcs, reach.lines, renumbered)
  const flat = relistFlatProfile(analyzed, before.flat, reach.calls)
  return {
    listing: { entries, lines, flat },
    order: { entries: order, flat: flat.order.slice(), arcs: before.arcs },
  }
}

/** Where it is not known what differs: both are compared, number by number. */
export function relistProfile(analyzed: AnalyzedProfile, plain: Listed): WholeListing {
  const { profile } = plain.analyzed
  const { cutArcs } = analyzed
  const passed = arcTimesOf(analyzed)
  const arcTimes = { self: withCut(passed.self, cutArcs), child: withCut(passed.child, cutArcs) }
  const reach = compare(analyzed, plain.analyzed, arcTimes)
  const renumbered = renumberWithout(cutArcs, profile.arcs.length)
  return relist(analyzed, profile, arcTimes, orderOf(wholeListing(plain)), reach, renumbered).listing
}

function compare(now: AnalyzedProfile, plain: AnalyzedProfile, arcTimes: ArcTimeColumns): Reach {
  const { length } = now.profile.functions
  const [self, plainSelf] = [asArray(now.times.propagatedSelf), asArray(plain.times.propagatedSelf)]
  const [child, plainChild] = [asArray(now.times.propagatedChild), asArray(plain.times.propagatedChild)]
  const calls = asArray(now.profile.functions.calls)
  const plainCalls = asArray(plain.profile.functions.calls)
  const reach = {
    entries: new Uint8Array(length),
    calls: new Uint8Array(length),
    lines: compareArcs(now, plain, arcTimes),
  }
  for (let f = 0; f < length; f++) {
    if (calls[f] !== plainCalls[f]) reach.calls[f] = reach.entries[f] = 1
    else if (self[f] + child[f] !== plainSelf[f] + plainChild[f]) reach.entries[f] = 1
  }
  return reach
}

/** 1 for both ends of each arc whose place among others may be another. */
function compareArcs(
  now: AnalyzedProfile,
  plain: AnalyzedProfile,
  { self, child }: ArcTimeColumns,
): Uint8Array {
  const { arcs, functions } = plain.profile
  const ends = [asArray(arcs.parent), asArray(arcs.child)] as const
  const isChanged = new Uint8Array(functions.length)
  const { self: plainSelf, child: plainChild } = arcTimesOf(plain)
  for (let arc = 0; arc < arcs.length; arc++) {
    if (self[arc] === plainSelf[arc] && child[arc] === plainChild[arc]) continue
    isChanged[ends[0][arc]] = 1
    isChanged[ends[1][arc]] = 1
  }
  // An arc inside a cycle is placed as such. Cycles are numbered anew: those of other members are what counts.
  const same = matchCycles(plain.cycles, now.cycles)
  for (const f of membersBut(now.cycles, (cycle) => same[cycle] !== NONE)) isChanged[f] = 1
  const kept = new Set(same)
  for (const f of membersBut(plain.cycles, (cycle) => kept.has(cycle))) isChanged[f] = 1
  return isChanged
}
