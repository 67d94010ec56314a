// The flat profile as text for a spreadsheet: TSV for the clipboard, CSV for a file. Full precision, raw numbers.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../profile/tables.ts'
import type { FlatProfile } from '../listing/flat-profile.ts'
import { wholeName } from '../names/names.ts'
import { flatHeadings, flatRow, flatValues } from './flat-rows.ts'

/**
 * Stands before a table that is a file for spreadsheet programs, if it has letters beyond ASCII: without it they take the file for
 * one in the encoding of their system. Other readers take it for a letter of the first heading.
 */
export const ENCODING_MARK = '\ufeff'

export const wantsMark = (text: string): boolean => /[^\0-\x7f]/.test(text)

/** One row as it stands on screen, tab-separated; a name is whole, however long, and no formula. */
export function flatRowTsv(analyzed: AnalyzedProfile, flat: FlatProfile, f: FunctionIndex): string {
  const text = { ...flatRow(analyzed, flat, f).text, name: wholeName(analyzed.profile.functions, f) }
  return flatHeadings(analyzed, flat)
    .map(({ column }) => tsvCell(text[column].replaceAll(',', column === 'calls' ? '' : ',')))
    .join('\t')
}

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

/** RFC 4180, numbers unrounded; what is not known is empty. */
export function flatTableCsv(
  analyzed: AnalyzedProfile,
  flat: FlatProfile,
  rows: ArrayLike<number>,
  withHeadings = true,
): string {
  const lines = withHeadings ? [headings(analyzed, flat).map(csvCell).join(',')] : []
  for (let row = 0; row < rows.length; row++) {
    const f = rows[row] as FunctionIndex
    const values = flatValues(analyzed, flat, f)
    const cells = [
      values.percent,
      values.cumulative,
      values.self,
      values.calls,
      values.selfPerCall,
      values.totalPerCall,
      values.total,
    ].map((value) => (Number.isNaN(value) ? '' : String(value)))
    lines.push([...cells, csvCell(wholeName(analyzed.profile.functions, f))].join(','))
  }
  return `${lines.join('\r\n')}\r\n`
}

function headings(analyzed: AnalyzedProfile, flat: FlatProfile): readonly string[] {
  return flatHeadings(analyzed, flat).map(({ label, unit }) => (unit === '' ? label : `${label} (${unit})`))
}

export function tsvCell(text: string): string {
  return noFormula(text.replaceAll(/[\t\r\n]/g, ' '))
}

export function csvCell(text: string): string {
  const safe = noFormula(text)
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * A leading = + - or @ would make a spreadsheet run the name as a formula. Where the comma is the decimal sign, spreadsheets take
 * the semicolon for the separator: what follows one begins a cell, too, whatever quotes stand around it.
 */
const noFormula = (text: string): string => text.replaceAll(/(^|;)(?=["\s]*[=+\-@]|[\t\r])/g, "$1'")
