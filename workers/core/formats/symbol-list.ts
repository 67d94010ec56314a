// Reads names of functions from a text file: the output of nm, or a linker’s map.
//
// Errors:  ProblemError `symbols/none-found` if no line names a function.
// Source:  POSIX `nm`, GNU's manuals of nm and ld; see docs/formats/symbol-lists.md.
import { IDENTIFYING_BYTES } from './format.ts'
import { SymbolPlace } from './raw-symbols.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { TextLines } from '../bytes/text-lines.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { type NmForm, nmForm, nmParser } from './nm-output.ts'
import { looksLikeMap, MapParser } from './link-map.ts'
import type { RawSymbolList } from './raw-symbol-list.ts'

const SLICE = 1024 * 1024
/** Characters of a line that count; C++ names can be long. */
const LONGEST_LINE = 64 * 1024

type Form = NmForm | 'map'

/** Text has tabs and ends of lines, and no other controls. */
function isBinary(line: string): boolean {
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at)
    if (code < 9 || (code > 13 && code < 32)) return true
  }
  return false
}

/** By the first bytes of a file; `whole` if there is no more of it. Null for what is no list of symbols. */
function formOf(start: Uint8Array, whole: boolean): Form | null {
  const lines: string[] = []
  const text = new TextLines((line) => lines.push(line), LONGEST_LINE)
  text.push(start)
  // The last line may be cut.
  if (whole || lines.length === 0) text.end()
  if (lines.some(isBinary)) return null
  return looksLikeMap(lines) ? 'map' : nmForm(lines)
}

/**
 * Returns what a list of symbols is, "Output of nm" or "GNU ld map"; null for any other file.
 *
 * @param start the file's first bytes
 * @param whole whether `start` is the whole file
 */
export function describeList(start: Uint8Array, whole: boolean): string | null {
  const form = formOf(start, whole)
  return form === null ? null : form === 'map' ? 'GNU ld map' : 'Output of nm'
}

/**
 * Reads a list of symbols: the output of nm, or a linker's map. The form is recognized by the first bytes; an
 * unknown one is read as nm's default output.
 *
 * @param onBytes receives the bytes read so far
 * @throws ProblemError `symbols/none-found` for a list without a symbol in code, `bytes/…`
 */
export async function readSymbolList(
  source: ByteSource,
  onBytes: (read: number) => void = () => {},
): Promise<RawSymbolList> {
  const start = await source.read(0, Math.min(IDENTIFYING_BYTES, source.size))
  const form = formOf(start, start.length === source.size) ?? 'bsd'
  const parser = form === 'map' ? new MapParser() : nmParser(form)
  const lines = new TextLines((line) => parser.line(line), LONGEST_LINE)
  for (let at = 0; at < source.size; at += SLICE) {
    const bytes = await source.read(at, Math.min(SLICE, source.size - at))
    lines.push(bytes)
    onBytes(at + bytes.length)
  }
  lines.end()
  const list = { file: source.name, ...parser.done() }
  if (!list.symbols.place.includes(SymbolPlace.code))
    throw new ProblemError({ code: 'symbols/none-found', file: source.name })
  return list
}
