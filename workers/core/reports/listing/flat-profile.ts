// The flat profile: routines by self time S_i, with its running sum.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { asArray } from '../../base/columns.ts'
import { orderOfNumbers } from '../../base/order-numbers.ts'
import type { FunctionTable } from '../../profile/call-graph-profile.ts'

/** The rows of the flat profile. */
export interface FlatProfile {
  /** Every function (FunctionIndex) in gprof's order, printed or not. */
  readonly order: Uint32Array<ArrayBuffer>
  /** Functions that gprof prints, in the same order: by default those with calls or time. */
  readonly printed: Uint32Array<ArrayBuffer>
  /** Running sum of self time along `printed`, in ticks; row `r` belongs to `printed[r]`. */
  readonly cumulativeTicks: Float64Array<ArrayBuffer>
  readonly perCallUnit: PerCallUnit
  /** By function: its row in `printed`, from 1; 0 if it is not printed. */
  readonly ranks: Uint32Array<ArrayBuffer>
}

/** Times per call are shown as `factor` × seconds, under the heading `prefix` + "s/call". */
export interface PerCallUnit {
  /** "m", "u", "K", … or " " for seconds. */
  readonly prefix: string
  readonly factor: number
}

/** Largest unit first. */
const UNITS: readonly PerCallUnit[] = [
  { prefix: 'T', factor: 1e-12 },
  { prefix: 'G', factor: 1e-9 },
  { prefix: 'M', factor: 1e-6 },
  { prefix: 'K', factor: 1e-3 },
  { prefix: ' ', factor: 1 },
  { prefix: 'm', factor: 1e3 },
  { prefix: 'u', factor: 1e6 },
  { prefix: 'n', factor: 1e9 },
  { prefix: 'p', factor: 1e12 },
  { prefix: 'f', factor: 1e15 },
  { prefix: 'a', factor: 1e18 },
]
/**
 * Returns the unit of a prefix that a listing was printed with; factor 1 for an unknown prefix.
 *
 * @param prefix "m", "u", … or " "
 */
export const unitOf = (prefix: string): PerCallUnit =>
  UNITS.find((unit) => unit.prefix === prefix) ?? { prefix, factor: 1 }

const [NO_CALL_UNIT] = UNITS as readonly [PerCallUnit]

/**
 * Returns all functions (FunctionIndex) in gprof's order of functions with equal time: most calls C(i) first,
 * then by name.
 *
 * @param byName in the order of raw names
 */
export function rankByCalls(
  { calls }: FunctionTable,
  byName: Uint32Array<ArrayBuffer>,
): Uint32Array<ArrayBuffer> {
  return orderOfNumbers(asArray(calls), true, byName)
}

/**
 * Returns the flat profile: the rows that gprof prints, their running sum of self time, and the unit of
 * times per call.
 *
 * @param ranked all functions, from `rankByCalls`
 * @param showUnused also prints functions without calls and time (`-z`)
 */
export function listFlatProfile(
  analyzed: AnalyzedProfile,
  ranked: Uint32Array<ArrayBuffer>,
  showUnused = false,
): FlatProfile {
  const { functions } = analyzed.profile
  const self = asArray(functions.selfTicks)
  const order = orderOfNumbers(self, true, ranked)
  const calls = asArray(functions.calls)
  const isLeftOut = asArray(functions.isLeftOut)
  const printed = new Uint32Array(order.length)
  const cumulativeTicks = new Float64Array(order.length)
  const ranks = new Uint32Array(order.length)
  let count = 0
  let sum = 0
  for (let at = 0; at < order.length; at++) {
    const f = order[at]
    const ticks = self[f]
    // Evaluates everything for every row: rows without time come late, and engines discard
    // compiled code when a new branch is first taken.
    const isUsed = Number(showUnused) | Number(ticks !== 0) | Number(calls[f] !== 0)
    if ((isUsed & (1 - isLeftOut[f])) === 0) continue
    sum += ticks
    cumulativeTicks[count] = sum
    printed[count++] = f
    ranks[f] = count
  }
  return {
    order,
    printed: printed.slice(0, count),
    cumulativeTicks: cumulativeTicks.slice(0, count),
    perCallUnit: choosePerCallUnit(analyzed),
    ranks,
  }
}

/**
 * Chooses the unit in which the longest call reads as 1 to 999; T if no call took time, as in
 * gprof.
 */
function choosePerCallUnit({ profile, times }: AnalyzedProfile): PerCallUnit {
  const { selfTicks, calls } = profile.functions
  const greatest = costliestCall(asArray(selfTicks), asArray(times.childTicks), asArray(calls))
  if (greatest === 0) return NO_CALL_UNIT
  const seconds = greatest / profile.rate
  return UNITS.find(({ factor }) => factor * seconds >= 1 && factor * seconds < 1000) ?? NO_CALL_UNIT
}

/** In ticks; 0 if no call took time. */
function costliestCall(self: Float64Array, child: Float64Array, calls: Float64Array): number {
  let greatest = 0
  for (let f = 0; f < calls.length; f++) {
    const perCall = calls[f] === 0 ? 0 : (self[f] + child[f]) / calls[f]
    if (perCall > greatest) greatest = perCall
  }
  return greatest
}
