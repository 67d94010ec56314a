// Windows programs (PE images, .exe and .dll): the COFF symbol table, as MinGW's and Cygwin's linkers write
// it. Layout and sources: docs/formats/pe.md.
import type { LinkAddress } from '../base/units.ts'
import { ByteCursor, type ByteLayout, type ByteSource, type Piece } from '../bytes/byte-source.ts'
import { ProblemError, raise } from '../problems/problem-error.ts'
import {
  type RawExecutable,
  type RawSection,
  type RawSymbols,
  ROWS_AT_ONCE,
  SymbolBinding,
  SymbolPlace,
  SymbolType,
} from './format.ts'
import { machineName, pieceReader, SymbolRows } from './executables.ts'
import { binaryString } from '../base/string-table.ts'

/** The PE header. */
export interface PeHeader {
  /** COFF's code for the processor; see pe.ts. */
  readonly machine: number
  readonly sectionCount: number
  readonly sectionsAt: number
  /** Of the COFF symbol table; 0 if there is none. */
  readonly symbolsAt: number
  /** Rows of the table, auxiliary ones among them. */
  readonly symbolCount: number
  /** PE32+: 64-bit addresses. */
  readonly wide: boolean
  readonly imageBase: number
  /** May be loaded elsewhere than at `imageBase`. */
  readonly relocatable: boolean
}

/** Section headers as columns; row 0 is section 1 of a symbol. */
export interface PeSections {
  readonly length: number
  /** As in the header, at most eight bytes; "/123" refers to the string table. */
  readonly name: readonly string[]
  /** Address once loaded, image base included. */
  readonly address: Float64Array
  /** Bytes in memory that the file holds. */
  readonly size: Float64Array
  readonly offset: Float64Array
  readonly isCode: Uint8Array
}

/** "MZ", and the offset of the PE signature. */
const DOS_HEADER_SIZE = 64
const SIGNATURE_OFFSET_AT = 0x3c
/** "PE\0\0", the COFF header, and what we need of the optional header. */
const SIGNATURE_SIZE = 4
const COFF_HEADER_SIZE = 20
const OPTIONAL_HEADER_NEEDED = 72
const SECTION_HEADER_SIZE = 40
const SYMBOL_SIZE = 18

const OptionalMagic = { pe32: 0x10b, pe32plus: 0x20b } as const
const DYNAMIC_BASE = 0x40
/** PE's section flags in use. */
export const SectionFlag = { code: 0x20, uninitialized: 0x80, execute: 0x2000_0000 } as const

/** Storage classes of symbols that can be functions. */
const StorageClass = {
  external: 2,
  static: 3,
  label: 6,
  function: 101,
  file: 103,
  section: 104,
  weakExternal: 105,
  gnuWeak: 127,
} as const

/**
 * A Windows program (PE image with a COFF symbol table, as MinGW's and Cygwin's linkers write it) → its symbols.
 *
 * Reads the headers, the section headers, the symbol table and its strings, by ranges. Names in Microsoft's own PDB files
 * are another matter: such a program has no symbols.
 *
 * Errors:  ProblemError `executable/…` for a file that is cut short, damaged, stripped or without code.
 * Source:  Microsoft, "PE Format"; see docs/formats/pe.md.
 */

const { readPiece, checkInFile } = pieceReader('executable/truncated')

/**
 * Reads a PE executable with a COFF symbol table: its symbols and where its code is.
 *
 * @param symbolsOptional whether a file without symbols gives an empty table instead of a problem
 * @throws ProblemError `executable/bad-header`, `executable/no-symbols`, `executable/no-text`,
 *   `executable/truncated`, `elf/address-too-large`, `bytes/…`
 */
export async function readPe(source: ByteSource, symbolsOptional = false): Promise<RawExecutable> {
  const file = source.name
  const header = await readHeader(source)
  const { imageBase, machine, sectionCount, wide } = header
  const sectionBytes = sectionCount * SECTION_HEADER_SIZE
  const sections = decodePeSections(
    await readPiece(source, header.sectionsAt, sectionBytes, 'section headers'),
    imageBase,
  )
  const names = await readNames(source, header)
  const text = sections.name.findIndex((name) => sectionName(name, names) === '.text')
  const stripped = header.symbolsAt === 0 || header.symbolCount === 0
  if (stripped && !symbolsOptional) raise({ code: 'executable/no-symbols', file, stripped })
  if (text < 0) raise({ code: 'executable/no-text', file, section: '.text' })
  const textStart = sections.address[text]
  const textLast = textStart + sections.size[text] - 1
  if (textLast > Number.MAX_SAFE_INTEGER)
    raise({ code: 'elf/address-too-large', file, address: `0x${textLast.toString(16)}` })
  const symbols = await readSymbols(source, header, sections, names)
  if (symbols.length === 0 && !symbolsOptional) raise({ code: 'executable/no-symbols', file, stripped })
  return {
    file,
    format: 'pe',
    description: describePe(wide, machine),
    wordSize: wide ? 8 : 4,
    bigEndian: false,
    machine: elfMachine(machine),
    positionIndependent: header.relocatable,
    textStart: textStart as LinkAddress,
    textLast: textLast as LinkAddress,
    textOffset: sections.offset[text],
    // On i386, and there alone, compilers put an underscore before every name.
    symbols: machine === I386 ? { ...symbols, prefix: '_' } : symbols,
    debugSections: debugSections(source, sections, names),
    buildId: '',
  }
}

/**
 * Returns word size and machine of a PE image; null for any other or damaged file, such as a DOS program,
 * which begins with the same two bytes.
 *
 * @param start the file's first bytes
 * @throws what reading the file throws, unless it is a ProblemError
 */
export async function peIdent(
  source: ByteSource,
  start: Uint8Array,
): Promise<Pick<PeHeader, 'wide' | 'machine'> | null> {
  if (start[0] !== 0x4d || start[1] !== 0x5a || source.size < DOS_HEADER_SIZE) return null
  try {
    return await readHeader(source)
  } catch (error) {
    if (error instanceof ProblemError) return null
    throw error
  }
}

async function readHeader(source: ByteSource): Promise<PeHeader> {
  const dos = await readPiece(source, 0, DOS_HEADER_SIZE, 'file header')
  const { bytes } = dos
  const signatureAt = new DataView(bytes.buffer, bytes.byteOffset).getUint32(SIGNATURE_OFFSET_AT, true)
  const size = SIGNATURE_SIZE + COFF_HEADER_SIZE + OPTIONAL_HEADER_NEEDED
  return decodePeHeader(await readPiece(source, signatureAt, size, 'file header'))
}

/** The string table, its own size at its beginning; empty where there is none. */
async function readNames(source: ByteSource, header: PeHeader): Promise<Uint8Array<ArrayBuffer>> {
  const { symbolsAt, symbolCount } = header
  if (symbolsAt === 0) return new Uint8Array(0)
  const at = symbolsAt + symbolCount * SYMBOL_SIZE
  checkInFile(source, symbolsAt, symbolCount * SYMBOL_SIZE, 'symbol table')
  // A table without long names may end the file.
  if (at + 4 > source.size) return new Uint8Array(0)
  const sizeField = await source.read(at, 4)
  const size = new DataView(sizeField.buffer, sizeField.byteOffset).getUint32(0, true)
  if (size < 4) return new Uint8Array(0)
  checkInFile(source, at, size, 'symbol names')
  const names = await source.read(at, size)
  // The bytes of the size hold no name.
  names.fill(0, 0, 4)
  return names
}

async function readSymbols(
  source: ByteSource,
  header: PeHeader,
  sections: PeSections,
  names: Uint8Array<ArrayBuffer>,
): Promise<RawSymbols> {
  const rows = new SymbolRows(names)
  if (header.symbolsAt === 0) return rows.done()
  const position = { auxiliary: 0 }
  for (let row = 0; row < header.symbolCount; row += ROWS_AT_ONCE) {
    const count = Math.min(ROWS_AT_ONCE, header.symbolCount - row)
    const offset = header.symbolsAt + row * SYMBOL_SIZE
    const piece = await readPiece(source, offset, count * SYMBOL_SIZE, 'symbol table')
    decodePeSymbols(piece, sections, names.length, position, rows)
  }
  return rows.done()
}

function debugSections(source: ByteSource, sections: PeSections, names: Uint8Array): readonly RawSection[] {
  const found: RawSection[] = []
  for (let section = 0; section < sections.length; section++) {
    const name = sectionName(sections.name[section], names)
    const offset = sections.offset[section]
    const size = sections.size[section]
    if (!/^\.(?:z?debug_|stab|gnu_debuglink$)/.test(name) || size === 0 || offset + size > source.size)
      continue
    found.push({ name, offset, size, compressed: false })
  }
  return found
}

// Bytes of a PE image's parts → structs and columns. No waiting; which bytes to bring is pe.ts's business.

const LAYOUT: ByteLayout = { wordSize: 8, bigEndian: false }

/** What no PE file has there. */
function badHeader(file: string, offset: number, what: string, found: number): never {
  return raise({ code: 'executable/bad-header', format: 'PE', file, offset, what, found })
}

/** The piece begins with the PE signature and holds what is needed of the headers behind it. */
function decodePeHeader(piece: Piece): PeHeader {
  const { file } = piece
  const cursor = new ByteCursor(piece, LAYOUT)
  const signature = cursor.u32('PE signature')
  if (signature !== 0x4550) return badHeader(file, piece.offset, 'PE signature', signature)
  const machine = cursor.u16('machine')
  const sectionCount = cursor.u16('number of sections')
  cursor.skip(4, 'time stamp')
  const symbolsAt = cursor.u32('symbol table offset')
  const symbolCount = cursor.u32('number of symbols')
  const optionalSize = cursor.u16('optional header size')
  cursor.skip(2, 'characteristics')
  const magicAt = cursor.offset
  const magic = cursor.u16('optional header magic')
  const wide = magic === OptionalMagic.pe32plus
  if (!wide && magic !== OptionalMagic.pe32) return badHeader(file, magicAt, 'optional header magic', magic)
  cursor.skip(22, 'optional header')
  if (!wide) cursor.skip(4, 'base of data')
  const imageBase = wide ? cursor.u64('image base') : cursor.u32('image base')
  cursor.skip(38, 'optional header')
  const characteristics = cursor.u16('characteristics of the image')
  return {
    machine,
    sectionCount,
    sectionsAt: piece.offset + SIGNATURE_SIZE + COFF_HEADER_SIZE + optionalSize,
    symbolsAt,
    symbolCount,
    wide,
    imageBase,
    relocatable: (characteristics & DYNAMIC_BASE) !== 0,
  }
}

/** As many section headers as the piece holds. */
function decodePeSections(piece: Piece, imageBase: number): PeSections {
  const length = Math.floor(piece.bytes.length / SECTION_HEADER_SIZE)
  const cursor = new ByteCursor(piece, LAYOUT)
  const name: string[] = []
  const address = new Float64Array(length)
  const size = new Float64Array(length)
  const offset = new Float64Array(length)
  const isCode = new Uint8Array(length)
  for (let section = 0; section < length; section++) {
    name.push(cursor.text(8, 'section name'))
    const virtualSize = cursor.u32('virtual size')
    address[section] = imageBase + cursor.u32('virtual address')
    const rawSize = cursor.u32('size of raw data')
    offset[section] = cursor.u32('pointer to raw data')
    cursor.skip(12, 'relocations and line numbers')
    const flags = cursor.u32('section characteristics')
    const empty = (flags & SectionFlag.uninitialized) !== 0 && rawSize === 0
    // What the linker added to fill the last sector is no part of the section.
    size[section] = virtualSize > 0 && (empty || virtualSize < rawSize) ? virtualSize : rawSize
    isCode[section] = (flags & (SectionFlag.code | SectionFlag.execute)) !== 0 ? 1 : 0
  }
  return { length, name, address, size, offset, isCode }
}

/** Rows still to be stepped over of the table, when a symbol's auxiliary rows lie in the next slice. */
export interface SymbolPosition {
  auxiliary: number
}

/**
 * Adds the symbols of a piece, a whole number of rows. Names of more than eight characters are in
 * the string table, with which `rows` begins; `namesSize` is its size.
 */
function decodePeSymbols(
  piece: Piece,
  sections: PeSections,
  namesSize: number,
  position: SymbolPosition,
  rows: SymbolRows,
): void {
  const { bytes, file } = piece
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + SYMBOL_SIZE <= bytes.length; at += SYMBOL_SIZE) {
    if (position.auxiliary > 0) {
      position.auxiliary--
      continue
    }
    position.auxiliary = bytes[at + 17]
    const isLong = view.getUint32(at, true) === 0
    const longName = view.getUint32(at + 4, true)
    if (isLong && longName >= namesSize && longName !== 0) {
      badHeader(file, piece.offset + at, 'symbol name offset', longName)
    }
    const section = view.getInt16(at + 12, true)
    const storage = bytes[at + 16]
    // A section's own symbol is at its start, whatever its value.
    const value = storage === StorageClass.section ? 0 : view.getUint32(at + 8, true)
    const kind = classify(storage, view.getUint16(at + 14, true), section, value)
    if (kind === null) continue
    const name = bytes.subarray(at, at + 8)
    const end = name.indexOf(0)
    rows.add(
      value + (section > 0 && section <= sections.length ? sections.address[section - 1] : 0),
      isLong ? longName : rows.addName(end < 0 ? name : name.subarray(0, end), true),
      kind.binding,
      kind.type,
      placeOf(section, sections),
    )
  }
}

type ValueOf<T> = T[keyof T]
interface SymbolKind {
  readonly binding: ValueOf<typeof SymbolBinding>
  readonly type: ValueOf<typeof SymbolType>
}

/** The derived type "function" of COFF's type field. */
const isFunctionType = (type: number): boolean => ((type >> 4) & 3) === 2

/** Null for what never names a place in code: files, ends of blocks, debugging. */
function classify(storage: number, type: number, section: number, value: number): SymbolKind | null {
  const func = isFunctionType(type) ? SymbolType.func : SymbolType.none
  switch (storage) {
    case StorageClass.external:
      return { binding: SymbolBinding.global, type: section === 0 && value !== 0 ? SymbolType.common : func }
    case StorageClass.weakExternal:
    case StorageClass.gnuWeak:
      return { binding: SymbolBinding.weak, type: func }
    case StorageClass.static:
    case StorageClass.label:
    case StorageClass.section:
      return { binding: SymbolBinding.local, type: func }
    default:
      return null
  }
}

function placeOf(section: number, sections: PeSections): ValueOf<typeof SymbolPlace> {
  if (section === 0) return SymbolPlace.undefined
  if (section < 0 || section > sections.length) return SymbolPlace.nowhere
  return sections.isCode[section - 1] === 1 ? SymbolPlace.code : SymbolPlace.data
}

/**
 * Returns a section's name, which may be in the string table: "/" and its offset in decimal digits.
 */
function sectionName(short: string, names: Uint8Array): string {
  if (!/^\/\d+$/.test(short)) return short
  const from = Number(short.slice(1))
  const end = names.indexOf(0, from)
  return from < names.length && end >= 0 ? binaryString(names, from, end) : short
}

// COFF's codes for processors as ELF's, by which the rest of the program knows them, and what such a file is in words.

const I386 = 0x14c

const ELF_MACHINES: Readonly<Record<number, number>> = {
  [I386]: 3,
  0x166: 8,
  0x1a6: 42,
  0x1c0: 40,
  0x1c2: 40,
  0x1c4: 40,
  0x1f0: 20,
  0x5032: 243,
  0x5064: 243,
  0x6264: 258,
  0x8664: 62,
  0xaa64: 183,
}

/** Machines that ELF does not distinguish. */
const NARROWER: Readonly<Record<number, string>> = { 0x1c2: 'Arm (Thumb)', 0x1c4: 'Arm (Thumb-2)' }

/** Returns the ELF e_machine of a PE machine; 0 for an unknown one. */
export const elfMachine = (machine: number): number => ELF_MACHINES[machine] ?? 0

/**
 * Describes a PE image for people: "PE 64-bit x86-64".
 *
 * @param wide whether it is PE32+
 * @param machine COFF's code for the processor
 */
export function describePe(wide: boolean, machine: number): string {
  const name = NARROWER[machine] ?? machineName(elfMachine(machine)) ?? `machine 0x${machine.toString(16)}`
  return `PE ${wide ? 64 : 32}-bit ${name}`
}
