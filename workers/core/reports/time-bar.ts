// Lengths of the bar beside a share: the bar is as long as the share that the cell prints.
import type { AnalyzedProfile, CycleIndex } from '../analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import type { Ticks } from '../base/units.ts'
import { certainBelowMember, certainPart, isMember, rangeOfTotal } from '../trust/bounds/certain-parts.ts'
import { certainPartOfSelf, partOf } from '../trust/bounds/folded-self.ts'
import { type Bounds, leastOfCycle } from '../trust/bounds/bounds.ts'
import { type Convention, timesOfCycle } from './cycle-entry.ts'
import { areSharesKnown, shareOf } from '../quantities.ts'
import { cycleTicksOf, selfTicksOf, totalTicksOf } from './share-ticks.ts'
import type { Highlight } from './highlights.ts'

/** Parts of a bar from the left, as shares of all recorded samples, 0–1; each holds the one before. */
export interface BarLengths {
  /** Self time that is certain. */
  readonly self: number
  /** What is certain, as far as calls were counted. */
  readonly certain: number
  /** The whole bar: the share as printed. What is more than `certain` is an estimate. */
  readonly total: number
}

/** How long a function was on the stack, as shares of all recorded samples, 0–1. */
export interface Whisker {
  readonly least: number
  readonly most: number
}

const NO_BAR: BarLengths = { self: 0, certain: 0, total: 0 }

/** Returns the bar of a function's self time. */
export function barOfSelf(analyzed: AnalyzedProfile, f: FunctionIndex): BarLengths {
  if (!areSharesKnown(analyzed.profile)) return NO_BAR
  const total = shareOf(analyzed.profile, selfTicksOf(analyzed, f))
  const self = total * certainPartOfSelf(analyzed, f)
  return { self, certain: self, total }
}

/**
 * Returns the bar of a function's self and child time. A member of a cycle has gprof's total, of which its
 * own time is certain, and callees outside the cycle that no other function calls.
 */
export function barOfTotal(analyzed: AnalyzedProfile, bounds: Bounds | null, f: FunctionIndex): BarLengths {
  const { profile } = analyzed
  const ticks = totalTicksOf(analyzed, f)
  if (!areSharesKnown(profile) || Number.isNaN(ticks)) return NO_BAR
  const total = shareOf(profile, ticks)
  const self = Math.min(total, barOfSelf(analyzed, f).self)
  const part = isMember(analyzed, f)
    ? partOf(certainOfMember(analyzed, bounds, f), ticks)
    : certainPart(analyzed, bounds, f)
  return { self, certain: Math.max(self, total * part), total }
}

function certainOfMember(analyzed: AnalyzedProfile, bounds: Bounds | null, f: FunctionIndex): Ticks {
  const self = analyzed.profile.functions.selfTicks[f] * certainPartOfSelf(analyzed, f)
  return self + certainBelowMember(analyzed, bounds, f)
}

/**
 * Returns the bar of a function in a highlight list.
 */
export function barOfHighlight(
  analyzed: AnalyzedProfile,
  bounds: Bounds | null,
  { f, bar }: Pick<Highlight, 'f' | 'bar'>,
): BarLengths {
  // Counted exactly: no part of the bar is an estimate.
  if (bar.of === 'calls') return { self: bar.part, certain: bar.part, total: bar.part }
  return bar.of === 'self' ? barOfSelf(analyzed, f) : barOfTotal(analyzed, bounds, f)
}

/**
 * Returns the bar of a whole cycle's self and child time.
 *
 * @param convention as of the share beside it
 */
export function barOfCycle(
  analyzed: AnalyzedProfile,
  bounds: Bounds | null,
  cycle: CycleIndex,
  convention: Convention = 'manual',
): BarLengths {
  const { profile, folding } = analyzed
  if (!areSharesKnown(profile)) return NO_BAR
  const total = shareOf(profile, cycleTicksOf(analyzed, cycle, convention))
  const self = folding ? 0 : Math.min(total, shareOf(profile, timesOfCycle(analyzed, cycle).self))
  const sure = bounds ? shareOf(profile, leastOfCycle(analyzed, bounds, cycle)) : 0
  return { self, certain: Math.min(total, Math.max(self, sure)), total }
}

/**
 * Returns the range of a function's time on the stack beside its bar; null where both ends agree with the
 * bar, without bounds or a rate, and for a listing.
 */
export function whiskerOf(
  analyzed: AnalyzedProfile,
  bounds: Bounds | null,
  f: FunctionIndex,
): Whisker | null {
  const { profile } = analyzed
  if (!bounds || profile.listed || !(profile.rate > 0)) return null
  const range = rangeOfTotal(analyzed, bounds, f)
  const [least, most] = [shareOf(profile, range.least), shareOf(profile, range.most)]
  const total = shareOf(profile, totalTicksOf(analyzed, f))
  return Math.abs(least - total) < SAME && Math.abs(most - total) < SAME ? null : { least, most }
}

/** Less than what one decimal of a percentage shows. */
const SAME = 0.0005
