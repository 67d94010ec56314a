// Reads ELF executables of any machine, 32 or 64 bits, in either byte order.
//
// Reads the file header, the section headers, the section names, the symbol table and its strings, by ranges: the
// size of the file does not matter. Only `.symtab` counts, as in gprof; `.dynsym` never does. Without `.text`, for which alone gprof
// looks, the largest section of instructions takes its place.
//
// Errors:  ProblemError `elf/…` for a file that is cut short, damaged, stripped, without code or a core dump.
// Source:  System V ABI, "Object Files"; see docs/formats/elf.md.
import type { Piece } from '../bytes/byte-cursor.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import type { LinkAddress } from '../base/units.ts'
import { raise } from '../problems/problem-error.ts'
import type { RawExecutable } from './format.ts'
import { NO_SYMBOLS, type RawSymbols } from './raw-symbols.ts'
import { machineName } from './machines.ts'
import { pieceReader } from './piece-reader.ts'
import {
  FileType,
  SectionType,
  type SectionTable,
  SectionFlag,
  type ElfHeader,
  IDENT_SIZE,
  headerSize,
  sectionHeaderSize,
  SHN_XINDEX,
  symbolSize,
} from './elf-layout.ts'
import {
  findSection,
  decodeIdent,
  decodeHeader,
  badHeader,
  decodeSections,
  type SymbolContext,
  newSymbolColumns,
  decodeSymbols,
  decodeIndexes,
} from './elf-decode.ts'
import { findDebugSections, decodeBuildId } from './elf-debug-sections.ts'

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

/** Behind the end of the string table the name that gprof's library has for all whose own lies outside of it. */
function withMissingNames(symbols: RawSymbols, lostNames: NonNullable<RawSymbols['lostNames']>): RawSymbols {
  const names = new Uint8Array(symbols.names.length + 8)
  names.set(symbols.names)
  names.set(new TextEncoder().encode('(null)'), symbols.names.length + 1)
  return { ...symbols, names, lostNames }
}

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
