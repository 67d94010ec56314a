// Debugging information → the source file and line of each function that is asked for.
import type { OnStep } from '../offered/candidates.ts'
import { readLines } from '../formats/read-lines.ts'
import type { SourceLines } from '../formats/source-lines.ts'
import type { RawSection } from '../formats/format.ts'
import type { CallGraphProfile } from '../profile/call-graph-profile.ts'
import { buildSources, listWanted, type WantedSources } from '../profile/sources.ts'
import type { FunctionIndex, SourceTable } from '../profile/tables.ts'
import { withoutSymbols, type Program } from './read-names.ts'

/** Line tables, and sections that must be decompressed, of more than this many bytes are left for `readSources`. */
const LARGEST_AT_ONCE = 8 * 1024 * 1024

/** Whose source files and lines to look up, and whether with gprof's mistakes. */
export interface AskedSources {
  readonly wanted: WantedSources
  readonly gprofQuirks: boolean
}

/**
 * The program's line tables, and where functions come from: as asked; unless asked, those of functions that were used, if
 * that keeps nobody waiting. `sources` is null if it would, and `readSources` tells later; `lines` without any.
 */
export async function locateFunctions(
  program: Program | null,
  profile: Pick<CallGraphProfile, 'functions' | 'arcs'>,
  asked: AskedSources | undefined,
  onStep: OnStep,
): Promise<{ readonly lines: SourceLines | null; readonly sources: SourceTable | null }> {
  if (!program) return { lines: null, sources: null }
  const { source, raw } = program.lines
  const lines = await readLines(source, withoutSymbols(raw), asked ?? {})
  if (!asked && raw.debugSections.some((section) => takesLong(section))) return { lines, sources: null }
  return { lines, sources: lines && (await readSources(lines, profile, asked?.wanted ?? 'used', onStep)) }
}

/** Decompressing makes a section about four times as large, and takes all of it. */
function takesLong({ name, size, compressed }: RawSection): boolean {
  const isPacked = compressed || name.startsWith('.zdebug_')
  if (/^\.(?:z?debug_line|stab)$/.test(name)) return size > LARGEST_AT_ONCE / (isPacked ? 4 : 1)
  return /^\.z?debug_info$/.test(name) && isPacked && size > LARGEST_AT_ONCE
}

/** Looks up where functions come from. What cannot be read is told by `lines.notices()`. */
export async function readSources(
  lines: SourceLines,
  profile: Pick<CallGraphProfile, 'functions' | 'arcs'>,
  wanted: WantedSources,
  onStep: OnStep,
): Promise<SourceTable> {
  const { functions } = profile
  const rows = listWanted(profile, wanted)
  const tell = (done: number): void => onStep({ stage: 'lines', file: '', done, total: rows.length })
  tell(0)
  const addresses = Float64Array.from(rows, (f) => functions.address[f as FunctionIndex])
  const onPart = (part: number): void => tell(part * rows.length)
  const sources = buildSources(rows, await lines.locate(addresses, onPart), functions.length)
  tell(rows.length)
  return sources
}
