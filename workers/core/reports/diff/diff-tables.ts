// A diff as a table: TSV for the clipboard, CSV for a file, columns for a terminal, Markdown for a pull
// request.
import { NONE, type None } from '../../base/columns.ts'
import { wholeName } from '../../names/names.ts'
import { type BeforeAfter, type Measure, MEASURES, type Unit, valuesOf } from './measures.ts'
import { nameOf } from './name-keys.ts'
import type { PairIndex } from './pairs.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { visibleText } from '../../base/visible-text.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { csvCell, tsvCell } from '../flat-table.ts'
import { changeRow, changeHeadings, LESS } from './diff-text.ts'
import type { ChangeHead } from './whole-change.ts'

/**
 * Returns one row as on screen, tab-separated, without a line break, with full names and ASCII minus signs,
 * which spreadsheets read.
 */
export function changeRowTsv(compared: BeforeAfter, row: PairIndex, measure: Measure, unit: Unit): string {
  const { text } = changeRow(compared, row, measure, unit)
  return changeHeadings(compared, measure, unit)
    .map(({ column }) => {
      if (column === 'name') return tsvCell(nameOf(compared, row))
      const plain = text[column].replace(LESS, '-').replace(/^\+/, '')
      return measure === 'calls' ? plain.replaceAll(',', '') : plain
    })
    .join('\t')
}

/**
 * Returns rows as CSV (RFC 4180), all measures with unrounded numbers. Unknown values and missing names are
 * empty. Lines end with "\r\n"; there is no byte order mark.
 *
 * @param rows PairIndex, in the order of the lines
 */
export function changeTableCsv(
  compared: BeforeAfter,
  rows: ArrayLike<number>,
  unit: Unit,
  withHeadings = true,
): string {
  const { before, after, pairs } = compared
  const shown = unit === 'share' ? '%' : after.profile.abbreviation
  const heads = ['Self', 'Total', 'Calls'].flatMap((label) =>
    ['before', 'after'].map((side) => `${label} ${side}${label === 'Calls' ? '' : ` (${shown})`}`),
  )
  const lines = withHeadings ? [[...heads, 'Name before', 'Name after'].map(csvCell).join(',')] : []
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as PairIndex
    const numbers = MEASURES.flatMap((measure) => {
      const values = valuesOf(compared, row, measure, unit)
      return [values.before, values.after].map((value) => (Number.isNaN(value) ? '' : String(value)))
    })
    const names = [nameIn(before, pairs.before[row]), nameIn(after, pairs.after[row])]
    lines.push([...numbers, ...names.map(csvCell)].join(','))
  }
  return `${lines.join('\r\n')}\r\n`
}

const nameIn = ({ profile: { functions } }: AnalyzedProfile, f: FunctionIndex | None): string =>
  f === NONE ? '' : wholeName(functions, f)

/**
 * Returns lines of text without line breaks: the headings (`changeHeadings`), also without rows, then one line
 * for each row. Columns are right-aligned, names last. A change within noise has a `~`.
 *
 * @param rows PairIndex, in the order of the lines
 * @param isChanged by row (PairIndex), from `findChanged`
 */
export function changeLines(
  compared: BeforeAfter,
  rows: ArrayLike<number>,
  measure: Measure,
  unit: Unit,
  isChanged: Uint8Array,
): readonly string[] {
  const columns = changeHeadings(compared, measure, unit)
  const lines = [columns.map(({ label, unit: of }) => (of === '' ? label : `${label} ${of}`))]
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as PairIndex
    const { text } = changeRow(compared, row, measure, unit)
    lines.push(
      columns.map(({ column }) =>
        column === 'name'
          ? nameOf(compared, row)
          : column === 'change'
            ? `${text.change.replace(LESS, '-')}${isChanged[row] === 1 ? ' ' : '~'}`
            : text[column].replace('×', 'x'),
      ),
    )
  }
  const widths = columns.map((_, at) => lines.reduce((most, cells) => Math.max(most, cells[at].length), 0))
  return lines.map((cells) =>
    cells.map((cell, at) => (at === cells.length - 1 ? cell : cell.padStart(widths[at]))).join('  '),
  )
}

/** Returns the head of a diff as a Markdown list and a line, names escaped; ends with a line break. */
export function markdownHead({ before, after, remarks, verdict }: ChangeHead): string {
  const lines = [`Before: ${asText(before)}`, `After: ${asText(after)}`, ...remarks.map(asText)]
  return `${lines.map((line) => `- ${line}\n`).join('')}\n${asText(verdict)}\n`
}

/**
 * Returns a Markdown table, or its next rows without headings, each line ended by "\n"; "" without rows.
 * Names are escaped.
 *
 * @param rows PairIndex, in the order of the lines
 * @param isChanged by row (PairIndex), from `findChanged`; other changes are marked "(chance?)"
 */
export function markdownRows(
  compared: BeforeAfter,
  rows: ArrayLike<number>,
  measure: Measure,
  unit: Unit,
  isChanged: Uint8Array,
  withHeadings = true,
): string {
  const columns = changeHeadings(compared, measure, unit)
  const lines: string[] = []
  if (withHeadings && rows.length > 0) {
    lines.push(lineOf(columns.map(({ label, unit: of }) => asText(of === '' ? label : `${label} ${of}`))))
    lines.push(lineOf(columns.map(({ column }) => (column === 'name' ? ':--' : '--:'))))
  }
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as PairIndex
    const { text } = changeRow(compared, row, measure, unit)
    const isChance = isChanged[row] !== 1
    const cells = columns.map(({ column }) => {
      if (column === 'name') return `<code>${asText(nameOf(compared, row))}</code>`
      return `${asText(text[column])}${column === 'change' && isChance ? ' (chance?)' : ''}`
    })
    lines.push(lineOf(cells))
  }
  return lines.map((line) => `${line}\n`).join('')
}

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/**
 * Characters without a meaning in Markdown stay readable; all others become numeric entities
 * (CommonMark 0.31, 2.5).
 */
const OTHERS =
  /[^\w ,():+\-%=.\u0080-\uffff]|(?<!\d)\.(?=\S)|\.(?=[^\d\s])|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g

const asText = (text: string): string => visibleText(text).replace(OTHERS, (one) => `&#${one.charCodeAt(0)};`)
