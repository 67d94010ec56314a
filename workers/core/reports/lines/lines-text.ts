// Lines as text to paste into a spreadsheet; whole tables in pieces, each made in a millisecond or two.
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

export function* sourceTsv(
  analyzed: AnalyzedProfile,
  lines: Pick<FunctionLines, 'sections'>,
  facts: CodeFacts,
  rows: readonly SourceRow[],
): Generator<string> {
  yield `${['File', 'Line', 'Self', 'Total', 'Code', 'Calls'].join('\t')}\n`
  const texts = rows.filter(({ kind }) => kind === 'line')
  yield* pieces(texts.length, (at) => {
    const row = texts[at]
    return row ? sourceRowTsv(analyzed, lines, facts, row) : ''
  })
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

export function* hotTsv(
  analyzed: AnalyzedProfile,
  hot: HotLines,
  textOf: (row: number) => string,
): Generator<string> {
  yield `${['% time', 'Self', 'File', 'Line', 'Function', 'Code'].join('\t')}\n`
  yield* pieces(hot.length, (row) => hotRowTsv(analyzed, hot, row, textOf(row)))
}

const ROWS_OF_PIECE = 200

function* pieces(length: number, rowAt: (row: number) => string): Generator<string> {
  for (let from = 0; from < length; from += ROWS_OF_PIECE) {
    let piece = ''
    for (let row = from; row < Math.min(length, from + ROWS_OF_PIECE); row++) piece += `${rowAt(row)}\n`
    yield piece
  }
}
