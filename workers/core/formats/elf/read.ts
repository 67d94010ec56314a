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
import { readDescriptors } from './read-descriptors.ts'
import { withLostNames } from './lost-names.ts'
import type { LinkAddress } from '../../base/units.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import type { Piece } from '../../bytes/byte-cursor.ts'
import { raise } from '../../problems/problem-error.ts'
import { NO_SYMBOLS, type RawExecutable, type RawSymbols } from '../format.ts'
import { piecesOr } from '../pieces.ts'
import {
  badHeader,
  decodeHeader,
  decodeIdent,
  decodeIndexes,
  decodeSections,
  decodeSymbols,
  findSection,
  newSymbolColumns,
  type SymbolContext,
} from './decode.ts'
import { decodeBuildId, findDebugSections } from './debug-sections.ts'
import { describeElf } from './machines.ts'
import {
  FileType,
  headerSize,
  IDENT_SIZE,
  sectionHeaderSize,
  SectionFlag,
  SectionType,
  SHN_XINDEX,
  symbolSize,
  type ElfHeader,
  type SectionTable,
} from './types.ts'

const { readPiece, checkInFile } = piecesOr('elf/truncated')

/** Bytes of the symbol table in hand at a time, about. */
const SLICE = 4 * 1024 * 1024

/** ELF e_machine of 64-bit PowerPC. */
const PPC64 = 21

/** @param symbolsOptional answer an empty symbol table rather than a problem where the file has none */
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
    ...(header.machine === PPC64 &&
      (await readDescriptors(source, header, sections, names))),
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

/** The section headers and which of them holds their names, both of which may be told by header 0. */
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
  if (sections.type[index] !== SectionType.strtab)
    badHeader(source.name, header.sectionsAt, `section index of ${what}`, index)
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
  return lostNames.offsets.length > 0
    ? withLostNames(symbols, lostNames)
    : symbols
}

/** What is waited for later: a failure is told then. */
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

/** Section indexes too large for a symbol's own field stand in a table beside; `count` of them are needed. */
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
