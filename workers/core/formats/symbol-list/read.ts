/**
 * A text file of symbols → RawSymbols: what `nm` printed of a program before it was stripped, a file for gprof's -S, or
 * GNU ld's map. Read front to back in slices.
 *
 * Errors:  ProblemError `symbols/none-found` if no line names a function.
 * Source:  POSIX `nm`, GNU's manuals of nm and ld; see docs/formats/symbol-lists.md.
 */
import { binaryString } from '../../base/string-table.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { ProblemError } from '../../problems/problem-error.ts'
import { SymbolPlace } from '../format.ts'
import { looksLikeMap, MapParser } from './map-lines.ts'
import { nmForm, nmParser, type NmForm } from './nm-lines.ts'
import type { RawSymbolList } from './types.ts'

/** Bytes of a file needed to tell. */
const TELLING_BYTES = 512
const SLICE = 1024 * 1024
/** Characters of a line that count; C++ names can be long. */
const LONGEST_LINE = 64 * 1024

type Form = NmForm | 'map'

/** By the first bytes of a file; `whole` if there is no more of it. Null for what is no list of symbols. */
function formOf(start: Uint8Array, whole: boolean): Form | null {
  for (const byte of start) if (byte < 9 || (byte > 13 && byte < 32)) return null
  const lines = binaryString(start, 0, start.length).split(/\r?\n/)
  // The last line may be cut.
  if (!whole && lines.length > 1) lines.pop()
  return looksLikeMap(lines) ? 'map' : nmForm(lines)
}

/** "Output of nm", "GNU ld map"; null for what is no list of symbols. */
export function describeList(start: Uint8Array, whole: boolean): string | null {
  const form = formOf(start, whole)
  return form === null ? null : form === 'map' ? 'GNU ld map' : 'Output of nm'
}

export async function readSymbolList(
  source: ByteSource,
  onBytes: (read: number) => void = () => {},
): Promise<RawSymbolList> {
  const start = await source.read(0, Math.min(TELLING_BYTES, source.size))
  const form = formOf(start, start.length === source.size) ?? 'bsd'
  const parser = form === 'map' ? new MapParser() : nmParser(form)
  let rest = ''
  for (let at = 0; at < source.size; at += SLICE) {
    const bytes = await source.read(at, Math.min(SLICE, source.size - at))
    const lines = (rest + binaryString(bytes, 0, bytes.length)).split('\n')
    rest = (lines.pop() ?? '').slice(0, LONGEST_LINE)
    for (const line of lines) parser.line(withoutReturn(line))
    onBytes(at + bytes.length)
  }
  parser.line(withoutReturn(rest))
  const list = { file: source.name, ...parser.done() }
  if (!list.symbols.place.includes(SymbolPlace.code))
    throw new ProblemError({ code: 'symbols/none-found', file: source.name })
  return list
}

function withoutReturn(line: string): string {
  const end = line.endsWith('\r') ? line.length - 1 : line.length
  return line.slice(0, Math.min(end, LONGEST_LINE))
}
