// A source file → some of its lines, as people read them.
import { textOfBinary } from '../../base/string-table.ts'
import { visibleLine } from '../../base/text.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { TextLines } from '../../bytes/text-lines.ts'

/** Lines from one to another, both included; from 1. */
export interface LineRange {
  readonly from: number
  readonly to: number
}

export interface TextOfLines {
  /** The lines of each range, as many of them as the file has. */
  readonly ranges: readonly (readonly string[])[]
  /** How many lines the file has, if it ends before the last one that was asked for; else null. */
  readonly end: number | null
}

/** Bytes in hand at a time. */
const PIECE = 1 << 20
/** Letters; who writes more into a line does not write for people. */
const LONGEST_LINE = 2000
/** Of all ranges together: a program may claim that a function has a billion lines. */
const MOST_LINES = 100_000

/** A carriage return within a line would write over it in a terminal, and a form feed ends a page: neither is at home here. */
const shown = (line: string): string =>
  visibleLine(textOfBinary(line)).replaceAll('\r', '\\x0d').replaceAll('\f', '\\x0c')

/**
 * Reads no further than to the last line that is wanted.
 *
 * Errors: those of reading the file.
 */
export async function readSourceText(source: ByteSource, ranges: readonly LineRange[]): Promise<TextOfLines> {
  const found: string[][] = ranges.map(() => [])
  const last = ranges.reduce((most, { to }) => Math.max(most, to), 0)
  /** By where they begin: the hottest lines come in any order, and are thousands of one file. */
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
