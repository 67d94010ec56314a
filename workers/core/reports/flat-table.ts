// The flat profile for spreadsheets: TSV for the clipboard, CSV for a file. Full precision, raw numbers.
import type { Bounds } from '../trust/bounds/bounds.ts'
import { rangeOfTotal } from '../trust/bounds/certain-parts.ts'
import { NONE } from '../base/columns.ts'
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import type { FlatProfile } from './listing/flat-profile.ts'
import { wholeName } from '../names/names.ts'
import { secondsOf } from '../quantities.ts'
import { flatRow, flatHeadings, flatValues, NUMBER_COLUMNS } from './flat-rows.ts'

/**
 * Byte order mark at the start of a spreadsheet file with non-ASCII letters. Without it,
 * spreadsheet programs assume the encoding of their system. Other readers see it as part of the
 * first heading.
 */
export const ENCODING_MARK = '\ufeff'

/** Whether a spreadsheet file with this text needs ENCODING_MARK. */
export const wantsMark = (text: string): boolean => /[^\0-\x7f]/.test(text)

/**
 * Returns one row as gprof prints it, tab-separated, without a line break. Counts have no separators. The
 * name is the full one, escaped so that no spreadsheet takes it for a formula.
 */
export function flatRowTsv(analyzed: AnalyzedProfile, flat: FlatProfile, f: FunctionIndex): string {
  const text = { ...flatRow(analyzed, flat, f).text, name: wholeName(analyzed.profile.functions, f) }
  return flatHeadings(analyzed, flat)
    .map(({ column }) => tsvCell(text[column].replaceAll(',', column === 'calls' ? '' : ',')))
    .join('\t')
}

/**
 * Returns rows of the flat profile as TSV, each line ended by "\n".
 *
 * @param rows functions (FunctionIndex), in the order of the lines
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
 * Returns rows of the flat profile as CSV (RFC 4180), numbers unrounded; unknown values are empty, and so is
 * the number of the cycle of a function in none. Lines end with "\r\n"; there is no byte order mark (`ENCODING_MARK`).
 *
 * @param rows functions (FunctionIndex), in the order of the lines
 * @param bounds adds the bounds of the time on the stack, in the unit of the
 *   total, and 1 if the upper one is the best possible, else 0; null for none
 */
export function flatTableCsv(
  analyzed: AnalyzedProfile,
  flat: FlatProfile,
  rows: ArrayLike<number>,
  withHeadings = true,
  bounds: Bounds | null = null,
): string {
  const { rate } = analyzed.profile
  const headed = headings(analyzed, flat)
  const unit = rate > 0 ? ` (${analyzed.profile.abbreviation})` : ''
  headed.splice(-1, 0, ...(bounds ? [`At least${unit}`, `At most${unit}`, 'At most is exact'] : []), 'Cycle')
  const lines = withHeadings ? [headed.map(csvCell).join(',')] : []
  for (let row = 0; row < rows.length; row++) {
    const f = rows[row] as FunctionIndex
    const values = flatValues(analyzed, flat, f)
    const cells = [
      ...NUMBER_COLUMNS.map((column) => values[column]),
      ...(bounds ? boundValues(analyzed, bounds, f) : []),
      cycleNumber(analyzed, f),
    ].map((value) => (Number.isNaN(value) ? '' : String(value)))
    lines.push([...cells, csvCell(wholeName(analyzed.profile.functions, f))].join(','))
  }
  return `${lines.join('\r\n')}\r\n`
}

/** gprof's number of a member's cycle; NaN for other functions. */
function cycleNumber({ cycles }: AnalyzedProfile, f: FunctionIndex): number {
  const cycle = cycles.cycleOf[f]
  return cycle === NONE ? Number.NaN : cycle + 1
}

/** Returns the lower and the upper bound of the time on the stack, in seconds, and 1 if the upper one is exact. */
function boundValues(analyzed: AnalyzedProfile, bounds: Bounds, f: FunctionIndex): readonly number[] {
  const { least, most } = rangeOfTotal(analyzed, bounds, f)
  const { rate } = analyzed.profile
  const isLoose = least < most && bounds.isLoose[f] === 1
  return [secondsOf(least, rate), secondsOf(most, rate), isLoose ? 0 : 1]
}

function headings(analyzed: AnalyzedProfile, flat: FlatProfile): string[] {
  return flatHeadings(analyzed, flat).map(({ label, unit }) => (unit === '' ? label : `${label} (${unit})`))
}

/**
 * Returns a text as a TSV cell: tabs and line breaks become spaces, and an apostrophe precedes what a
 * spreadsheet would take for a formula.
 */
export function tsvCell(text: string): string {
  return noFormula(text.replaceAll(/[\t\r\n]/g, ' '))
}

/**
 * Returns a text as a CSV cell: quoted if needed, and with an apostrophe before what a spreadsheet would
 * take for a formula.
 */
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
