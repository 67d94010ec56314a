// Reads ranges of lines from a source file, made safe for display.
import { textOfBinary } from '../../base/string-table.ts'
import { visibleLine } from '../../base/visible-text.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { TextLines } from '../../bytes/text-lines.ts'

/** A range of line numbers, from 1, both ends inclusive. */
export interface LineRange {
  readonly from: number
  readonly to: number
}

/** Text of the requested lines. */
export interface TextOfLines {
  /** Lines of each requested range, as far as the file has them. */
  readonly ranges: readonly (readonly string[])[]
  /** Number of lines in the file, if it ends before the last requested line; else null. */
  readonly end: number | null
}

/** Bytes read at a time. */
const PIECE = 1 << 20
/** Characters kept of a line. Longer lines are not written for people. */
const LONGEST_LINE = 2000
/**
 * Total lines read for all ranges: debugging information may claim that a function has a billion
 * lines.
 */
const MOST_LINES = 100_000

/**
 * Removes carriage returns, which overwrite the line in a terminal, and form feeds, which end a
 * page.
 */
const shown = (line: string): string =>
  visibleLine(textOfBinary(line)).replaceAll('\r', '\\x0d').replaceAll('\f', '\\x0c')

/**
 * Reads the lines of each range, in any order of ranges. Reads no further than the last requested line. Lines
 * are text for a screen, not binary strings: decoded, without line ends and trailing blanks, with control
 * characters other than tabs escaped. They are cut off after 2000 bytes; of more than 100,000 in all, the
 * later ones of the file are missing.
 *
 * @throws errors of reading the file
 */
export async function readSourceText(source: ByteSource, ranges: readonly LineRange[]): Promise<TextOfLines> {
  const found: string[][] = ranges.map(() => [])
  const last = ranges.reduce((most, { to }) => Math.max(most, to), 0)
  /** Sorted by start: the hottest lines come in any order, and may be thousands of one file. */
  const order = ranges.map((_, at) => at).sort((left, right) => ranges[left].from - ranges[right].from)
  let begun = 0
  let open: number[] = []
  let number = 0
  let kept = 0
  const lines = new TextLines((line) => {
    number++
    for (; begun < order.length && ranges[order[begun]].from <= number; begun++) open.push(order[begun])
    if (open.length === 0) return
    open = open.filter((at) => ranges[at].to >= number)
    const text = kept < MOST_LINES && open.length > 0 ? shown(line) : ''
    for (const at of open) if (kept++ < MOST_LINES) found[at].push(text)
  }, LONGEST_LINE)
  for (let offset = 0; offset < source.size && number < last; offset += PIECE)
    lines.push(await source.read(offset, Math.min(PIECE, source.size - offset)))
  if (number < last) lines.end()
  return { ranges: found, end: number < last ? number : null }
}
