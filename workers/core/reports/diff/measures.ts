// What is compared of two functions that are the same: their numbers before and after.
import { asArray, NONE, type None } from '../../base/columns.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { Ticks } from '../../base/units.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { percentOf, secondsOf } from '../quantities.ts'
import type { PairIndex, Pairs } from './pair-functions.ts'

export const MEASURES = ['self', 'total', 'calls'] as const

/** Time in a function itself, with what it calls, or how often it was called by others. */
export type Measure = (typeof MEASURES)[number]

/** `time`: in seconds, of one run; `share`: in per cent of all time of its profile. */
export type Unit = 'time' | 'share'

/** Two profiles, and which function of the one is which of the other. */
export interface BeforeAfter {
  readonly before: AnalyzedProfile
  readonly after: AnalyzedProfile
  readonly pairs: Pairs
}

/** NaN where it is not known; 0 for a function that the program does not have. */
export interface Values {
  readonly before: number
  readonly after: number
}

/**
 * By what times and calls are divided: sums of different numbers of runs are compared by their means, those of equal numbers as they
 * are. Of a listing it is not known of how many it is.
 */
export function runsIn({ before, after }: Pick<BeforeAfter, 'before' | 'after'>): Values {
  const runs = ({ profile }: AnalyzedProfile): number =>
    profile.listed ? 1 : Math.max(1, profile.totals.runs)
  const [earlier, later] = [runs(before), runs(after)]
  return earlier === later ? { before: 1, after: 1 } : { before: earlier, after: later }
}

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

/** NaN for a total that a listing does not print. */
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

/** NaN where it took time and nothing counted its calls. */
export function callsOf({ profile: { functions }, times }: AnalyzedProfile, f: FunctionIndex): number {
  const calls = functions.calls[f]
  if (calls > 0 || functions.selfCalls[f] > 0) return calls
  return functions.selfTicks[f] > 0 || times.childTicks[f] > 0 ? Number.NaN : 0
}

/** Rows worked out between two pauses. */
const STEP = 2000

/** By row, for sorting. In steps. */
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
