// Reads Mach-O programs (macOS, iOS): the symbol table, 32 or 64 bits, in either byte order.
//
// Reads the header, the load commands, the symbol table and its strings, by ranges. A file for several processors is
// not one of these; `lipo -thin` takes one of them out.
//
// Errors:  ProblemError `executable/…` for a file that is cut short, damaged, stripped or without code.
// Source:  Apple's published headers; see docs/formats/macho.md.
import type { ByteLayout } from '../bytes/byte-cursor.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import type { LinkAddress } from '../base/units.ts'
import { raise } from '../problems/problem-error.ts'
import type { RawExecutable, RawSection } from './format.ts'
import { type RawSymbols, ROWS_AT_ONCE } from './raw-symbols.ts'
import { machineName } from './machines.ts'
import { pieceReader } from './piece-reader.ts'
import { SymbolRows } from './symbol-rows.ts'
import { FileType, headerSize, type MachHeader, type MachCommands, symbolSize } from './macho-layout.ts'
import { decodeCommands, machLayout, badHeader, decodeMachHeader, decodeMachSymbols } from './macho-decode.ts'

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
