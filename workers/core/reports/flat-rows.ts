// Rows of the flat profile view: text and bar lengths with gprof's rounding, and whole tables as
// TSV or CSV with full precision.
import { hasUpperBounds, rangeOfTotal } from './bounds.ts'
import { NONE } from '../base/columns.ts'
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import type { FlatProfile } from './listing/listing.ts'
import { displayName, wholeName } from './names/names.ts'
import { FLAT_COLUMNS, type FlatColumn } from './sort-functions.ts'
import {
  areSharesKnown,
  formatCount,
  formatFixed,
  fractionOf,
  percentOf,
  type Scaled,
  scaleToUnit,
  secondsOf,
} from './quantities.ts'
import { wholeOfTotal } from './details/explain-sampling.ts'

/** Columns that hold numbers: all but the name, which is the last. */
export type NumberColumn = Exclude<FlatColumn, 'name'>
export const NUMBER_COLUMNS = FLAT_COLUMNS.filter((column) => column !== 'name')

/** Numbers of a row of the flat profile. NaN if unknown. */
export interface FlatValues extends Readonly<Record<NumberColumn, number>> {
  /** Percentage of the call graph's time, as in the function's entry. */
  readonly totalPercent: number
}

/** One row of the flat profile as text. */
export interface FlatRow {
  /** Text by column; "" if unknown: a function compiled without -pg has no calls to divide by. */
  readonly text: Readonly<Record<FlatColumn, string>>
  /** Times per call that gprof's unit shows as "0.00", in a smaller unit. */
  readonly finer: { readonly selfPerCall: Scaled | null; readonly totalPerCall: Scaled | null }
  /** Self and total time as shares of all time, 0–1. */
  readonly selfFraction: number
  readonly totalFraction: number
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
    totalPercent: isTotalKnown ? asPrinted.entryPercent[f] : Number.NaN,
  }
}

/**
 * Returns the numbers of a row; NaN if unknown. Times are in the profile's unit, times per call
 * in `flat.perCallUnit`.
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
    totalPercent: hasShares ? percentOf(totalTicks, wholeOfTotal(analyzed, f)) : Number.NaN,
  }
  return valuesAsPrinted(worked, analyzed, f)
}

/** Returns a row as text. */
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

/** Printed share as a length; 0 if it was not printed. */
const partOf = (percent: number): number => fractionOf(Number.isNaN(percent) ? 0 : percent, 100)

/**
 * Returns heading and unit of each column, in order. Columns of time have their unit in the
 * heading only.
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

// The flat profile for spreadsheets: TSV for the clipboard, CSV for a file. Full precision, raw
// numbers.

/**
 * Byte order mark at the start of a spreadsheet file with non-ASCII letters. Without it,
 * spreadsheet programs assume the encoding of their system. Other readers see it as part of the
 * first heading.
 */
export const ENCODING_MARK = '\ufeff'

/** Whether a spreadsheet file with this text needs ENCODING_MARK. */
export const wantsMark = (text: string): boolean => /[^\0-\x7f]/.test(text)

/**
 * Returns one row as on screen, tab-separated, with the full name, which no spreadsheet takes for
 * a formula.
 */
export function flatRowTsv(analyzed: AnalyzedProfile, flat: FlatProfile, f: FunctionIndex): string {
  const text = { ...flatRow(analyzed, flat, f).text, name: wholeName(analyzed.profile.functions, f) }
  return flatHeadings(analyzed, flat)
    .map(({ column }) => tsvCell(text[column].replaceAll(',', column === 'calls' ? '' : ',')))
    .join('\t')
}

/**
 * Returns rows of the flat profile as TSV.
 *
 * @param rows functions, in the order of the lines
 */
export function flatTableTsv(
  analyzed: AnalyzedProfile,
  flat: FlatProfile,
  rows: ArrayLike<number>,
  withHeadings = true,
): string {
  const lines = withHeadings ? [headings(analyzed, flat).map(tsvCell).join('\t')] : []
  for (let row = 0; row < rows.length; row++) {
    lines.push(flatRowTsv(analyzed, flat, rows[row] as FunctionIndex))
  }
  return `${lines.join('\n')}\n`
}

/**
 * Returns rows of the flat profile as CSV (RFC 4180), numbers unrounded; unknown values are
 * empty.
 *
 * @param rows functions, in the order of the lines
 * @param bounds from `certainTicks`: adds the bounds of the time on the stack, in the unit of the
 * total; null for none
 */
export function flatTableCsv(
  analyzed: AnalyzedProfile,
  flat: FlatProfile,
  rows: ArrayLike<number>,
  withHeadings = true,
  bounds: Float64Array | null = null,
): string {
  const { rate } = analyzed.profile
  const headed = headings(analyzed, flat)
  const unit = rate > 0 ? ` (${analyzed.profile.abbreviation})` : ''
  if (bounds) headed.splice(-1, 0, `At least${unit}`, `At most${unit}`)
  const lines = withHeadings ? [headed.map(csvCell).join(',')] : []
  for (let row = 0; row < rows.length; row++) {
    const f = rows[row] as FunctionIndex
    const values = flatValues(analyzed, flat, f)
    const cells = [
      ...NUMBER_COLUMNS.map((column) => values[column]),
      ...(bounds ? boundValues(analyzed, bounds, f) : []),
    ].map((value) => (Number.isNaN(value) ? '' : String(value)))
    lines.push([...cells, csvCell(wholeName(analyzed.profile.functions, f))].join(','))
  }
  return `${lines.join('\r\n')}\r\n`
}

/**
 * Returns the lower and the upper bound of the time on the stack, in seconds; NaN if it is not
 * computed.
 */
function boundValues(analyzed: AnalyzedProfile, bounds: Float64Array, f: FunctionIndex): readonly number[] {
  const { least, most } = rangeOfTotal(analyzed, bounds, f)
  const { rate } = analyzed.profile
  return [secondsOf(least, rate), hasUpperBounds(analyzed) ? secondsOf(most, rate) : Number.NaN]
}

function headings(analyzed: AnalyzedProfile, flat: FlatProfile): string[] {
  return flatHeadings(analyzed, flat).map(({ label, unit }) => (unit === '' ? label : `${label} (${unit})`))
}

/** Returns a text as a TSV cell: without tabs and line breaks, and no formula. */
export function tsvCell(text: string): string {
  return noFormula(text.replaceAll(/[\t\r\n]/g, ' '))
}

/** Returns a text as a CSV cell: quoted if needed, and no formula. */
export function csvCell(text: string): string {
  const safe = noFormula(text)
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * A leading = + - or @ would make a spreadsheet run the name as a formula. In locales with a
 * decimal comma, the semicolon separates cells, quoted or not, so a name may begin a cell after
 * one, too.
 */
const noFormula = (text: string): string => text.replaceAll(/(^|;)(?=["\s]*[=+\-@]|[\t\r])/g, "$1'")
