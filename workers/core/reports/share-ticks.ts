// The times that the page’s shares are taken of: of functions or whole cycles, in ticks.
import type { AnalyzedProfile, CycleIndex } from '../analysis/analyzed-profile.ts'
import type { Ticks } from '../base/units.ts'
import type { CallGraphProfile, FunctionIndex } from '../profile/call-graph-profile.ts'
import { type Convention, timesOfCycle } from './cycle-entry.ts'
import { percentOf, wholeTicks } from '../quantities.ts'

/**
 * Returns the self time whose share is shown, in ticks: of a listing the one that its percentage represents,
 * because its times are rounded, perhaps to nothing.
 */
export function selfTicksOf({ profile, asPrinted }: AnalyzedProfile, f: FunctionIndex): Ticks {
  return inTicks(profile.functions.selfTicks[f], asPrinted?.flatPercent[f], profile.totals.ticks)
}

/**
 * Returns the self and child time whose share is shown, in ticks; of a listing the one that its percentage
 * represents, and NaN if it has no entry of the function.
 */
export function totalTicksOf(analyzed: AnalyzedProfile, f: FunctionIndex): Ticks {
  const { profile, asPrinted, times, printedTicks } = analyzed
  const ticks = profile.functions.selfTicks[f] + times.childTicks[f]
  if (!asPrinted) return ticks
  if (!(profile.listed?.hasGraph === true && times.isPrinted[f] === 1)) return Number.NaN
  return Math.max(inTicks(ticks, asPrinted.entryPercent[f], printedTicks), selfTicksOf(analyzed, f))
}

/**
 * Returns a whole cycle's self and child time whose share is shown, in ticks, as `totalTicksOf`.
 *
 * @param convention gprof's total lacks the own time of a cycle that nothing outside calls
 */
export function cycleTicksOf(
  analyzed: AnalyzedProfile,
  cycle: CycleIndex,
  convention: Convention = 'manual',
): Ticks {
  const { times, asPrinted, printedTicks } = analyzed
  const { self, children } =
    convention === 'manual'
      ? timesOfCycle(analyzed, cycle)
      : { self: times.cyclePropagatedSelf[cycle], children: times.cyclePropagatedChild[cycle] }
  return inTicks(self + children, asPrinted?.cyclePercent[cycle], printedTicks)
}

/** @param printed the percentage that a listing prints; NaN or undefined for none */
const inTicks = (ticks: Ticks, printed: number | undefined, whole: Ticks): Ticks =>
  printed === undefined || Number.isNaN(printed) ? ticks : (printed * whole) / 100

/** Returns a time as a percentage of all recorded samples, unrounded: of the numbers that exports write. */
export const percentOfWhole = (profile: CallGraphProfile, ticks: Ticks): number =>
  percentOf(ticks, wholeTicks(profile))
