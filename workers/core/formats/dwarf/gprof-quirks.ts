// Where GNU gprof 2.40 has no lines though the file has them. Found by running it; each costs only what is unusual.
import type { RawExecutable } from '../format.ts'
import type { LineHeader } from './lines/decode-header.ts'
import type { Unit } from './units/read-units.ts'

export function gprofFindsLines({ header, entry }: Unit, { debugSections }: RawExecutable): boolean {
  // -gsplit-dwarf with DWARF 5.
  if (header.isSkeleton) return false
  // -gz=zlib-gnu with DWARF 5: of the old compressed sections, this one is not looked for.
  const needsRangeLists = header.version >= 5 && entry.ranges.form !== 0
  return !(needsRangeLists && debugSections.some(({ name }) => name === '.zdebug_rnglists'))
}

/** -gdwarf64 with DWARF 5: it takes the unit's size of offsets for that of the line program, which the assembler writes. */
export function gprofReadsFileNames({ header }: Unit, { version, offsetSize }: LineHeader): boolean {
  return version < 5 || offsetSize === header.offsetSize
}
