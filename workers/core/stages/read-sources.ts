// Debugging information → the source file and line of each function that is asked for.
import type { OnStep } from '../offered/candidates.ts'
import type { SourceLines } from '../formats/dwarf/types.ts'
import type { RawSection } from '../formats/format.ts'
import type { CallGraphProfile } from '../profile/call-graph-profile.ts'
import { buildSources, listWanted, type WantedSources } from '../profile/sources.ts'
import type { FunctionIndex, SourceTable } from '../profile/tables.ts'

/** Line tables, and sections that must be decompressed, of more than this many bytes are left for `readSources`. */
const LARGEST_AT_ONCE = 8 * 1024 * 1024

/**
 * Where functions come from, unless telling would keep people waiting: then null, and `readSources` tells later.
 *
 * @param wanted whose; null for those of functions that were used, if that takes no time
 */
export async function readSourcesAtOnce(
  lines: SourceLines,
  debugSections: readonly RawSection[],
  profile: Pick<CallGraphProfile, 'functions' | 'arcs'>,
  wanted: WantedSources | null,
  onStep: OnStep,
): Promise<SourceTable | null> {
  if (wanted === null && debugSections.some((section) => takesLong(section))) return null
  return readSources(lines, profile, wanted ?? 'used', onStep)
}

/** Decompressing makes a section about four times as large, and takes all of it. */
function takesLong({ name, size, compressed }: RawSection): boolean {
  const isPacked = compressed || name.startsWith('.zdebug_')
  if (/^\.z?debug_line$/.test(name)) return size > LARGEST_AT_ONCE / (isPacked ? 4 : 1)
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
  onStep({ stage: 'lines', file: '', done: 0, total: rows.length })
  const addresses = Float64Array.from(rows, (f) => functions.address[f as FunctionIndex])
  const sources = buildSources(rows, await lines.locate(addresses), functions.length)
  onStep({ stage: 'lines', file: '', done: rows.length, total: rows.length })
  return sources
}
