// Mach-O programs (macOS, iOS): the symbol table, 32 and 64 bits, either byte order. Layout and sources:
// docs/formats/macho.md.
import { ByteCursor, type ByteLayout, type ByteSource, type Piece, uint64 } from '../bytes/byte-source.ts'
import type { LinkAddress } from '../base/units.ts'
import { raise } from '../problems/problem-error.ts'
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

/** The Mach-O header. */
export interface MachHeader {
  readonly layout: ByteLayout
  readonly cpu: number
  /** One of `FileType`. */
  readonly type: number
  readonly commandsSize: number
  readonly commandCount: number
  readonly positionIndependent: boolean
}

/** A section of a Mach-O file. */
export interface MachSection {
  readonly segment: string
  readonly name: string
  readonly address: number
  readonly size: number
  /** 0 for a section that has no bytes in the file. */
  readonly offset: number
  readonly isCode: boolean
}

/** What the load commands say. */
export interface MachCommands {
  /** In the order by which symbols number them, from 1. */
  readonly sections: readonly MachSection[]
  readonly symbols: MachSymbolTable | null
  /** Of the link, lower-case hex; "" if there is none. */
  readonly uuid: string
}

/** Where a Mach-O file's symbols are. */
export interface MachSymbolTable {
  readonly offset: number
  readonly count: number
  readonly namesOffset: number
  readonly namesSize: number
}

/** Mach-O's file types in use. */
export const FileType = { object: 1, core: 4 } as const
/** Mach-O's load commands in use. */
export const Command = { segment: 1, symtab: 2, segment64: 0x19, uuid: 0x1b } as const
const PIE = 0x20_0000
/** Attributes of a section: nothing but, and some, instructions. */
const PURE_INSTRUCTIONS = 0x8000_0000
const SOME_INSTRUCTIONS = 0x400

/** Parts of a symbol's type. */
const SymbolBits = { stab: 0xe0, type: 0x0e, external: 0x01 } as const
const InSection = 0x0e

/** Returns the size of the Mach-O header, in bytes. */
export const headerSize = ({ wordSize }: ByteLayout): number => (wordSize === 8 ? 32 : 28)
/** Returns the size of a Mach-O symbol, in bytes. */
export const symbolSize = ({ wordSize }: ByteLayout): number => (wordSize === 8 ? 16 : 12)

/**
 * A Mach-O program (macOS) → its symbols.
 *
 * Reads the header, the load commands, the symbol table and its strings, by ranges. A file for several processors is
 * not one of these; `lipo -thin` takes one of them out.
 *
 * Errors:  ProblemError `executable/…` for a file that is cut short, damaged, stripped or without code.
 * Source:  Apple's published headers; see docs/formats/macho.md.
 */

const { readPiece, checkInFile } = pieceReader('executable/truncated')

/**
 * Reads a Mach-O executable: its symbols and where its code is.
 *
 * @param symbolsOptional whether a file without symbols gives an empty table instead of a problem
 * @throws ProblemError `executable/bad-header`, `elf/not-executable` for a core dump or an object file,
 *   `executable/no-symbols`, `executable/no-text`, `executable/truncated`, `elf/address-too-large`, `bytes/…`
 */
export async function readMach(source: ByteSource, symbolsOptional = false): Promise<RawExecutable> {
  const file = source.name
  const header = await readHeader(source)
  if (header.type === FileType.core) raise({ code: 'elf/not-executable', file, kind: 'core' })
  if (header.type === FileType.object) raise({ code: 'elf/not-executable', file, kind: 'relocatable' })
  const { layout, cpu } = header
  const pieceOfCommands = await readPiece(source, headerSize(layout), header.commandsSize, 'load commands')
  const commands = decodeCommands(pieceOfCommands, header)
  const { sections } = commands
  const stripped = commands.symbols === null || commands.symbols.count === 0
  if (stripped && !symbolsOptional) raise({ code: 'executable/no-symbols', file, stripped })
  const text = sections.find(({ segment, name }) => segment === '__TEXT' && name === '__text')
  if (text === undefined) return raise({ code: 'executable/no-text', file, section: '__text' })
  const textLast = text.address + text.size - 1
  if (textLast > Number.MAX_SAFE_INTEGER)
    raise({ code: 'elf/address-too-large', file, address: `0x${textLast.toString(16)}` })
  const symbols = await readSymbols(source, header, commands)
  if (symbols.length === 0 && !symbolsOptional) raise({ code: 'executable/no-symbols', file, stripped })
  return {
    file,
    format: 'mach-o',
    description: describeMach(layout, cpu),
    wordSize: layout.wordSize,
    bigEndian: layout.bigEndian,
    machine: elfMachine(cpu),
    positionIndependent: header.positionIndependent,
    textStart: text.address as LinkAddress,
    textLast: textLast as LinkAddress,
    textOffset: text.offset === 0 ? null : text.offset,
    symbols: { ...symbols, prefix: '_' },
    debugSections: debugSections(source, commands),
    buildId: commands.uuid,
  }
}

async function readHeader(source: ByteSource): Promise<MachHeader> {
  const magic = await readPiece(source, 0, 4, 'file header')
  const layout = machLayout(magic.bytes)
  if (layout === null) {
    const found = new DataView(magic.bytes.buffer, magic.bytes.byteOffset).getUint32(0)
    return badHeader(source.name, 0, 'magic number', found)
  }
  return decodeMachHeader(await readPiece(source, 0, headerSize(layout), 'file header'), layout)
}

async function readSymbols(
  source: ByteSource,
  { layout }: MachHeader,
  { symbols, sections }: MachCommands,
): Promise<RawSymbols> {
  if (symbols === null) return new SymbolRows().done()
  const { offset, count, namesOffset, namesSize } = symbols
  const stride = symbolSize(layout)
  checkInFile(source, offset, count * stride, 'symbol table')
  const names = await readPiece(source, namesOffset, namesSize, 'symbol names')
  const rows = new SymbolRows(names.bytes)
  for (let row = 0; row < count; row += ROWS_AT_ONCE) {
    const size = Math.min(ROWS_AT_ONCE, count - row) * stride
    const piece = await readPiece(source, offset + row * stride, size, 'symbol table')
    decodeMachSymbols(piece, layout, sections, namesSize, rows)
  }
  return rows.done()
}

/** DWARF's sections have the names other systems give them, but for the beginning: "__debug_line". */
function debugSections(source: ByteSource, { sections }: MachCommands): readonly RawSection[] {
  const found: RawSection[] = []
  for (const { segment, name, offset, size } of sections) {
    if (segment !== '__DWARF' || offset === 0 || offset + size > source.size) continue
    found.push({ name: name.replace(/^__/, '.'), offset, size, compressed: false })
  }
  return found
}

// Bytes of a Mach-O file's parts → structs and columns. No waiting; which bytes to bring is macho.ts's business.

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
function decodeCommands(piece: Piece, { layout, commandCount }: MachHeader): MachCommands {
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
function decodeMachSymbols(
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

// Mach-O's codes for processors as ELF's, by which the rest of the program knows them, and what such a file is in words.

const ELF_MACHINES: Readonly<Record<number, number>> = {
  0x0000_0007: 3,
  0x0100_0007: 62,
  0x0000_000c: 40,
  0x0100_000c: 183,
  0x0000_0012: 20,
  0x0100_0012: 21,
}

/** Returns the ELF e_machine of a Mach-O processor type; 0 for an unknown one. */
export const elfMachine = (cpu: number): number => ELF_MACHINES[cpu] ?? 0

/**
 * Describes a Mach-O file for people: "Mach-O 64-bit x86-64".
 *
 * @param cpu Mach-O processor type
 */
export function describeMach({ wordSize }: ByteLayout, cpu: number): string {
  return `Mach-O ${8 * wordSize}-bit ${machineName(elfMachine(cpu)) ?? `processor 0x${cpu.toString(16)}`}`
}
