// ELF executables of any machine, 32 and 64 bits, either byte order: headers, symbols, function descriptors,
// and where debugging information lies. Layout and sources: docs/formats/elf.md.
import {
  ByteCursor,
  type ByteLayout,
  type ByteSource,
  type Piece,
  TWO_TO_32,
  uint64,
} from '../bytes/byte-source.ts'
import type { LinkAddress } from '../base/units.ts'
import { raise } from '../problems/problem-error.ts'
import {
  NO_SYMBOLS,
  type RawExecutable,
  type RawSection,
  type RawSymbols,
  SymbolBinding,
  SymbolPlace,
  SymbolType,
} from './format.ts'
import { machineName, pieceReader } from './executables.ts'
import { NONE } from '../base/columns.ts'
import { assert } from '../base/result.ts'
import { binaryString } from '../base/string-table.ts'

/** The ELF file header. */
export interface ElfHeader {
  readonly layout: ByteLayout
  /** e_type: 1 relocatable, 2 executable, 3 shared or position-independent, 4 core. */
  readonly type: number
  readonly machine: number
  readonly entry: number
  /** Where the section headers begin; 0 if there are none. */
  readonly sectionsAt: number
  readonly sectionEntrySize: number
  /** 0 may mean that section header 0 holds the count. */
  readonly sectionCount: number
  /** 0xffff means that section header 0 holds the index. */
  readonly sectionNamesIndex: number
}

/** Section headers as columns; row 0 is the null section. */
export interface SectionTable {
  readonly length: number
  readonly nameOffset: Uint32Array
  readonly type: Uint32Array
  /** Low 32 bits of sh_flags. */
  readonly flags: Uint32Array
  readonly address: Float64Array
  readonly offset: Float64Array
  readonly size: Float64Array
  readonly link: Uint32Array
  readonly info: Uint32Array
  readonly entrySize: Float64Array
}

/** ELF's e_type values. */
export const FileType = { relocatable: 1, executable: 2, dynamic: 3, core: 4 } as const
const SectionType = { null: 0, progbits: 1, symtab: 2, strtab: 3, nobits: 8, symtabShndx: 18 } as const
/** ELF's section flags in use. */
export const SectionFlag = { alloc: 2, executable: 4, compressed: 0x800 } as const

/** Section indexes of a symbol that name no section. */
const SHN_UNDEF = 0
const SHN_LORESERVE = 0xff00
/** The real index is in a table of its own (symbols) or in section header 0 (the file header). */
export const SHN_XINDEX = 0xffff

/** Bytes of e_ident. */
export const IDENT_SIZE = 16
/** Returns the size of the ELF file header, in bytes. */
export const headerSize = (layout: ByteLayout): number => (layout.wordSize === 8 ? 64 : 52)
const sectionHeaderSize = (layout: ByteLayout): number => (layout.wordSize === 8 ? 64 : 40)
/** Returns the size of an ELF symbol, in bytes. */
export const symbolSize = (layout: ByteLayout): number => (layout.wordSize === 8 ? 24 : 16)

/**
 * An executable → its symbols and what it takes to read its profiles.
 *
 * Reads the file header, the section headers, the section names, the symbol table and its strings, by ranges: the
 * size of the file does not matter. Only `.symtab` counts, as in gprof; `.dynsym` never does. Without `.text`, for which alone gprof
 * looks, the largest section of instructions takes its place.
 *
 * Errors:  ProblemError `elf/…` for a file that is cut short, damaged, stripped, without code or a core dump.
 * Source:  System V ABI, "Object Files"; see docs/formats/elf.md.
 */

const { readPiece, checkInFile } = pieceReader('elf/truncated')

/** Bytes of the symbol table in hand at a time, about. */
const SLICE = 4 * 1024 * 1024

/** ELF e_machine of 64-bit PowerPC. */
const PPC64 = 21

/**
 * Reads an ELF executable: its symbols, sections and where its code is. Object files and shared libraries are
 * read as well.
 *
 * @param symbolsOptional whether a file without symbols gives an empty table instead of a problem
 * @param withSymbolSizes whether to read the sizes of symbols, too
 * @throws ProblemError `elf/bad-header`, `elf/not-executable` for a core dump, `elf/no-symbols`,
 *   `elf/no-text`, `elf/truncated`, `elf/address-too-large`, `bytes/…`
 */
export async function readExecutable(
  source: ByteSource,
  symbolsOptional = false,
  withSymbolSizes = false,
): Promise<RawExecutable> {
  const file = source.name
  const header = await readHeader(source)
  if (header.type === FileType.core) raise({ code: 'elf/not-executable', file, kind: 'core' })
  const { sections, namesIndex } = await readSections(source, header)
  const names = await readSection(source, header, sections, namesIndex, 'section names')
  const named = findSection(sections, names, '.text') || findSection(sections, names, '$CODE$')
  const text = named || largestCode(sections)
  const symtab = sections.type.indexOf(SectionType.symtab, 1)
  if (symtab < 0 && !symbolsOptional) raise({ code: 'elf/no-symbols', file, stripped: true })
  if (text === 0) raise({ code: 'elf/no-text', file })
  const textStart = sections.address[text]
  const textLast = textStart + sections.size[text] - 1
  if (textLast > Number.MAX_SAFE_INTEGER) {
    raise({ code: 'elf/address-too-large', file, address: `0x${textLast.toString(16)}` })
  }

  // A browser takes a while for each range: what need not wait for another is on its way beside it.
  const buildId = ahead(readBuildId(source, header, sections, names))
  const symbols =
    symtab < 0 ? NO_SYMBOLS : await readSymbols(source, header, sections, symtab, withSymbolSizes)
  if (symbols.length === 0 && !symbolsOptional) raise({ code: 'elf/no-symbols', file, stripped: false })
  return {
    file,
    description: describeElf(header),
    wordSize: header.layout.wordSize,
    bigEndian: header.layout.bigEndian,
    machine: header.machine,
    positionIndependent: header.type === FileType.dynamic && header.entry !== 0,
    textStart: textStart as LinkAddress,
    textLast: textLast as LinkAddress,
    ...(named === 0 && { isTextUnnamed: true }),
    textOffset: sections.type[text] === SectionType.nobits ? null : sections.offset[text],
    symbols,
    debugSections: findDebugSections(sections, names),
    ...(reachesBeyond(sections, source.size) && { reachesBeyondEnd: true }),
    buildId: await buildId,
    ...(header.machine === PPC64 && (await readDescriptors(source, header, sections, names))),
  }
}

/** The largest section of instructions, or 0: linker scripts of boards call it `.flash.text`, `text` or by the region it lies in. */
function largestCode({ length, type, flags, size }: SectionTable): number {
  const wanted = SectionFlag.alloc | SectionFlag.executable
  let largest = 0
  for (let section = 1; section < length; section++) {
    const isCode = type[section] === SectionType.progbits && (flags[section] & wanted) === wanted
    if (isCode && size[section] > (largest === 0 ? 0 : size[largest])) largest = section
  }
  return largest
}

function reachesBeyond({ length, type, offset, size }: SectionTable, end: number): boolean {
  for (let section = 1; section < length; section++)
    if (type[section] !== SectionType.nobits && offset[section] + size[section] > end) return true
  return false
}

async function readHeader(source: ByteSource): Promise<ElfHeader> {
  const ident = await readPiece(source, 0, IDENT_SIZE, 'file header')
  const layout = decodeIdent(ident)
  return decodeHeader(await readPiece(source, 0, headerSize(layout), 'file header'), layout)
}

/**
 * Reads the section headers and the index of their names' section, either of which may be in header
 * 0.
 */
async function readSections(
  source: ByteSource,
  header: ElfHeader,
): Promise<{ sections: SectionTable; namesIndex: number }> {
  const { layout, sectionsAt, sectionEntrySize } = header
  const file = source.name
  // Cut off by a tool that removes even the section headers.
  if (sectionsAt === 0) raise({ code: 'elf/no-symbols', file, stripped: true })
  const entrySize = sectionHeaderSize(layout)
  if (sectionEntrySize !== entrySize) {
    const offset = layout.wordSize === 8 ? 58 : 46
    badHeader(file, offset, 'section header size', sectionEntrySize)
  }
  let count = header.sectionCount
  let namesIndex = header.sectionNamesIndex
  if (count === 0 || namesIndex === SHN_XINDEX) {
    const first = decodeSections(await readPiece(source, sectionsAt, entrySize, 'section headers'), layout)
    if (count === 0) count = first.size[0]
    if (namesIndex === SHN_XINDEX) namesIndex = first.link[0]
  }
  const sections = decodeSections(
    await readPiece(source, sectionsAt, count * entrySize, 'section headers'),
    layout,
  )
  return { sections, namesIndex }
}

/** All of a section that holds strings. */
async function readSection(
  source: ByteSource,
  header: ElfHeader,
  sections: SectionTable,
  index: number,
  what: string,
): Promise<Uint8Array<ArrayBuffer>> {
  checkStrings(source, header, sections, index, what)
  return source.read(sections.offset[index], sections.size[index])
}

function checkStrings(
  source: ByteSource,
  header: ElfHeader,
  sections: SectionTable,
  index: number,
  what: string,
): void {
  const offset = header.sectionsAt + index * header.sectionEntrySize
  const found = sections.type[index]
  // A section that the table lacks: the header is damaged, not the table.
  if (found === undefined) badHeader(source.name, header.sectionsAt, `section index of ${what}`, index)
  if (found !== SectionType.strtab)
    raise({ code: 'elf/bad-header', file: source.name, offset, what, found, section: index })
  checkInFile(source, sections.offset[index], sections.size[index], what)
}

async function readSymbols(
  source: ByteSource,
  header: ElfHeader,
  sections: SectionTable,
  symtab: number,
  withSizes: boolean,
): Promise<RawSymbols> {
  const { layout } = header
  const file = source.name
  const stride = symbolSize(layout)
  const start = sections.offset[symtab]
  const size = sections.size[symtab]
  if (sections.entrySize[symtab] !== stride) {
    const offset = header.sectionsAt + symtab * sectionHeaderSize(layout)
    badHeader(file, offset, 'symbol size', sections.entrySize[symtab])
  }
  checkInFile(source, start, size, 'symbol table (.symtab)')
  const strings = sections.link[symtab]
  checkStrings(source, header, sections, strings, 'symbol names (.strtab)')

  // Row r is entry r + 1 of the file: the null entry is left out.
  const length = Math.max(0, Math.floor(size / stride) - 1)
  const context: SymbolContext = {
    header,
    sections,
    extendedIndexes: await readExtendedIndexes(source, header, sections, symtab, length + 1),
    lostNames: { end: sections.size[strings], offsets: [] },
  }
  const columns = newSymbolColumns(length, withSizes)
  const rows = Math.floor(SLICE / stride)
  const sliceFrom = (row: number): Promise<Piece> => {
    const count = Math.min(rows, length - row)
    return ahead(readPiece(source, start + (row + 1) * stride, count * stride, 'symbol table (.symtab)'))
  }
  let coming = length > 0 ? sliceFrom(0) : null
  const names = ahead(readSection(source, header, sections, strings, 'symbol names (.strtab)'))
  for (let row = 0; coming; row += rows) {
    const piece: Piece = await coming
    coming = row + rows < length ? sliceFrom(row + rows) : null
    decodeSymbols(piece, context, columns, row)
  }
  const symbols = { length, ...columns, names: await names }
  const { lostNames } = context
  return lostNames.offsets.length > 0 ? withMissingNames(symbols, lostNames) : symbols
}

/** Returns a promise that is awaited later, where its failure is handled. */
function ahead<T>(reading: Promise<T>): Promise<T> {
  reading.catch(() => {})
  return reading
}

/** More than any build id needs: a reader of notes need not hold a large section. */
const LARGEST_NOTE = 4096

/** A file is none the worse for a damaged or missing build id. */
async function readBuildId(
  source: ByteSource,
  { layout }: ElfHeader,
  sections: SectionTable,
  names: Uint8Array,
): Promise<string> {
  const section = findSection(sections, names, '.note.gnu.build-id')
  const offset = sections.offset[section]
  const size = sections.size[section]
  if (section === 0 || sections.type[section] === SectionType.nobits) return ''
  if (size > LARGEST_NOTE || offset + size > source.size) return ''
  return decodeBuildId({ file: source.name, offset, bytes: await source.read(offset, size) }, layout)
}

/**
 * Section indexes too large for a symbol's field are in a separate table; `count` of them are
 * needed.
 */
async function readExtendedIndexes(
  source: ByteSource,
  header: ElfHeader,
  sections: SectionTable,
  symtab: number,
  count: number,
): Promise<Uint32Array | null> {
  for (let section = 1; section < sections.length; section++) {
    if (sections.type[section] !== SectionType.symtabShndx || sections.link[section] !== symtab) continue
    if (sections.size[section] < 4 * count) {
      raise({
        code: 'elf/truncated',
        file: source.name,
        offset: sections.offset[section],
        what: 'symbol section indexes',
        expected: 4 * count,
        found: sections.size[section],
      })
    }
    const piece = await readPiece(source, sections.offset[section], 4 * count, 'symbol section indexes')
    return decodeIndexes(piece, header.layout)
  }
  return null
}

// Function descriptors, which 64-bit PowerPC's older ABI has in a section of their own: read for its programs only.

/**
 * Nothing where the program has none.
 *
 * Errors:  ProblemError `elf/truncated` where they lie beyond the end of the file.
 * Source:  64-bit PowerPC ELF Application Binary Interface Supplement, "Function Descriptors".
 */
async function readDescriptors(
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

// For symbols whose names lie outside of the string table, which only damaged programs have.

/** Behind the end of the string table the name that gprof's library has for all whose own lies outside of it. */
function withMissingNames(symbols: RawSymbols, lostNames: NonNullable<RawSymbols['lostNames']>): RawSymbols {
  const names = new Uint8Array(symbols.names.length + 8)
  names.set(symbols.names)
  names.set(new TextEncoder().encode('(null)'), symbols.names.length + 1)
  return { ...symbols, names, lostNames }
}

// Bytes of an ELF file's parts → structs and columns. No waiting; which bytes to bring is elf.ts's business.

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
function decodeSections(piece: Piece, layout: ByteLayout): SectionTable {
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
function findSection(sections: SectionTable, names: Uint8Array, wanted: string): number {
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

function newSymbolColumns(length: number, withSizes = false): SymbolColumns {
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
function decodeSymbols(piece: Piece, context: SymbolContext, columns: SymbolColumns, first: number): void {
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
function decodeIndexes(piece: Piece, layout: ByteLayout): Uint32Array {
  const length = Math.floor(piece.bytes.length / 4)
  const view = new DataView(piece.bytes.buffer, piece.bytes.byteOffset, piece.bytes.byteLength)
  const indexes = new Uint32Array(length)
  for (let row = 0; row < length; row++) indexes[row] = view.getUint32(4 * row, !layout.bigEndian)
  return indexes
}

// Section headers → where debugging information lies in the file, and which link of the program it belongs to.

const PREFIXES = ['.debug_', '.zdebug_', '.stab', '.gnu_debuglink', '.gnu_debugaltlink'] as const
/** No section read here has a longer name. */
const LONGEST_NAME = 64
/** Kind of a GNU note that holds a build id. */
const NT_GNU_BUILD_ID = 3

/** `names` is the section name table. Sections without bytes, as in a program whose debug file was split off, are left out. */
function findDebugSections(sections: SectionTable, names: Uint8Array): readonly RawSection[] {
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
function decodeBuildId(piece: Piece, layout: ByteLayout): string {
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

// What an ELF file is, in words.

/**
 * Describes an ELF file for people: "ELF 64-bit little-endian x86-64", with ", core dump", ", object file" or
 * ", shared library" for a file that is no program.
 */
export function describeElf({ layout, machine, type, entry }: ElfHeader): string {
  const order = layout.bigEndian ? 'big' : 'little'
  const name = machineName(machine) ?? `machine ${machine}`
  return `ELF ${layout.wordSize * 8}-bit ${order}-endian ${name}${kindOf(type, entry)}`
}

function kindOf(type: number, entry: number): string {
  if (type === FileType.core) return ', core dump'
  if (type === FileType.relocatable) return ', object file'
  // A position-independent program begins somewhere.
  return type === FileType.dynamic && entry === 0 ? ', shared library' : ''
}
