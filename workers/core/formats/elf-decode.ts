// Bytes of an ELF file’s parts → structs of columns. No waiting; elf.ts brings the bytes.
import { ByteCursor, type ByteLayout, type Piece, TWO_TO_32, uint64 } from '../bytes/byte-cursor.ts'
import { raise } from '../problems/problem-error.ts'
import { SymbolBinding, SymbolPlace, SymbolType } from './raw-symbols.ts'
import { NONE } from '../base/columns.ts'
import { assert } from '../base/result.ts'
import {
  type ElfHeader,
  type SectionTable,
  sectionHeaderSize,
  SectionType,
  symbolSize,
  SHN_XINDEX,
  SHN_LORESERVE,
  SHN_UNDEF,
  SectionFlag,
} from './elf-layout.ts'

/** 0x7f "ELF" */
const MAGIC = 0x7f454c46

/**
 * Throws the problem that a field of the header holds what no ELF file has there.
 *
 * @param offset of the field in the file
 * @param what names the field, for the message
 * @throws ProblemError `elf/bad-header`
 */
export function badHeader(file: string, offset: number, what: string, found: number): never {
  return raise({ code: 'elf/bad-header', file, offset, what, found })
}

/**
 * Decodes word size and byte order from the first bytes of a file.
 *
 * @param piece at least the first 8 bytes; `IDENT_SIZE` of them are usual
 * @throws ProblemError `elf/bad-header` if the file is no ELF file, or of another class, byte order or
 *   version
 */
export function decodeIdent(piece: Piece): ByteLayout {
  const { file, bytes } = piece
  const [elfClass, order, version] = [bytes[4], bytes[5], bytes[6]]
  const magic = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  if (magic !== MAGIC) return badHeader(file, 0, 'magic number', magic)
  if (elfClass !== 1 && elfClass !== 2) return badHeader(file, 4, 'class', elfClass)
  if (order !== 1 && order !== 2) return badHeader(file, 5, 'byte order', order)
  if (version !== 1) return badHeader(file, 6, 'version', version)
  return { wordSize: elfClass === 2 ? 8 : 4, bigEndian: order === 2 }
}

/**
 * Decodes the file header. It does not check the identification: `decodeIdent` does.
 *
 * @param piece the file's first bytes, at least `headerSize(layout)`
 * @param layout from `decodeIdent`
 * @throws ProblemError `bytes/out-of-bounds` for a shorter piece
 */
export function decodeHeader(piece: Piece, layout: ByteLayout): ElfHeader {
  const cursor = new ByteCursor(piece, layout)
  cursor.skip(16, 'ELF identification')
  const type = cursor.u16('file type')
  const machine = cursor.u16('machine')
  cursor.skip(4, 'version')
  const entry = cursor.word('entry point')
  cursor.skip(layout.wordSize, 'program header offset')
  const sectionsAt = cursor.word('section header offset')
  cursor.skip(10, 'program header size')
  return {
    layout,
    type,
    machine,
    entry,
    sectionsAt,
    sectionEntrySize: cursor.u16('section header size'),
    sectionCount: cursor.u16('number of sections'),
    sectionNamesIndex: cursor.u16('index of section names'),
  }
}

/** As many section headers as the piece holds. */
export function decodeSections(piece: Piece, layout: ByteLayout): SectionTable {
  const length = Math.floor(piece.bytes.length / sectionHeaderSize(layout))
  const cursor = new ByteCursor(piece, layout)
  const table = {
    length,
    nameOffset: new Uint32Array(length),
    type: new Uint32Array(length),
    flags: new Uint32Array(length),
    address: new Float64Array(length),
    offset: new Float64Array(length),
    size: new Float64Array(length),
    link: new Uint32Array(length),
    info: new Uint32Array(length),
    entrySize: new Float64Array(length),
  }
  for (let section = 0; section < length; section++) {
    table.nameOffset[section] = cursor.u32('section name')
    table.type[section] = cursor.u32('section type')
    table.flags[section] = cursor.word('section flags') % TWO_TO_32
    table.address[section] = cursor.word('section address')
    table.offset[section] = cursor.word('section offset')
    table.size[section] = cursor.word('section size')
    table.link[section] = cursor.u32('section link')
    table.info[section] = cursor.u32('section info')
    cursor.skip(layout.wordSize, 'section alignment')
    table.entrySize[section] = cursor.word('section entry size')
  }
  return table
}

/** First section of that name, or 0. `names` is the section name table. */
export function findSection(sections: SectionTable, names: Uint8Array, wanted: string): number {
  for (let section = 1; section < sections.length; section++) {
    if (sections.type[section] !== SectionType.null && hasName(names, sections.nameOffset[section], wanted)) {
      return section
    }
  }
  return 0
}

function hasName(names: Uint8Array, at: number, wanted: string): boolean {
  if (at + wanted.length > names.length) return false
  for (let i = 0; i < wanted.length; i++) {
    if (names[at + i] !== wanted.charCodeAt(i)) return false
  }
  return at + wanted.length === names.length || names[at + wanted.length] === 0
}

/** Symbol columns while they are filled; the table without its null entry. */
export interface SymbolColumns {
  readonly address: Float64Array<ArrayBuffer>
  readonly nameOffset: Uint32Array<ArrayBuffer>
  readonly binding: Uint8Array<ArrayBuffer>
  readonly type: Uint8Array<ArrayBuffer>
  readonly place: Uint8Array<ArrayBuffer>
  readonly size?: Float64Array<ArrayBuffer>
}

export function newSymbolColumns(length: number, withSizes = false): SymbolColumns {
  return {
    ...(withSizes ? { size: new Float64Array(length) } : {}),
    address: new Float64Array(length),
    nameOffset: new Uint32Array(length),
    binding: new Uint8Array(length),
    type: new Uint8Array(length),
    place: new Uint8Array(length),
  }
}

/** What decoding symbols needs. */
export interface SymbolContext {
  readonly header: ElfHeader
  readonly sections: SectionTable
  /** Section indexes of all symbols, null entry included, for those that say SHN_XINDEX; null if the file has none. */
  readonly extendedIndexes: Uint32Array | null
  /** Size of the string table; gets the offsets of names that lie outside it. */
  readonly lostNames: { readonly end: number; readonly offsets: number[] }
}

/**
 * Fills the columns from row `first` with the symbols in the piece, a whole number of them.
 *
 * A name outside the string table becomes the one at its end. An address beyond 2^53 is a problem
 * if the symbol could be a function; other such addresses are rounded, which has no effect.
 */
export function decodeSymbols(
  piece: Piece,
  context: SymbolContext,
  columns: SymbolColumns,
  first: number,
): void {
  const { header, extendedIndexes, lostNames } = context
  const { wordSize, bigEndian } = header.layout
  const wide = wordSize === 8
  const little = !bigEndian
  const stride = symbolSize(header.layout)
  const { bytes } = piece
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = bytes.length / stride
  assert(Number.isInteger(count), 'whole number')
  const { places, bases } = sectionPlaces(context)

  for (let nth = 0; nth < count; nth++) {
    const at = nth * stride
    const row = first + nth
    let nameOffset = view.getUint32(at, little)
    const info = bytes[at + (wide ? 4 : 12)]
    let section = view.getUint16(at + (wide ? 6 : 14), little)
    const value = wide ? uint64(view, at + 8, little) : view.getUint32(at + 4, little)

    let place: number = SymbolPlace.nowhere
    let base = 0
    if (section === SHN_XINDEX && extendedIndexes !== null) section = extendedIndexes[row + 1]
    else if (section >= SHN_LORESERVE) section = places.length
    if (section < places.length) {
      place = places[section]
      base = bases[section]
    }
    const binding = BINDINGS[info >> 4]
    const type = TYPES[info & 15]

    if (nameOffset >= lostNames.end && nameOffset !== 0) {
      lostNames.offsets.push(nameOffset)
      nameOffset = lostNames.end + 1
    }
    if (value + base > Number.MAX_SAFE_INTEGER && mayBeFunction(binding, type, place)) {
      raise({
        code: 'elf/address-too-large',
        file: piece.file,
        address: `0x${view.getBigUint64(at + 8, little).toString(16)}`,
      })
    }
    columns.address[row] = value + base
    columns.nameOffset[row] = nameOffset
    columns.binding[row] = binding
    columns.type[row] = type
    columns.place[row] = place
    if (columns.size !== undefined) {
      const size = wide ? uint64(view, at + 16, little) : view.getUint32(at + 8, little)
      const visibility = bytes[at + (wide ? 5 : 13)] & 3
      const isMark =
        size === 0 && visibility === HIDDEN && binding === SymbolBinding.local && type === SymbolType.none
      columns.size[row] = isMark ? NONE : size
    }
  }
}

/** The lower bits of st_other. */
const HIDDEN = 2

/** For each section what a symbol in it is, and what to add to its value. */
function sectionPlaces({ header, sections }: SymbolContext): { places: Uint8Array; bases: Float64Array } {
  const places = new Uint8Array(sections.length)
  const bases = new Float64Array(sections.length)
  for (let section = 0; section < sections.length; section++) {
    if (section === SHN_UNDEF) places[section] = SymbolPlace.undefined
    else if (sections.type[section] === SectionType.null) places[section] = SymbolPlace.nowhere
    else if ((sections.flags[section] & SectionFlag.executable) !== 0) places[section] = SymbolPlace.code
    else places[section] = SymbolPlace.data
    // In a relocatable file values count from the start of the section.
    if (header.type === 1) bases[section] = sections.address[section]
  }
  return { places, bases }
}

function mayBeFunction(binding: number, type: number, place: number): boolean {
  if (place === SymbolPlace.undefined || place === SymbolPlace.nowhere) return false
  if (type === SymbolType.section || type === SymbolType.file || type === SymbolType.ifunc) return false
  if (binding === SymbolBinding.weak) return type !== SymbolType.object && type !== SymbolType.common
  return place === SymbolPlace.code && binding !== SymbolBinding.other
}

function table16(values: Readonly<Record<number, number>>, otherwise: number): Uint8Array {
  return Uint8Array.from({ length: 16 }, (_, code) => values[code] ?? otherwise)
}

/** By st_info's upper half. 10 is GNU's "unique". */
const BINDINGS = table16(
  { 0: SymbolBinding.local, 1: SymbolBinding.global, 2: SymbolBinding.weak },
  SymbolBinding.other,
)
/** By st_info's lower half. */
const TYPES = table16(
  {
    0: SymbolType.none,
    1: SymbolType.object,
    2: SymbolType.func,
    3: SymbolType.section,
    4: SymbolType.file,
    5: SymbolType.common,
    10: SymbolType.ifunc,
  },
  SymbolType.other,
)

/** A SHT_SYMTAB_SHNDX table: one 32-bit section index per symbol. */
export function decodeIndexes(piece: Piece, layout: ByteLayout): Uint32Array {
  const length = Math.floor(piece.bytes.length / 4)
  const view = new DataView(piece.bytes.buffer, piece.bytes.byteOffset, piece.bytes.byteLength)
  const indexes = new Uint32Array(length)
  for (let row = 0; row < length; row++) indexes[row] = view.getUint32(4 * row, !layout.bigEndian)
  return indexes
}
