// The values that a diff compares: times, shares, calls of paired functions.
import { asArray, NONE, type None } from '../../base/columns.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { Ticks } from '../../base/units.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { percentOf, secondsOf } from '../../quantities.ts'
import type { PairIndex, Pairs } from './pairs.ts'

/** Measures of a diff. */
export const MEASURES = ['self', 'total', 'calls'] as const

/** Self time, total time, or calls by others. */
export type Measure = (typeof MEASURES)[number]

/**
 * `time`: seconds (of one run, if the sides sum different numbers of runs); `share`: percentage of all time
 * of its profile, 0–100. Calls have no unit.
 */
export type Unit = 'time' | 'share'

/** Two analysed profiles with their functions paired. */
export interface BeforeAfter {
  readonly before: AnalyzedProfile
  readonly after: AnalyzedProfile
  readonly pairs: Pairs
}

/** A value on both sides: NaN if unknown, 0 for a function that the program lacks. */
export interface Values {
  readonly before: number
  readonly after: number
}

/**
 * Returns the divisors of times and calls. Sums of different numbers of runs are compared by their means,
 * sums of equal numbers as they are (both 1). A listing does not say how many runs it sums.
 */
export function runsIn({ before, after }: Pick<BeforeAfter, 'before' | 'after'>): Values {
  const runs = ({ profile }: AnalyzedProfile): number =>
    profile.listed ? 1 : Math.max(1, profile.totals.runs)
  const [earlier, later] = [runs(before), runs(after)]
  return earlier === later ? { before: 1, after: 1 } : { before: earlier, after: later }
}

/**
 * Returns the values of a row: seconds or calls, divided by `runsIn`, or percentages. NaN if unknown, as all
 * times and percentages of a side without a rate are; otherwise 0 for a function that the program lacks.
 *
 * @param unit has no effect on calls
 */
export function valuesOf(compared: BeforeAfter, row: PairIndex, measure: Measure, unit: Unit): Values {
  const { before, after, pairs } = compared
  const runs = runsIn(compared)
  return {
    before: valueOf(before, pairs.before[row], measure, unit, runs.before),
    after: valueOf(after, pairs.after[row], measure, unit, runs.after),
  }
}

function valueOf(
  analyzed: AnalyzedProfile,
  f: FunctionIndex | None,
  measure: Measure,
  unit: Unit,
  runs: number,
): number {
  if (measure === 'calls') return f === NONE ? 0 : callsOf(analyzed, f) / runs
  const { rate, totals } = analyzed.profile
  if (!(rate > 0)) return Number.NaN
  const ticks = f === NONE ? 0 : ticksOf(analyzed, f, measure)
  return unit === 'time' ? secondsOf(ticks, rate) / runs : percentOf(ticks, totals.ticks)
}

/**
 * Returns the self or total time of a function in ticks, of all runs together; NaN for a total that a
 * listing does not print.
 */
export function ticksOf(
  { profile, times, asPrinted }: AnalyzedProfile,
  f: FunctionIndex,
  measure: 'self' | 'total',
): Ticks {
  const self = profile.functions.selfTicks[f]
  if (measure === 'self') return self
  const isUnknown =
    asPrinted !== undefined && !(profile.listed?.hasGraph === true && times.isPrinted[f] === 1)
  return isUnknown ? Number.NaN : self + times.childTicks[f]
}

/**
 * Returns the calls of a function by others, of all runs together; NaN if it took time but its calls were
 * not counted.
 */
export function callsOf({ profile: { functions }, times }: AnalyzedProfile, f: FunctionIndex): number {
  const calls = functions.calls[f]
  if (calls > 0 || functions.selfCalls[f] > 0) return calls
  return functions.selfTicks[f] > 0 || times.childTicks[f] > 0 ? Number.NaN : 0
}

/** Rows computed between two pauses. */
const STEP = 2000

/**
 * Computes the values of one side by row (PairIndex), as `valuesOf` returns them; yields between steps, so
 * that the caller can do other work.
 */
export function* columnOf(
  compared: BeforeAfter,
  side: 'before' | 'after',
  measure: Measure,
  unit: Unit,
): Generator<void, Float64Array<ArrayBuffer>> {
  const { [side]: analyzed, pairs } = compared
  const { [side]: runs } = runsIn(compared)
  const functions = asArray(pairs[side])
  const column = new Float64Array(functions.length)
  for (let row = 0; row < functions.length; row++) {
    if (row % STEP === 0) yield
    column[row] = valueOf(analyzed, functions[row] as FunctionIndex | None, measure, unit, runs)
  }
  return column
}
