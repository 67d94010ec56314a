// Bytes of a PE image’s parts → structs of columns. No waiting; pe.ts brings the bytes.
import { ByteCursor, type ByteLayout, type Piece } from '../bytes/byte-cursor.ts'
import { raise } from '../problems/problem-error.ts'
import { SymbolBinding, SymbolPlace, SymbolType } from './raw-symbols.ts'
import { SymbolRows } from './symbol-rows.ts'
import { binaryString } from '../base/string-table.ts'
import {
  type PeHeader,
  OptionalMagic,
  SIGNATURE_SIZE,
  COFF_HEADER_SIZE,
  DYNAMIC_BASE,
  type PeSections,
  SECTION_HEADER_SIZE,
  SectionFlag,
  SYMBOL_SIZE,
  StorageClass,
} from './pe-layout.ts'

const LAYOUT: ByteLayout = { wordSize: 8, bigEndian: false }

/** What no PE file has there. */
function badHeader(file: string, offset: number, what: string, found: number): never {
  return raise({ code: 'executable/bad-header', format: 'PE', file, offset, what, found })
}

/** The piece begins with the PE signature and holds what is needed of the headers behind it. */
export function decodePeHeader(piece: Piece): PeHeader {
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
export function decodePeSections(piece: Piece, imageBase: number): PeSections {
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
export function decodePeSymbols(
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
export function sectionName(short: string, names: Uint8Array): string {
  if (!/^\/\d+$/.test(short)) return short
  const from = Number(short.slice(1))
  const end = names.indexOf(0, from)
  return from < names.length && end >= 0 ? binaryString(names, from, end) : short
}
