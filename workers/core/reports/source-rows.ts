// Lines as rows: of a function with its source text, or the hottest of a program; as TSV for a spreadsheet
// and as columns for a terminal.
import { finish } from '../base/yielder.ts'
import { formatCount, formatCounted, formatFixed, formatSeconds, percentOf, secondsOf } from './quantities.ts'
import type { FunctionLines, LineSection } from '../profile/lines/function-lines.ts'
import type { LineRange, TextOfLines } from '../profile/lines/read-source-text.ts'
import { stringAt, type StringIndex } from '../base/string-table.ts'
import type { Ticks } from '../base/units.ts'
import type { HotLines } from '../profile/lines/all-lines.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import { fileOfPath, shownPath } from './sources.ts'
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import { demangleOnce, shownName, wholeName } from './names/names.ts'
import { type CodeFacts, factsOfLines, type LineCall, type LineFacts, sumOfFacts } from './line-facts.ts'

export type SourceRow =
  /** Before lines that were inlined, or that are the function's own of another file. */
  | { readonly kind: 'section'; readonly section: number; readonly isInlined: boolean }
  /** `row` of the section; −1 for a line without code. `text`: null where it is not known. */
  | {
      readonly kind: 'line'
      readonly section: number
      readonly line: number
      readonly row: number
      readonly text: string | null
    }
  /** In place of sections without samples and calls. */
  | { readonly kind: 'rest'; readonly sections: number }
  /** Lines left out. */
  | { readonly kind: 'gap'; readonly section: number; readonly from: number; readonly to: number }

/** Lines without code between lines with code that are shown all the same, and lines before the first, which name the function. */
const OWN = { between: 30, before: 2, behind: 1 }
const INLINED = { between: 3, before: 0, behind: 0 }

/** What of a section's file is shown. */
export function rangesOf({ line, length }: LineSection, isOwn: boolean): readonly LineRange[] {
  const room = isOwn ? OWN : INLINED
  const ranges: { from: number; to: number }[] = []
  for (let row = 0; row < length; row++) {
    const last = ranges.at(-1)
    const here = line[row]
    if (last && here - last.to - 1 <= room.between) last.to = here
    else ranges.push({ from: here, to: here })
  }
  const [first] = ranges
  const last = ranges.at(-1)
  if (first) first.from = Math.max(1, first.from - room.before)
  if (last) last.to += room.behind
  return ranges
}

/** @param texts of each section's ranges; undefined where they are not at hand */
export function sourceRows(
  lines: Pick<FunctionLines, 'sections' | 'calls'>,
  texts: readonly (TextOfLines | undefined)[],
): readonly SourceRow[] {
  return finish(sourceRowsInSteps(lines, texts))
}

/** Lines that are looked at in one step. */
const STEP = 1000

/** The same with pauses. */
export function* sourceRowsInSteps(
  { sections, calls }: Pick<FunctionLines, 'sections' | 'calls'>,
  texts: readonly (TextOfLines | undefined)[],
): Generator<void, readonly SourceRow[]> {
  const rows: SourceRow[] = []
  const calling = new Set(calls?.section)
  let idle = 0
  for (const [at, section] of sections.entries()) {
    // What a parser generator writes has lines of two files; where nothing names the code, whose a header's is is not known.
    const isInlined = section.name !== sections[0]?.name
    // Optimised code has dozens, a few instructions each.
    if (isInlined && !calling.has(at) && section.ticks.every((ticks) => ticks === 0)) {
      idle++
      continue
    }
    if (at > 0) rows.push({ kind: 'section', section: at, isInlined })
    const text = texts[at]
    if (text) yield* addText(rows, section, at, text)
    else
      for (let row = 0; row < section.length; row++) {
        rows.push({ kind: 'line', section: at, line: section.line[row], row, text: null })
        if (row % STEP === STEP - 1) yield
      }
  }
  if (idle > 0) rows.push({ kind: 'rest', sections: idle })
  return rows
}

export const restText = (sections: number): string =>
  `${formatCounted(sections, 'more function')} inlined here, none of them sampled`

/** A blank line, a preprocessor's, or the end of a statement or function that stands before. */
const IS_OTHERS = /^\s*(?:$|[}#])|[;}]\s*$/

/** Of the lines before the first that has code those that belong to it. */
function firstShown(from: number, { line }: LineSection, lines: readonly string[]): number {
  let first = line[0]
  while (first > from && !IS_OTHERS.test(lines[first - 1 - from] ?? '')) first--
  return first
}

/** Lines that the file does not have stay, without a text. */
function* addText(rows: SourceRow[], section: LineSection, at: number, text: TextOfLines): Generator<void> {
  /** The first row of code at the line or behind it: both ascend. */
  let next = 0
  let behind = 0
  for (const [nth, { from, to }] of rangesOf(section, at === 0).entries()) {
    if (nth > 0) rows.push({ kind: 'gap', section: at, from: behind, to: from - 1 })
    const lines = text.ranges[nth] ?? []
    for (let line = nth === 0 ? firstShown(from, section, lines) : from; line <= to; line++) {
      const row = section.line[next] === line ? next++ : -1
      const own = lines[line - from]
      if (own !== undefined || row >= 0)
        rows.push({ kind: 'line', section: at, line, row, text: own ?? null })
      if (line % STEP === 0) yield
    }
    behind = to + 1
  }
}

// Rows of sampled lines: what each is, and which lines of which files to read for their texts.

export interface HotRow {
  readonly f: FunctionIndex
  readonly ticks: Ticks
  /** Full path, fit to be shown. */
  readonly path: string
  readonly line: number
}

/** Null beyond the last. */
export function hotRow(hot: HotLines, row: number): HotRow | null {
  if (row >= hot.length) return null
  return {
    f: hot.f[row] as FunctionIndex,
    ticks: hot.ticks[row],
    path: shownPath(stringAt(hot.files, hot.file[row] as StringIndex)),
    line: hot.line[row],
  }
}

export interface HotTexts {
  /** Each file once: its path, a binary string, and its lines in the order of rows. */
  readonly files: readonly {
    readonly path: string
    readonly ranges: readonly LineRange[]
    readonly last: number
  }[]
  /** By row: where its line stands in `files`. */
  readonly placeOf: readonly { readonly file: number; readonly nth: number }[]
}

/** Of the first so many rows. */
export function hotTexts(hot: HotLines, most: number): HotTexts {
  const files: { path: string; ranges: LineRange[]; last: number }[] = []
  const numberOf = new Map<number, number>()
  const placeOf: { file: number; nth: number }[] = []
  for (let row = 0; row < Math.min(hot.length, most); row++) {
    const line = hot.line[row]
    const at = numberOf.get(hot.file[row]) ?? files.length
    numberOf.set(hot.file[row], at)
    const file = files[at] ?? { path: stringAt(hot.files, hot.file[row] as StringIndex), ranges: [], last: 0 }
    files[at] = file
    placeOf.push({ file: at, nth: file.ranges.length })
    file.ranges.push({ from: line, to: line })
    file.last = Math.max(file.last, line)
  }
  return { files, placeOf }
}

// Lines as text to paste into a spreadsheet; whole tables in pieces, each made in a millisecond or two.

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

// Lines for a terminal: the hottest of a program, or a function's source with the time of each line and its calls below it.

/** Columns of a line's place and of a function's name, which longer ones push on. */
const PLACE = 24
const NAME = 28

/** One for each sampled line, a heading first. @param textOf a line's text, "" where it is not at hand */
export function* hotLinesReport(
  analyzed: AnalyzedProfile,
  hot: HotLines,
  textOf: (row: number) => string,
): Generator<string> {
  const { functions, rate, totals } = analyzed.profile
  yield `% time     self  ${'line'.padEnd(PLACE)}  ${'function'.padEnd(NAME)}  code`
  for (let row = 0; row < hot.length; row++) {
    const line = hotRow(hot, row)
    if (!line) return
    const numbers = [
      formatFixed(percentOf(line.ticks, totals.ticks), 2).padStart(6),
      formatFixed(secondsOf(line.ticks, rate), 2).padStart(8),
    ].join(' ')
    const place = `${fileOfPath(line.path)}:${line.line}`.padEnd(PLACE)
    yield `${numbers}  ${place}  ${wholeName(functions, line.f).padEnd(NAME)}  ${textOf(row)}`.trimEnd()
  }
}

/** @param texts of each section's ranges; undefined where they are not at hand */
export function* functionLinesReport(
  analyzed: AnalyzedProfile,
  f: FunctionIndex,
  lines: FunctionLines,
  texts: readonly (TextOfLines | undefined)[],
): Generator<string> {
  const { functions, rate, abbreviation } = analyzed.profile
  const facts = factsOfLines(analyzed, f, lines)
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
  for (const row of sourceRows(lines, texts)) {
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
