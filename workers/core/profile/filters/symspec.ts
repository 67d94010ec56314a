// gprof's symspecs: "file:line", "file:function", "caller/callee" → which symbols they mean.
import { baseName } from '../../base/base-name.ts'
import { NONE } from '../../base/brand.ts'
import { stringAt, type StringIndex } from '../../base/string-table.ts'
import { isNamed } from '../../symbols/demangle/name-prefix.ts'
import type { SymbolTable } from '../../symbols/select-functions.ts'
import type { FunctionIndex, SourceTable } from '../tables.ts'

/** One side of a spec; null where it says nothing. All three null: every symbol. Names are binary strings. */
export interface SymbolPattern {
  readonly file: string | null
  readonly line: number | null
  readonly name: string | null
}

/** `right` is null for a spec without a slash. */
export interface Symspec {
  readonly left: SymbolPattern
  readonly right: SymbolPattern | null
}

/** Split at the first slash; each side at its last colon. */
export function parseSymspec(spec: string): Symspec {
  const slash = spec.indexOf('/')
  if (slash < 0) return { left: parsePattern(spec), right: null }
  return { left: parsePattern(spec.slice(0, slash)), right: parsePattern(spec.slice(slash + 1)) }
}

function parsePattern(text: string): SymbolPattern {
  const colon = text.lastIndexOf(':')
  if (colon >= 0) {
    const file = text.slice(0, colon)
    return { ...lineOrName(text.slice(colon + 1)), file: file === '' ? null : file }
  }
  if (text.includes('.')) return { file: text, line: null, name: null }
  return { ...lineOrName(text), file: null }
}

function lineOrName(text: string): { line: number | null; name: string | null } {
  if (text === '') return { line: null, name: null }
  if (!/^\d/.test(text)) return { line: null, name: text }
  const line = Number.parseInt(text, 10)
  // Line 0 means any line.
  return { line: line === 0 ? null : line, name: null }
}

/**
 * 1 for each symbol the pattern means; null if it can mean none, such as one of an unknown file. A file is known by the
 * last part of its path; of several of one name only the one listed last is meant.
 */
export function matchSymbols(
  symbols: SymbolTable,
  sources: SourceTable | null,
  pattern: SymbolPattern,
): Uint8Array | null {
  const { length, names, prefix } = symbols
  const { line, name } = pattern
  const file = pattern.file === null ? null : findFile(sources, baseName(pattern.file))
  if (file === NONE) return null
  const matches = new Uint8Array(length)
  for (let row = 0; row < length; row++) {
    const f = row as FunctionIndex
    if (name !== null && !isNamed(names, row, name, prefix)) continue
    if (file !== null && sources?.fileOf[f] !== file) continue
    if (line !== null && (sources?.lineOf[f] ?? NONE) !== line) continue
    matches[row] = 1
  }
  return matches
}

function findFile(sources: SourceTable | null, wanted: string): number {
  if (sources === null) return NONE
  for (let file = sources.files.length - 1; file >= 0; file--) {
    if (baseName(stringAt(sources.files, file as StringIndex)) === wanted) return file
  }
  return NONE
}
