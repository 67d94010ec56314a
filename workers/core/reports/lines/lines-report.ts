// Lines for a terminal: the hottest of a program, or a function’s source with the time of each line.
import { finish } from '../../base/yielder.ts'
import { formatCount, formatFixed, formatSeconds, formatShareOf, secondsOf } from '../../quantities.ts'
import type { FunctionLines } from '../../profile/lines/function-lines.ts'
import type { TextOfLines } from '../../profile/lines/read-source-text.ts'
import type { HotLines } from '../../profile/lines/hot-lines.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { fileOfPath, shownPath } from '../find-source.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { demangleOnce, shownName, wholeName } from '../../names/names.ts'
import { factsOfLines, type LineCall, type LineFacts, sumOfFacts } from './line-facts.ts'
import { hotRow } from './hot-rows.ts'
import { sourceRows, restText } from './source-rows.ts'

/** Widths of a line's position and of a function's name; longer ones shift the rest. */
const PLACE = 24
const NAME = 28

/**
 * Yields a heading, then one line of text for each sampled line, without line breaks, in columns for a
 * terminal.
 *
 * @param textOf returns the source text of a row; "" if not available
 */
export function* hotLinesReport(
  analyzed: AnalyzedProfile,
  hot: HotLines,
  textOf: (row: number) => string,
): Generator<string> {
  const { functions, rate } = analyzed.profile
  yield `self %     self  ${'line'.padEnd(PLACE)}  ${'function'.padEnd(NAME)}  code`
  for (let row = 0; row < hot.length; row++) {
    const line = hotRow(hot, row)
    if (!line) return
    const numbers = [
      formatShareOf(analyzed.profile, line.ticks).padStart(6),
      formatFixed(secondsOf(line.ticks, rate), 2).padStart(8),
    ].join(' ')
    const place = `${fileOfPath(line.path)}:${line.line}`.padEnd(PLACE)
    yield `${numbers}  ${place}  ${wholeName(functions, line.f).padEnd(NAME)}  ${textOf(row)}`.trimEnd()
  }
}

/**
 * Yields a function's source as lines of text for a terminal, without line breaks: a heading, then each
 * line with its self and total time in seconds, and its calls below it. Without debugging information it
 * says so.
 *
 * @param texts of each section's `rangesOf`, by section; undefined if not available
 */
export function* functionLinesReport(
  analyzed: AnalyzedProfile,
  f: FunctionIndex,
  lines: FunctionLines,
  texts: readonly (TextOfLines | undefined)[],
): Generator<string> {
  const { functions, rate, abbreviation } = analyzed.profile
  const facts = finish(factsOfLines(analyzed, f, lines))
  const inWords = (ticks: number): string => formatSeconds(secondsOf(ticks, rate), abbreviation)
  const path = lines.sections[0]?.file
  const where = path === undefined ? '' : `, ${shownPath(path)}`
  yield `${wholeName(functions, f)}${where}: ${inWords(facts.self)} self, ${inWords(facts.total)} in all`
  if (lines.sections.length === 0) {
    yield 'No line is known of it: its file was compiled without -g.'
    return
  }
  yield ''
  yield '  line     self    total'
  for (const row of finish(sourceRows(lines, texts))) {
    if (row.kind === 'rest') {
      yield ''
      yield `     ↳ ${restText(row.sections)}`
      continue
    }
    if (row.kind === 'gap') {
      yield '     ⋯'
      continue
    }
    if (row.kind === 'section') {
      const { name, file } = lines.sections[row.section]
      const inlined = row.isInlined
        ? `inlined: ${shownName(demangleOnce(name, functions.namePrefix))},`
        : 'its lines in'
      yield ''
      yield `     ↳ ${numbersOf(rate, sumOfFacts(facts.lines[row.section] ?? []))}  ${inlined} ${shownPath(file)}`
      continue
    }
    const own = facts.lines[row.section]?.[row.row]
    const numbers = own ? numbersOf(rate, own) : ' '.repeat(17)
    yield `${`${row.line}`.padStart(6)} ${numbers}  ${row.text ?? ''}`.trimEnd()
    for (const call of own?.calls ?? []) yield `${' '.repeat(26)}→ ${callText(analyzed, call)}`
  }
  for (const call of facts.elsewhere)
    yield `${' '.repeat(26)}→ ${callText(analyzed, call)}, its line is not known`
}

function numbersOf(rate: number, { self, below }: Pick<LineFacts, 'self' | 'below'>): string {
  if (!(rate > 0)) return ' '.repeat(17)
  const seconds = (ticks: number): string => formatFixed(secondsOf(ticks, rate), 2).padStart(8)
  return `${seconds(self)} ${seconds(self + below)}`
}

function callText(analyzed: AnalyzedProfile, { child, count, ticks, isSure }: LineCall): string {
  const { functions, rate, abbreviation } = analyzed.profile
  const time = ticks > 0 ? `, ${formatSeconds(secondsOf(ticks, rate), abbreviation)}` : ''
  return `${isSure ? '' : '≈ '}${wholeName(functions, child)} ${formatCount(count)} ×${time}`
}
