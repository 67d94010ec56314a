// Bytes of a Mach-O file’s parts → structs of columns. No waiting; macho.ts brings the bytes.
import { ByteCursor, type ByteLayout, type Piece, uint64 } from '../bytes/byte-cursor.ts'
import { raise } from '../problems/problem-error.ts'
import { SymbolBinding, SymbolPlace, SymbolType } from './raw-symbols.ts'
import { SymbolRows } from './symbol-rows.ts'
import {
  type MachHeader,
  PIE,
  type MachCommands,
  type MachSection,
  type MachSymbolTable,
  Command,
  PURE_INSTRUCTIONS,
  SOME_INSTRUCTIONS,
  symbolSize,
  SymbolBits,
  InSection,
} from './macho-layout.ts'

const MAGICS: Readonly<Record<number, ByteLayout>> = {
  0xfeedface: { wordSize: 4, bigEndian: true },
  0xcefaedfe: { wordSize: 4, bigEndian: false },
  0xfeedfacf: { wordSize: 8, bigEndian: true },
  0xcffaedfe: { wordSize: 8, bigEndian: false },
}

/**
 * Throws the problem that a field of the header holds what no Mach-O file has there.
 *
 * @param offset of the field in the file
 * @param what names the field, for the message
 * @throws ProblemError `executable/bad-header`
 */
export function badHeader(file: string, offset: number, what: string, found: number): never {
  return raise({ code: 'executable/bad-header', format: 'Mach-O', file, offset, what, found })
}

/**
 * Returns word size and byte order by the first four bytes; null if the file is no Mach-O file.
 */
export function machLayout(start: Uint8Array): ByteLayout | null {
  if (start.length < 4) return null
  return MAGICS[new DataView(start.buffer, start.byteOffset).getUint32(0)] ?? null
}

/**
 * Decodes the file header. It does not check the magic number: `machLayout` does.
 *
 * @param piece the beginning of the file, with the whole header
 * @throws ProblemError `bytes/out-of-bounds` for a shorter piece
 */
export function decodeMachHeader(piece: Piece, layout: ByteLayout): MachHeader {
  const cursor = new ByteCursor(piece, layout)
  cursor.skip(4, 'magic number')
  const cpu = cursor.u32('processor')
  cursor.skip(4, 'processor subtype')
  const type = cursor.u32('file type')
  const commandCount = cursor.u32('number of load commands')
  const commandsSize = cursor.u32('size of load commands')
  const flags = cursor.u32('flags')
  return { layout, cpu, type, commandCount, commandsSize, positionIndependent: (flags & PIE) !== 0 }
}

/** The piece holds all load commands. */
export function decodeCommands(piece: Piece, { layout, commandCount }: MachHeader): MachCommands {
  const { file, bytes } = piece
  const sections: MachSection[] = []
  let symbols: MachSymbolTable | null = null
  let uuid = ''
  let at = 0
  for (let nth = 0; nth < commandCount; nth++) {
    const offset = piece.offset + at
    const cursor = new ByteCursor({ file, offset, bytes: bytes.subarray(at) }, layout)
    const command = cursor.u32('load command')
    const size = cursor.u32('size of load command')
    if (size < 8 || at + size > bytes.length) {
      badHeader(file, offset, 'size of load command', size)
    }
    const body = new ByteCursor({ file, offset, bytes: bytes.subarray(at, at + size) }, layout)
    body.skip(8, 'load command')
    if (command === Command.segment || command === Command.segment64) {
      decodeSegment(body, command === Command.segment64, sections)
    } else if (command === Command.symtab) {
      symbols = {
        offset: body.u32('symbol table offset'),
        count: body.u32('number of symbols'),
        namesOffset: body.u32('symbol names offset'),
        namesSize: body.u32('size of symbol names'),
      }
    } else if (command === Command.uuid) {
      for (let byte = 0; byte < 16; byte++) uuid += body.u8('uuid').toString(16).padStart(2, '0')
    }
    at += size
  }
  return { sections, symbols, uuid }
}

function decodeSegment(cursor: ByteCursor, wide: boolean, sections: MachSection[]): void {
  const word = (what: string): number => (wide ? cursor.u64(what) : cursor.u32(what))
  cursor.skip(16 + (wide ? 32 : 16) + 8, 'segment')
  const count = cursor.u32('number of sections')
  cursor.skip(4, 'segment flags')
  for (let nth = 0; nth < count; nth++) {
    const name = cursor.text(16, 'section name')
    const segment = cursor.text(16, 'segment name')
    const address = word('section address')
    const size = word('section size')
    const offset = cursor.u32('section offset')
    cursor.skip(12, 'section alignment and relocations')
    const flags = cursor.u32('section flags')
    cursor.skip(wide ? 12 : 8, 'reserved words')
    const isCode = (flags & (PURE_INSTRUCTIONS | SOME_INSTRUCTIONS)) !== 0
    sections.push({ segment, name, address, size, offset, isCode })
  }
}

/** Adds the symbols of a piece, a whole number of them; entries for debuggers are left out. */
export function decodeMachSymbols(
  piece: Piece,
  layout: ByteLayout,
  sections: readonly MachSection[],
  namesSize: number,
  rows: SymbolRows,
): void {
  const { bytes, file } = piece
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const little = !layout.bigEndian
  const stride = symbolSize(layout)
  for (let at = 0; at + stride <= bytes.length; at += stride) {
    const type = bytes[at + 4]
    if ((type & SymbolBits.stab) !== 0) continue
    const name = view.getUint32(at, little)
    if (name >= namesSize && name !== 0) {
      badHeader(file, piece.offset + at, 'symbol name offset', name)
    }
    const value = layout.wordSize === 8 ? uint64(view, at + 8, little) : view.getUint32(at + 8, little)
    const number = bytes[at + 5]
    const section = number > 0 && number <= sections.length ? sections[number - 1] : null
    const kind = type & SymbolBits.type
    const isCode = kind === InSection && section !== null && section.isCode
    if (isCode && value > Number.MAX_SAFE_INTEGER) {
      const address = `0x${view.getBigUint64(at + 8, little).toString(16)}`
      raise({ code: 'elf/address-too-large', file, address })
    }
    rows.add(
      value,
      name,
      (type & SymbolBits.external) !== 0 ? SymbolBinding.global : SymbolBinding.local,
      isCode ? SymbolType.func : SymbolType.none,
      isCode
        ? SymbolPlace.code
        : kind === 0
          ? SymbolPlace.undefined
          : kind === InSection && section !== null
            ? SymbolPlace.data
            : SymbolPlace.nowhere,
    )
  }
}
