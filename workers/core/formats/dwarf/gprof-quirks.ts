// Where GNU gprof 2.40 has no lines though the file has them, nearly all with DWARF 5. Found by running it.
import { ProblemError } from '../../problems/problem-error.ts'
import { Form } from './constants.ts'
import type { LineHeader } from './lines/decode-header.ts'
import type { DebugSections } from './sections.ts'
import type { Extent, Unit, Units } from './units/read-units.ts'

/**
 * Where in `.debug_info` gprof stops reading: at the first unit with a list of ranges that it cannot read. Those are the
 * lists of units that GCC made with -gsplit-dwarf, and all lists where -gz=zlib-gnu compressed them, for it looks for them under
 * their new name only; then any function may have one, and every unit is given up here. Units before that one have
 * lines. Infinity in all other executables, which are not searched.
 */
export async function findEndOfGprofsReading(
  sections: DebugSections,
  units: Units,
  onDamage: (error: ProblemError) => void,
): Promise<number> {
  const hidesLists = sections.isNamedTheOldWay('.debug_rnglists')
  // Split units keep their addresses in a table.
  if (!hidesLists && !sections.has('.debug_addr')) return Infinity
  for (const header of await units.readHeaders(onDamage)) {
    const { start, version, isSkeleton, hasCode } = header
    if (version < 5 || !hasCode || !(isSkeleton || hidesLists)) continue
    try {
      if (hidesLists) return start
      const { entry } = await units.unitOf(header)
      // One that is told by number it passes over.
      if (entry.ranges.form !== 0 && gprofReadsRanges(entry)) return start
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      onDamage(error)
    }
  }
  return Infinity
}

/**
 * -gdwarf64: it takes the unit's size of offsets for that of the line program, which the assembler writes. What it does not
 * support it gives up at: segments, and instructions of no operations.
 */
export function gprofReadsLines({ header }: Unit, lines: LineHeader): boolean {
  if (lines.segmentSize !== 0 || lines.maximumOperations === 0) return false
  return lines.version < 5 || lines.offsetSize === header.offsetSize
}

/** Lists of ranges that are told by number, as clang writes them for DWARF 5, it passes over. */
export function gprofReadsRanges({ ranges }: Extent): boolean {
  return ranges.form !== Form.rnglistx
}
