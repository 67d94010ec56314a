// Lines for a spreadsheet, whole tables in pieces, each of which takes one or two milliseconds.
import { formatCount, formatFixed, secondsOf } from '../../quantities.ts'
import { percentOfWhole } from '../share-ticks.ts'
import type { FunctionLines } from '../../profile/lines/function-lines.ts'
import { stringAt, type StringIndex } from '../../base/string-table.ts'
import type { HotLines } from '../../profile/lines/hot-lines.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { shownPath } from '../find-source.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { wholeName } from '../../names/names.ts'
import type { CodeFacts } from './line-facts.ts'
import type { SourceRow } from './source-rows.ts'

const cell = (text: string): string => text.replaceAll(/[\t\r\n]+/g, ' ')

/**
 * Returns the row of a line as TSV, without a line break: file, line, self and total time in seconds, code,
 * calls. Tabs and line breaks in a cell become spaces. Returns "" for a row that is no line.
 *
 * @param facts of the same function, from `factsOfLines`
 */
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

/**
 * Yields a function's lines as TSV with headings, in pieces of 200 lines, each line ended by "\n".
 *
 * @param facts of the same function, from `factsOfLines`
 * @param rows from `sourceRows`; those that are no lines are omitted
 */
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

/**
 * Returns one row of the hottest lines as TSV, without a line break: percentage, seconds, file, line,
 * function, code. Tabs and line breaks in a cell become spaces.
 *
 * @param row row of `hot`, below its length
 * @param text source text of the line; "" if not available
 */
export function hotRowTsv(analyzed: AnalyzedProfile, hot: HotLines, row: number, text: string): string {
  const { functions, rate } = analyzed.profile
  return [
    formatFixed(percentOfWhole(analyzed.profile, hot.ticks[row]), 2),
    formatFixed(secondsOf(hot.ticks[row], rate), 2),
    shownPath(stringAt(hot.files, hot.file[row] as StringIndex)),
    `${hot.line[row]}`,
    wholeName(functions, hot.f[row] as FunctionIndex),
    text,
  ]
    .map(cell)
    .join('\t')
}

/**
 * Yields the hottest lines as TSV, with the columns of `hotRowTsv`: first the headings, then pieces of 200
 * lines, each line ended by "\n".
 *
 * @param textOf returns the source text of a row; "" if not available
 */
export function* hotTsv(
  analyzed: AnalyzedProfile,
  hot: HotLines,
  textOf: (row: number) => string,
): Generator<string> {
  yield `${['Self %', 'Self', 'File', 'Line', 'Function', 'Code'].join('\t')}\n`
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
