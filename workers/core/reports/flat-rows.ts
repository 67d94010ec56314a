// One row of the flat profile as text and bar lengths: gprof's columns with gprof's rounding, plus total time.
import { NONE } from '../base/brand.ts'
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../profile/tables.ts'
import type { FlatProfile } from './flat-profile.ts'
import { displayName } from './names.ts'
import { formatCount, formatFixed, fractionOf, percentOf, secondsOf } from './quantities.ts'

export type FlatColumn =
  'percent' | 'cumulative' | 'self' | 'calls' | 'selfPerCall' | 'totalPerCall' | 'total' | 'name'

/** The numbers behind a row. NaN is "not known". */
export interface FlatValues {
  readonly percent: number
  /** Running sum in gprof's order. */
  readonly cumulative: number
  readonly self: number
  readonly calls: number
  readonly selfPerCall: number
  readonly totalPerCall: number
  readonly total: number
  readonly totalPercent: number
}

export interface FlatRow {
  /** "" is "not known": a function that was not compiled with -pg has no calls to divide by. */
  readonly text: Readonly<Record<FlatColumn, string>>
  /** Share of all time, 0–1: in the function itself, and with what it called. */
  readonly selfFraction: number
  readonly totalFraction: number
  /** gprof's number of the cycle, or null. */
  readonly cycle: number | null
}

export function flatValues(analyzed: AnalyzedProfile, flat: FlatProfile, f: FunctionIndex): FlatValues {
  const { functions, rate, totals } = analyzed.profile
  const selfTicks = functions.selfTicks[f]
  const totalTicks = selfTicks + analyzed.times.childTicks[f]
  const calls = functions.calls[f]
  const { factor } = flat.perCallUnit
  const rank = ranksOf(flat, functions.length)[f]
  const cumulativeTicks = rank > 0 ? flat.cumulativeTicks[rank - 1] : Number.NaN
  const perCall = (ticks: number) => (calls === 0 ? Number.NaN : secondsOf(factor * ticks, rate) / calls)
  return {
    percent: rate > 0 ? percentOf(selfTicks, totals.ticks) : Number.NaN,
    cumulative: secondsOf(cumulativeTicks, rate),
    self: secondsOf(selfTicks, rate),
    calls: calls === 0 && functions.selfCalls[f] === 0 ? Number.NaN : calls,
    selfPerCall: perCall(selfTicks),
    totalPerCall: perCall(totalTicks),
    total: secondsOf(totalTicks, rate),
    totalPercent: rate > 0 ? percentOf(totalTicks, totals.ticks) : Number.NaN,
  }
}

export function flatRow(analyzed: AnalyzedProfile, flat: FlatProfile, f: FunctionIndex): FlatRow {
  const values = flatValues(analyzed, flat, f)
  const { functions, totals } = analyzed.profile
  const selfTicks = functions.selfTicks[f]
  const cycle = analyzed.cycles.cycleOf[f]
  return {
    text: {
      percent: fixed(values.percent),
      cumulative: fixed(values.cumulative),
      self: fixed(values.self),
      calls: Number.isNaN(values.calls) ? '' : formatCount(values.calls),
      selfPerCall: fixed(values.selfPerCall),
      totalPerCall: fixed(values.totalPerCall),
      total: fixed(values.total),
      name: displayName(functions, f),
    },
    selfFraction: fractionOf(selfTicks, totals.ticks),
    totalFraction: fractionOf(selfTicks + analyzed.times.childTicks[f], totals.ticks),
    cycle: cycle === NONE ? null : cycle + 1,
  }
}

/** Heading and unit of each column, in order; the unit stands in the heading, once. */
export function flatHeadings(
  analyzed: AnalyzedProfile,
  flat: FlatProfile,
): readonly { readonly column: FlatColumn; readonly label: string; readonly unit: string }[] {
  const { abbreviation } = analyzed.profile
  const perCall = `${flat.perCallUnit.prefix.trim()}${abbreviation}`
  return [
    { column: 'percent', label: '% time', unit: '' },
    { column: 'cumulative', label: 'Cumulative', unit: abbreviation },
    { column: 'self', label: 'Self', unit: abbreviation },
    { column: 'calls', label: 'Calls', unit: '' },
    { column: 'selfPerCall', label: 'Self/call', unit: perCall },
    { column: 'totalPerCall', label: 'Total/call', unit: perCall },
    { column: 'total', label: 'Total', unit: abbreviation },
    { column: 'name', label: 'Name', unit: '' },
  ]
}

function fixed(value: number): string {
  return Number.isNaN(value) ? '' : formatFixed(value, 2)
}

const ranks = new WeakMap<FlatProfile, Uint32Array>()

/** Row number from 1 in gprof's order, by function; 0 for what gprof does not print. */
export function ranksOf(flat: FlatProfile, functions: number): Uint32Array {
  let known = ranks.get(flat)
  if (!known) {
    known = new Uint32Array(functions)
    for (let row = 0; row < flat.printed.length; row++) known[flat.printed[row]] = row + 1
    ranks.set(flat, known)
  }
  return known
}
