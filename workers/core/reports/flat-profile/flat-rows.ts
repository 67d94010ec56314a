// One row of the flat profile as text and bar lengths: gprof's columns with gprof's rounding, plus total time.
import { NONE } from '../../base/brand.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../profile/tables.ts'
import type { FlatProfile } from '../listing/flat-profile.ts'
import { displayName } from '../names/names.ts'
import {
  areSharesKnown,
  formatCount,
  formatFixed,
  fractionOf,
  percentOf,
  scaleToUnit,
  secondsOf,
  type Scaled,
} from '../quantities.ts'
import { wholeOfTotal } from '../whole-time.ts'

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
  /** Of the call graph's time, as the function's entry has it. */
  readonly totalPercent: number
}

export interface FlatRow {
  /** "" is "not known": a function that was not compiled with -pg has no calls to divide by. */
  readonly text: Readonly<Record<FlatColumn, string>>
  /** What gprof's unit leaves no digit of ("0.00"), in a unit of its own. */
  readonly finer: { readonly selfPerCall: Scaled | null; readonly totalPerCall: Scaled | null }
  /** Share of all time, 0–1: in the function itself, and with what it called. */
  readonly selfFraction: number
  readonly totalFraction: number
  /** gprof's number of the cycle, or null. */
  readonly cycle: number | null
}

/** Numbers of a listing that was read stand as it printed them; what it does not print is not known. */
function valuesAsPrinted(
  worked: FlatValues,
  { asPrinted, profile, times }: AnalyzedProfile,
  f: FunctionIndex,
): FlatValues {
  if (!asPrinted || !profile.listed) return worked
  const { hasFlat, hasGraph } = profile.listed
  const isTotalKnown = hasGraph && times.isPrinted[f] === 1
  return {
    ...worked,
    percent: asPrinted.flatPercent[f],
    cumulative: hasFlat ? worked.cumulative : Number.NaN,
    selfPerCall: asPrinted.selfPerCall[f],
    totalPerCall: asPrinted.totalPerCall[f],
    total: isTotalKnown ? worked.total : Number.NaN,
    totalPercent: isTotalKnown ? asPrinted.entryPercent[f] : Number.NaN,
  }
}

/** NaN is "not known", as "" is in `flatRow`. Times in the profile's unit, per call in that of `flat.perCallUnit`. */
export function flatValues(analyzed: AnalyzedProfile, flat: FlatProfile, f: FunctionIndex): FlatValues {
  const { functions, rate, totals } = analyzed.profile
  const hasShares = areSharesKnown(analyzed.profile)
  const selfTicks = functions.selfTicks[f]
  const totalTicks = selfTicks + analyzed.times.childTicks[f]
  const calls = functions.calls[f]
  const { factor } = flat.perCallUnit
  const rank = flat.ranks[f]
  const cumulativeTicks = rank > 0 ? flat.cumulativeTicks[rank - 1] : Number.NaN
  const perCall = (ticks: number) => (calls === 0 ? Number.NaN : secondsOf(factor * ticks, rate) / calls)
  const worked = {
    percent: hasShares ? percentOf(selfTicks, totals.ticks) : Number.NaN,
    cumulative: secondsOf(cumulativeTicks, rate),
    self: secondsOf(selfTicks, rate),
    calls: calls === 0 && functions.selfCalls[f] === 0 ? Number.NaN : calls,
    selfPerCall: perCall(selfTicks),
    totalPerCall: perCall(totalTicks),
    total: secondsOf(totalTicks, rate),
    totalPercent: hasShares ? percentOf(totalTicks, wholeOfTotal(analyzed, f)) : Number.NaN,
  }
  return valuesAsPrinted(worked, analyzed, f)
}

export function flatRow(analyzed: AnalyzedProfile, flat: FlatProfile, f: FunctionIndex): FlatRow {
  const values = flatValues(analyzed, flat, f)
  const { functions, totals } = analyzed.profile
  const selfTicks = functions.selfTicks[f]
  const cycle = analyzed.cycles.cycleOf[f]
  const { abbreviation } = analyzed.profile
  const { factor } = flat.perCallUnit
  const finer = (perCall: number) =>
    perCall > 0 && formatFixed(perCall, 2) === '0.00' ? scaleToUnit(perCall / factor, abbreviation) : null
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
    finer: { selfPerCall: finer(values.selfPerCall), totalPerCall: finer(values.totalPerCall) },
    ...(analyzed.asPrinted
      ? { selfFraction: partOf(values.percent), totalFraction: partOf(values.totalPercent) }
      : {
          selfFraction: fractionOf(selfTicks, totals.ticks),
          totalFraction: fractionOf(selfTicks + analyzed.times.childTicks[f], totals.ticks),
        }),
    cycle: cycle === NONE ? null : cycle + 1,
  }
}

/** A printed share as a length; one that was not printed has none. */
const partOf = (percent: number): number => fractionOf(Number.isNaN(percent) ? 0 : percent, 100)

/** Heading and unit of each column, in order; the unit stands in the heading, once, and not where there is no time. */
export function flatHeadings(
  analyzed: AnalyzedProfile,
  flat: FlatProfile,
): readonly { readonly column: FlatColumn; readonly label: string; readonly unit: string }[] {
  const { rate } = analyzed.profile
  const abbreviation = rate > 0 ? analyzed.profile.abbreviation : ''
  // gprof heads these columns Ts, for teraseconds, where no call took any time.
  const prefix = flat.perCallUnit.prefix === 'T' ? '' : flat.perCallUnit.prefix.trim()
  const perCall = rate > 0 ? `${prefix}${abbreviation}` : ''
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
