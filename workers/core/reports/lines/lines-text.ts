// Lines as text to paste into a spreadsheet.
import { stringAt, type StringIndex } from '../../base/string-table.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../profile/tables.ts'
import type { FunctionLines } from '../../profile/lines/function-lines.ts'
import type { HotLines } from '../../profile/lines/hot-lines.ts'
import { wholeName } from '../names/names.ts'
import { formatCount, formatFixed, percentOf, secondsOf } from '../quantities.ts'
import { shownPath } from './find-source.ts'
import type { CodeFacts } from './line-facts.ts'
import type { SourceRow } from './source-rows.ts'

const cell = (text: string): string => text.replaceAll(/[\t\r\n]+/g, ' ')

/** The row of a line, without an end of line; "" of what is no line. */
export function sourceRowTsv(
  analyzed: AnalyzedProfile,
  { sections }: Pick<FunctionLines, 'sections'>,
  facts: CodeFacts,
  row: SourceRow,
): string {
  if (row.kind !== 'line') return ''
  const { functions, rate } = analyzed.profile
  const own = facts.lines[row.section]?.[row.row]
  const seconds = (ticks: number): string => formatFixed(secondsOf(ticks, rate), 2)
  const calls = (own?.calls ?? []).map(
    ({ child, count, isSure }) => `${isSure ? '' : '≈ '}${wholeName(functions, child)} ${formatCount(count)}`,
  )
  return [
    shownPath(sections[row.section]?.file ?? ''),
    `${row.line}`,
    own ? seconds(own.self) : '',
    own ? seconds(own.self + own.below) : '',
    row.text ?? '',
    calls.join(', '),
  ]
    .map(cell)
    .join('\t')
}

export function sourceTsv(
  analyzed: AnalyzedProfile,
  lines: Pick<FunctionLines, 'sections'>,
  facts: CodeFacts,
  rows: readonly SourceRow[],
): string {
  const head = ['File', 'Line', 'Self', 'Total', 'Code', 'Calls'].join('\t')
  const texts = rows.filter(({ kind }) => kind === 'line')
  return [head, ...texts.map((row) => sourceRowTsv(analyzed, lines, facts, row)), ''].join('\n')
}

export function hotRowTsv(analyzed: AnalyzedProfile, hot: HotLines, row: number, text: string): string {
  const { functions, rate, totals } = analyzed.profile
  return [
    formatFixed(percentOf(hot.ticks[row], totals.ticks), 2),
    formatFixed(secondsOf(hot.ticks[row], rate), 2),
    shownPath(stringAt(hot.files, hot.file[row] as StringIndex)),
    `${hot.line[row]}`,
    wholeName(functions, hot.f[row] as FunctionIndex),
    text,
  ]
    .map(cell)
    .join('\t')
}

export function hotTsv(analyzed: AnalyzedProfile, hot: HotLines, textOf: (row: number) => string): string {
  const head = ['% time', 'Self', 'File', 'Line', 'Function', 'Code'].join('\t')
  const rows = Array.from({ length: hot.length }, (_, row) => hotRowTsv(analyzed, hot, row, textOf(row)))
  return [head, ...rows, ''].join('\n')
}
