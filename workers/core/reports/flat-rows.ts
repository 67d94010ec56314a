// Rows of the flat profile with gprof’s rounding.
import { NONE } from '../base/columns.ts'
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import type { FlatProfile } from './listing/flat-profile.ts'
import { displayName } from '../names/names.ts'
import { FLAT_COLUMNS, type FlatColumn, type ScreenColumn } from './sort-functions.ts'
import {
  areSharesKnown,
  formatCount,
  formatFixed,
  formatShareOf,
  formatTime,
  formatTimePerCall,
  percentOf,
  secondsOf,
} from '../quantities.ts'
import { percentOfWhole, selfTicksOf, totalTicksOf } from './share-ticks.ts'

/** Columns that hold numbers: all but the name, which is the last. */
type NumberColumn = Exclude<FlatColumn, 'name'>
export const NUMBER_COLUMNS = FLAT_COLUMNS.filter((column) => column !== 'name')

/**
 * Numbers of a row of the flat profile, by column. NaN if unknown. Percentages are 0–100: `percent` of gprof's
 * flat profile, the others of all recorded samples. Times are in the profile's unit (normally seconds), times
 * per call in the unit of the table (`FlatProfile.perCallUnit`).
 */
export type FlatValues = Readonly<Record<NumberColumn, number>>

/** One row of the flat profile as text. */
export interface FlatRow {
  /** Text by column; "" if unknown: a function compiled without -pg has no calls to divide by. */
  readonly text: Readonly<Record<FlatColumn, string>>
  /** gprof's number of the function's cycle, or null. */
  readonly cycle: number | null
}

/** Numbers of a listing are those it printed; those it lacks are unknown. */
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
  }
}

/**
 * Returns the numbers of a row, unrounded; NaN if unknown. Times are in the profile's unit (normally
 * seconds), times per call in `flat.perCallUnit`, percentages 0–100. `cumulative` is NaN for a function
 * that gprof does not print. Numbers of a listing are those it printed.
 */
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
    selfPercent: hasShares ? percentOfWhole(analyzed.profile, selfTicksOf(analyzed, f)) : Number.NaN,
    totalPercent: hasShares ? percentOfWhole(analyzed.profile, totalTicksOf(analyzed, f)) : Number.NaN,
  }
  return valuesAsPrinted(worked, analyzed, f)
}

/** Returns a row as gprof prints it: two decimals without units, counts with separators ("1,234"). */
export function flatRow(analyzed: AnalyzedProfile, flat: FlatProfile, f: FunctionIndex): FlatRow {
  const values = flatValues(analyzed, flat, f)
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
      selfPercent: fixed(values.selfPercent),
      totalPercent: fixed(values.totalPercent),
      name: displayName(analyzed.profile.functions, f),
    },
    cycle: cycle === NONE ? null : cycle + 1,
  }
}

/** Text of a row on screen: each number with its unit; "" if unknown. */
export type FlatCells = Readonly<Record<ScreenColumn, string>>

/**
 * Returns a row as the page shows it: gprof's digits with a unit in each cell, a smaller unit for a time
 * that gprof's shows as "0.00", hours for a long one. Zero is "0", and an unknown number "". gprof's percentage
 * has no unit, as in its listing.
 */
export function flatCells(analyzed: AnalyzedProfile, flat: FlatProfile, f: FunctionIndex): FlatCells {
  const values = flatValues(analyzed, flat, f)
  const { functions, abbreviation } = analyzed.profile
  const { factor } = flat.perCallUnit
  return {
    name: displayName(functions, f),
    selfPercent: formatShareOf(analyzed.profile, selfTicksOf(analyzed, f)),
    totalPercent: formatShareOf(analyzed.profile, totalTicksOf(analyzed, f)),
    percent: fixed(values.percent),
    cumulative: formatTime(values.cumulative, abbreviation),
    self: formatTime(values.self, abbreviation),
    total: formatTime(values.total, abbreviation),
    calls: Number.isNaN(values.calls) ? '' : formatCount(values.calls),
    selfPerCall: formatTimePerCall(values.selfPerCall / factor, abbreviation),
    totalPerCall: formatTimePerCall(values.totalPerCall / factor, abbreviation),
  }
}

/** The heading of each column on screen. */
export const SCREEN_HEADINGS: Readonly<Record<ScreenColumn, string>> = {
  name: 'Name',
  selfPercent: 'Self %',
  totalPercent: 'Total %',
  percent: '% time',
  cumulative: 'Cumulative',
  self: 'Self',
  total: 'Total',
  calls: 'Calls',
  selfPerCall: 'Self/call',
  totalPerCall: 'Total/call',
}

/**
 * Returns heading and unit of each column as exports write them, in gprof's order. Columns of time have
 * their unit in the heading only; `unit` is "" for the other columns, and without a rate.
 */
export function flatHeadings(
  analyzed: AnalyzedProfile,
  flat: FlatProfile,
): readonly { readonly column: FlatColumn; readonly label: string; readonly unit: string }[] {
  const { rate } = analyzed.profile
  const abbreviation = rate > 0 ? analyzed.profile.abbreviation : ''
  // gprof prints the unit Ts, teraseconds, if no call took any time.
  const prefix = flat.perCallUnit.prefix === 'T' ? '' : flat.perCallUnit.prefix.trim()
  const perCall = rate > 0 ? `${prefix}${abbreviation}` : ''
  const units = [
    { column: 'percent', unit: '' },
    { column: 'cumulative', unit: abbreviation },
    { column: 'self', unit: abbreviation },
    { column: 'calls', unit: '' },
    { column: 'selfPerCall', unit: perCall },
    { column: 'totalPerCall', unit: perCall },
    { column: 'total', unit: abbreviation },
    { column: 'selfPercent', unit: '' },
    { column: 'totalPercent', unit: '' },
    { column: 'name', unit: '' },
  ] as const
  return units.map(({ column, unit }) => ({ column, label: SCREEN_HEADINGS[column], unit }))
}

function fixed(value: number): string {
  return Number.isNaN(value) ? '' : formatFixed(value, 2)
}
