// Function descriptors, which 64-bit PowerPC's older ABI has in a section of their own: read for its programs only.
import type { LinkAddress } from '../../base/units.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import type { RawExecutable } from '../format.ts'
import { piecesOr } from '../pieces.ts'
import { findSection } from './decode.ts'
import { FileType, SectionFlag, SectionType, type ElfHeader, type SectionTable } from './types.ts'


/**
 * Nothing where the program has none.
 *
 * Errors:  ProblemError `elf/truncated` where they lie beyond the end of the file.
 * Source:  64-bit PowerPC ELF Application Binary Interface Supplement, "Function Descriptors".
 */
export async function readDescriptors(
  source: ByteSource,
  header: ElfHeader,
  sections: SectionTable,
  names: Uint8Array,
): Promise<Pick<RawExecutable, 'descriptors'>> {
  const section = findSection(sections, names, '.opd')
  if (header.type === FileType.relocatable || section === 0) return {}
  if (sections.type[section] === SectionType.nobits) return {}
  const offset = sections.offset[section]
  const size = sections.size[section]
  checkInFile(source, offset, size, 'function descriptors (.opd)')
  const start = sections.address[section] as LinkAddress
  return { descriptors: { start, firstCode: firstCode(sections), bytes: await source.read(offset, size) } }
}

function firstCode({ length, flags, address }: SectionTable): LinkAddress {
  let first = Infinity
  for (let section = 1; section < length; section++)
    if ((flags[section] & SectionFlag.executable) !== 0) first = Math.min(first, address[section])
  return first as LinkAddress
}
