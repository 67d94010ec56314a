// Section headers → where debugging information lies in the file, with the link of the program that it
// belongs to.
import { ByteCursor, type ByteLayout, type Piece } from '../bytes/byte-cursor.ts'
import type { RawSection } from './format.ts'
import { binaryString } from '../base/string-table.ts'
import { type SectionTable, SectionType, SectionFlag } from './elf-layout.ts'

const PREFIXES = ['.debug_', '.zdebug_', '.stab', '.gnu_debuglink', '.gnu_debugaltlink'] as const
/** No section read here has a longer name. */
const LONGEST_NAME = 64
/** Kind of a GNU note that holds a build id. */
const NT_GNU_BUILD_ID = 3

/** `names` is the section name table. Sections without bytes, as in a program whose debug file was split off, are left out. */
export function findDebugSections(sections: SectionTable, names: Uint8Array): readonly RawSection[] {
  const found: RawSection[] = []
  for (let section = 1; section < sections.length; section++) {
    if (sections.type[section] === SectionType.null || sections.type[section] === SectionType.nobits) continue
    const name = nameAt(names, sections.nameOffset[section])
    if (!PREFIXES.some((prefix) => name.startsWith(prefix))) continue
    found.push({
      name,
      offset: sections.offset[section],
      size: sections.size[section],
      compressed: (sections.flags[section] & SectionFlag.compressed) !== 0,
    })
  }
  return found
}

function nameAt(names: Uint8Array, at: number): string {
  const name = binaryString(names, at, Math.min(names.length, at + LONGEST_NAME))
  const end = name.indexOf('\0')
  return end < 0 ? name : name.slice(0, end)
}

/** The first build id among the notes of a section, in hex; "" if there is none. */
export function decodeBuildId(piece: Piece, layout: ByteLayout): string {
  const cursor = new ByteCursor(piece, layout)
  while (cursor.remaining >= 12) {
    const nameSize = cursor.u32('note name size')
    const size = cursor.u32('note size')
    const kind = cursor.u32('note kind')
    const paddedName = Math.ceil(nameSize / 4) * 4
    if (paddedName > cursor.remaining) return ''
    const owner = cursor.text(paddedName, 'note name')
    if (size > cursor.remaining) return ''
    if (owner === 'GNU' && kind === NT_GNU_BUILD_ID) {
      let hex = ''
      for (let byte = 0; byte < size; byte++) hex += cursor.u8('build id').toString(16).padStart(2, '0')
      return hex
    }
    cursor.skip(Math.min(cursor.remaining, Math.ceil(size / 4) * 4), 'note')
  }
  return ''
}
