// A comparison as text: TSV for the clipboard, CSV for a file, columns for a terminal.
import type { FunctionIndex } from '../../profile/tables.ts'
import { NONE, type None } from '../../base/brand.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { csvCell, tsvCell } from '../flat-profile/table-text.ts'
import { wholeName } from '../names/names.ts'
import { changeHeadings, changeRow, LESS } from './change-row.ts'
import { MEASURES, valuesOf, type BeforeAfter, type Measure, type Unit } from './measures.ts'
import { nameOf } from './order-names.ts'
import type { PairIndex } from './pairs.ts'

/** One row as it stands on screen; a name is whole, a minus one that spreadsheets know. */
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

/** RFC 4180, numbers unrounded, all measures; what is not known is empty, as is a function's name where it is not. */
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

/** Lines of right-aligned columns under their headings, names last. */
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
