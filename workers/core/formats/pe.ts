// Reads Windows programs (PE images, .exe, .dll): the COFF symbol table, as MinGW’s or Cygwin’s linkers
// write it.
//
// Reads the headers, the section headers, the symbol table and its strings, by ranges. Names in Microsoft's own PDB files
// are another matter: such a program has no symbols.
//
// Errors:  ProblemError `executable/…` for a file that is cut short, damaged, stripped or without code.
// Source:  Microsoft, "PE Format"; see docs/formats/pe.md.
import type { LinkAddress } from '../base/units.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { ProblemError, raise } from '../problems/problem-error.ts'
import type { RawExecutable, RawSection } from './format.ts'
import { type RawSymbols, ROWS_AT_ONCE } from './raw-symbols.ts'
import { machineName } from './machines.ts'
import { pieceReader } from './piece-reader.ts'
import { SymbolRows } from './symbol-rows.ts'
import {
  SECTION_HEADER_SIZE,
  type PeHeader,
  DOS_HEADER_SIZE,
  SIGNATURE_OFFSET_AT,
  SIGNATURE_SIZE,
  COFF_HEADER_SIZE,
  OPTIONAL_HEADER_NEEDED,
  SYMBOL_SIZE,
  type PeSections,
} from './pe-layout.ts'
import { decodePeSections, sectionName, decodePeHeader, decodePeSymbols } from './pe-decode.ts'

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
