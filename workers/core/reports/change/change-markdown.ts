// A comparison as Markdown, as a pull request shows it. Names come from programs: none of them may say anything but itself.
import { visibleText } from '../../base/visible-text.ts'
import type { ChangeHead } from './change-head.ts'
import { changeHeadings, changeRow } from './change-row.ts'
import type { BeforeAfter, Measure, Unit } from './measures.ts'
import { nameOf } from './order-names.ts'
import type { PairIndex } from './pairs.ts'

export function markdownHead({ before, after, told, verdict }: ChangeHead): string {
  const lines = [`Before: ${asText(before)}`, `After: ${asText(after)}`, ...told.map(asText)]
  return `${lines.map((line) => `- ${line}\n`).join('')}\n${asText(verdict)}\n`
}

/** A table, or its next rows: a line each. */
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

/** What has no meaning to Markdown stays readable; all else is a number, which has none (CommonMark 0.31, 2.5). */
const OTHERS =
  /[^\w ,():+\-%=.\u0080-\uffff]|(?<!\d)\.(?=\S)|\.(?=[^\d\s])|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g

const asText = (text: string): string => visibleText(text).replace(OTHERS, (one) => `&#${one.charCodeAt(0)};`)
