// Execution counts as gprof prints them: source files with calls beside their lines (`gprof -A`).
import { stringAt, type StringIndex } from '../../base/string-table.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import type { BlockTally } from '../../profile/tally-blocks.ts'
import { formatFixed } from '../../quantities.ts'
import { styleOf, type TextInput } from './listing-text.ts'
import type { TextBytes } from './text-bytes.ts'

/** Input and options of annotated source. */
export interface AnnotatedInput extends TextInput {
  /** Whether a symbol is among those to annotate. */
  readonly isSelected: (f: FunctionIndex) => boolean
  /** Counts of recorded basic blocks, by symbol. */
  readonly blocks: Pick<BlockTally, 'of'>
  /** Lines with fewer calls get a mark instead of a count (`-m`). */
  readonly minimumCount: number
  /** Length of the table of the most executed lines (`-t`). */
  readonly tableLength: number
  /** Shows a count at every line of code, not only at those that begin a function (`-x`). */
  readonly allLines: boolean
}

/** A source file with its counted lines. */
export interface AnnotatedFile {
  /** Path as the compiler saw it; a binary string. */
  readonly path: string
  /** Counted lines by line number, from 1. */
  readonly lines: ReadonlyMap<number, CountedLine>
}

/** Counts of one source line. */
export interface CountedLine {
  /** Symbol of the line with the lowest address. */
  readonly symbol: FunctionIndex
  /** Whether the line has other symbols elsewhere. */
  readonly isInPieces: boolean
  /** Calls of all its symbols. */
  readonly calls: number
}

const WIDTH = 16
const RARE = '#####'

/**
 * Returns the files of selected symbols, the last one found first; files without a call only with `-z`.
 * Empty if no sources are known.
 */
export function listAnnotatedFiles(input: AnnotatedInput): AnnotatedFile[] {
  const { functions, sources } = input.analyzed.profile
  if (sources === null) return []
  const files = Array.from({ length: sources.files.length }, () => new Map<number, CountedLine>())
  for (let row = 0; row < functions.length; row++) {
    const f = row as FunctionIndex
    const lines = files[sources.fileOf[f]]
    const line = sources.lineOf[f]
    if (lines === undefined || line <= 0 || !input.isSelected(f)) continue
    const known = lines.get(line)
    const calls = functions.calls[f]
    if (known) lines.set(line, { ...known, isInPieces: true, calls: known.calls + calls })
    else lines.set(line, { symbol: f, isInPieces: false, calls })
  }
  const { showUnused } = styleOf(input)
  return files
    .map((lines, file) => ({ path: stringAt(sources.files, file as StringIndex), lines }))
    .filter(({ lines }) => lines.size > 0 && (showUnused || totalOf(lines) > 0))
    .reverse()
}

function totalOf(lines: ReadonlyMap<number, CountedLine>): number {
  let total = 0
  for (const { calls } of lines.values()) total += calls
  return total
}

/**
 * Writes one annotated file as `gprof -A` prints it: each line of the source after its counts, then the
 * most executed lines and a summary. With `-x`, lines without a count repeat the last one; at the top of a
 * file that is the last count of the file before. Lines beyond the end of the source count in the summary
 * only.
 *
 * @param source bytes of the file
 * @param last last count of the file printed before; 0 for the first file
 * @returns last count, for the next file
 */
export function writeAnnotated(
  input: AnnotatedInput,
  file: AnnotatedFile,
  source: Uint8Array,
  last: number,
  out: TextBytes,
): number {
  let executable = 0
  let executed = 0
  let repeated = last
  let number = 0
  for (let from = 0; from < source.length;) {
    number++
    const line = file.lines.get(number)
    let label = ''
    if (line) {
      executable++
      const counts = countsOf(input, line, repeated)
      if (counts.length > 0) {
        label = labelOf(counts, input)
        executed++
      }
      repeated = counts.at(-1) ?? repeated
    }
    out.text(label.padStart(WIDTH))
    const newline = source.indexOf(0x0a, from)
    const end = newline < 0 ? source.length : newline + 1
    out.bytes(source.subarray(from, end))
    from = end
  }
  writeTop(file, input.tableLength, out)
  writeSummary(totalOf(file.lines), executable, executed, out)
  return repeated
}

/**
 * Counts of a line: its function's calls, then those of its recorded blocks. With `-x` the last
 * count comes first if code of the line runs before its first block, if it is also elsewhere, and
 * for a line that is none.
 */
function countsOf(
  { analyzed, blocks, allLines }: AnnotatedInput,
  { symbol, isInPieces, calls }: CountedLine,
  last: number,
): number[] {
  const { isFunction, address } = analyzed.profile.functions
  const recorded = blocks.of(symbol)
  const own = recorded.map(({ count }) => count)
  if (isFunction[symbol] === 1) return [calls, ...own]
  const beginsWithBlock = recorded[0]?.address === address[symbol] && !isInPieces
  return allLines && !beginsWithBlock ? [last, ...own] : own
}

/** With `-x`, a count that equals the one before is not written again, but is part of the sum. */
function labelOf(counts: readonly number[], { minimumCount, allLines }: AnnotatedInput): string {
  const sum = counts.reduce((total, count) => total + count, 0)
  const written = allLines ? counts.filter((count, at) => at === 0 || count !== counts[at - 1]) : counts
  const text = sum < minimumCount ? RARE : written.join(',')
  return `${text} -> `.slice(0, WIDTH)
}

function writeTop({ lines }: AnnotatedFile, length: number, out: TextBytes): void {
  if (length === 0) return
  out.text(`\n\nTop ${length} Lines:\n\n     Line      Count\n\n`)
  const sorted = [...lines].sort(([left, { calls: leftCalls }], [right, { calls: rightCalls }]) =>
    leftCalls === rightCalls ? left - right : rightCalls - leftCalls,
  )
  for (const [line, { calls }] of sorted.slice(0, length)) {
    if (calls === 0) break
    out.text(`${String(line).padStart(9)} ${String(calls).padStart(10)}\n`)
  }
}

/**
 * `total` includes lines beyond the end of the file, which wrong debugging information may name.
 */
function writeSummary(total: number, executable: number, executed: number, out: TextBytes): void {
  const percent = executable === 0 ? 100 : (100 * executed) / executable
  const average = executable === 0 ? 0 : total / executable
  out.text('\nExecution Summary:\n\n')
  out.text(`${String(executable).padStart(9)}   Executable lines in this file\n`)
  out.text(`${String(executed).padStart(9)}   Lines executed\n`)
  out.text(`${formatFixed(percent, 2).padStart(9)}   Percent of the file executed\n`)
  out.text(`\n${String(total).padStart(9)}   Total number of line executions\n`)
  out.text(`${formatFixed(average, 2).padStart(9)}   Average executions per line\n`)
}
