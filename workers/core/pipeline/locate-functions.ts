// Locates functions in their source files, from debugging information.
import type { OnProgress } from '../inputs/candidates.ts'
import type { RawSection } from '../formats/format.ts'
import { readLines } from '../formats/debug-info.ts'
import type { SourceLines } from '../formats/source-lines.ts'
import type { CallGraphProfile, FunctionIndex, SourceTable } from '../profile/call-graph-profile.ts'
import { buildSources, listSourceRows, type WantedSources } from '../profile/function-sources.ts'
import { withoutSymbols } from './program-symbols.ts'
import type { Program } from './read-program.ts'

/** Line tables, and compressed sections, of more than this many bytes are left to `readSources`. */
const LARGEST_AT_ONCE = 8 * 1024 * 1024

/** Whose source files and lines to look up, and whether with gprof's mistakes. */
export interface AskedSources {
  readonly wanted: WantedSources
  readonly gprofQuirks: boolean
}

/**
 * Returns the program's line tables and the source of functions: as asked, or by default of used functions if
 * that is quick.
 *
 * `sources` is null if it would be slow; `readSources` does it later. Both are null without a program, and
 * without line tables.
 *
 * @param asked undefined for the default
 * @throws what `onProgress` throws to cancel
 */
export async function locateFunctions(
  program: Program | null,
  profile: Pick<CallGraphProfile, 'functions' | 'arcs'>,
  asked: AskedSources | undefined,
  onProgress: OnProgress,
): Promise<{ readonly lines: SourceLines | null; readonly sources: SourceTable | null }> {
  if (!program) return { lines: null, sources: null }
  const { source, raw } = program.lines
  const lines = await readLines(source, withoutSymbols(raw), asked ?? {})
  if (!asked && raw.debugSections.some((section) => takesLong(section))) return { lines, sources: null }
  return { lines, sources: lines && (await readSources(lines, profile, asked?.wanted ?? 'used', onProgress)) }
}

/**
 * Whether reading a section is slow. Decompressing needs the whole section, and makes it about four
 * times as large.
 */
function takesLong({ name, size, compressed }: RawSection): boolean {
  const isPacked = compressed || name.startsWith('.zdebug_')
  if (/^\.(?:z?debug_line|stab)$/.test(name)) return size > LARGEST_AT_ONCE / (isPacked ? 4 : 1)
  return /^\.z?debug_info$/.test(name) && isPacked && size > LARGEST_AT_ONCE
}

/**
 * Looks up the source file and line of functions. `lines.notices()` reports what cannot be read.
 *
 * @param onProgress receives the progress; cancels by throwing
 * @throws what `onProgress` throws
 */
export async function readSources(
  lines: SourceLines,
  profile: Pick<CallGraphProfile, 'functions' | 'arcs'>,
  wanted: WantedSources,
  onProgress: OnProgress,
): Promise<SourceTable> {
  const { functions } = profile
  const rows = listSourceRows(profile, wanted)
  const report = (done: number): void => onProgress({ stage: 'lines', file: '', done, total: rows.length })
  report(0)
  const addresses = Float64Array.from(rows, (f) => functions.address[f as FunctionIndex])
  const onFraction = (part: number): void => report(part * rows.length)
  const sources = buildSources(rows, await lines.locate(addresses, onFraction), functions.length)
  report(rows.length)
  return sources
}
