// Makes debugging information from a readable description: any version from 2 to 5, byte order, offset and address size.
// Answers an executable that has nothing else, and its bytes. Nothing is checked on the way.
import type { LinkAddress } from '../core/base/units.ts'
import type { RawExecutable, RawSection, RawSymbols } from '../core/formats/format.ts'
import { byteWriter, bytesOfBinary, type ByteWriter } from './byte-writer.ts'

export interface DwarfSpec {
  /** 5 unless given. */
  readonly version?: 2 | 3 | 4 | 5
  readonly offsetSize?: 4 | 8
  readonly addressSize?: 4 | 8
  readonly bigEndian?: boolean
  /** Lists of ranges that are one array are written once. */
  readonly units: readonly DwarfUnit[]
  /** Whether `.debug_aranges` tell of every unit; false unless given. */
  readonly aranges?: boolean
  readonly symbols?: readonly { readonly name: string; readonly address: number }[]
}

export interface DwarfUnit {
  /** DW_AT_comp_dir; "/src" unless given, null for none. */
  readonly folder?: string | null
  /** DW_AT_language: 0x21, C++14, unless given; 0x0c is C99. */
  readonly language?: number
  /** Entries from 1 on; in DWARF 5 entry 0 is `folder`. */
  readonly directories?: readonly string[]
  /** Entries from 1 on, path and directory. */
  readonly files: readonly (readonly [path: string, directory: number])[]
  /** DWARF 5's entry 0; the first of `files` unless given. */
  readonly mainFile?: readonly [path: string, directory: number]
  /** [address, file, line]; the last row of each only ends it. A file of null leaves the register as it starts. */
  readonly sequences: readonly (readonly (readonly [number, number | null, number])[])[]
  /** What the unit says of where its code is: [begin, end] pairs; null for nothing. */
  readonly ranges: readonly (readonly [number, number])[] | null
  readonly functions?: readonly DwarfFunction[]
}

export interface DwarfFunction {
  readonly name?: string
  readonly linkageName?: string
  /** Position in the unit's list of a function without ranges that has the name. */
  readonly origin?: number
  readonly ranges: readonly (readonly [number, number])[]
}

export interface BuiltDwarf {
  readonly executable: RawExecutable
  readonly file: Uint8Array<ArrayBuffer>
  /** Position of each section in the file, by name. */
  readonly sections: ReadonlyMap<string, RawSection>
}

interface Shape {
  readonly version: number
  readonly offsetSize: 4 | 8
  readonly addressSize: 4 | 8
  readonly bigEndian: boolean
  /** Where lists of ranges have been written. */
  readonly known: Map<object, number>
}

export function buildDwarf(spec: DwarfSpec): BuiltDwarf {
  const shape: Shape = {
    version: spec.version ?? 5,
    offsetSize: spec.offsetSize ?? 4,
    addressSize: spec.addressSize ?? 8,
    bigEndian: spec.bigEndian ?? false,
    known: new Map(),
  }
  const write = (): ByteWriter => byteWriter({ wordSize: shape.addressSize, bigEndian: shape.bigEndian })
  const [info, lines, ranges, aranges] = [write(), write(), write(), write()]
  const strings = new Strings()
  if (shape.version >= 5) writeListsHeader(ranges, shape)
  for (const unit of spec.units) {
    const at = info.length()
    const linesAt = lines.length()
    writeLines(lines, unit, shape, write)
    writeUnit(info, unit, shape, linesAt, ranges, strings, write)
    if (spec.aranges === true) writeArangesOf(aranges, unit, shape, at, write)
  }
  return layOut(shape, spec.symbols ?? [], [
    ['.debug_info', info.done()],
    ['.debug_abbrev', abbreviations(shape, write)],
    ['.debug_line', lines.done()],
    ['.debug_str', strings.done()],
    [shape.version >= 5 ? '.debug_rnglists' : '.debug_ranges', ranges.done()],
    ...(spec.aranges === true ? [['.debug_aranges', aranges.done()] as const] : []),
  ])
}

/** `.debug_str` while it grows. */
class Strings {
  #text = ''
  add(text: string): number {
    const at = this.#text.length
    this.#text += `${text}\0`
    return at
  }
  done(): Uint8Array<ArrayBuffer> {
    return bytesOfBinary(this.#text)
  }
}

function layOut(
  { addressSize, bigEndian }: Shape,
  symbols: readonly { readonly name: string; readonly address: number }[],
  sections: readonly (readonly [string, Uint8Array<ArrayBuffer>])[],
): BuiltDwarf {
  const placed = new Map<string, RawSection>()
  // Not at the file's start, so that a forgotten offset is seen.
  let at = 64
  for (const [name, { length }] of sections) {
    placed.set(name, { name, offset: at, size: length, compressed: false })
    at += length
  }
  const file = new Uint8Array(at)
  for (const [name, bytes] of sections) file.set(bytes, placed.get(name)?.offset ?? 0)
  const executable: RawExecutable = {
    file: 'prog',
    description: '',
    wordSize: addressSize,
    bigEndian,
    machine: 62,
    positionIndependent: false,
    textStart: 0x1000 as LinkAddress,
    textLast: 0x1fff as LinkAddress,
    textOffset: null,
    symbols: symbolTable(symbols),
    debugSections: [...placed.values()],
    buildId: '',
  }
  return { executable, file, sections: placed }
}

function symbolTable(symbols: readonly { readonly name: string; readonly address: number }[]): RawSymbols {
  const starts: number[] = []
  let names = '\0'
  for (const { name } of symbols) {
    starts.push(names.length)
    names += `${name}\0`
  }
  const { length } = symbols
  return {
    length,
    address: Float64Array.from(symbols, ({ address }) => address),
    nameOffset: Uint32Array.from(starts),
    binding: new Uint8Array(length).fill(1),
    type: new Uint8Array(length).fill(2),
    place: new Uint8Array(length).fill(1),
    names: bytesOfBinary(names),
  }
}

function uleb(out: ByteWriter, value: number): void {
  let left = value
  do {
    const byte = left % 128
    left = Math.floor(left / 128)
    out.u8(left > 0 ? byte + 128 : byte)
  } while (left > 0)
}

/** Small negative numbers too. */
function sleb(out: ByteWriter, value: number): void {
  let left = value
  for (;;) {
    const byte = left & 0x7f
    left >>= 7
    const isLast = (left === 0 && byte < 64) || (left === -1 && byte >= 64)
    out.u8(isLast ? byte : byte + 128)
    if (isLast) return
  }
}

function offset(out: ByteWriter, { offsetSize }: Shape, value: number): void {
  if (offsetSize === 8) out.u64(value)
  else out.u32(value)
}

function withLength(out: ByteWriter, shape: Shape, body: Uint8Array): void {
  if (shape.offsetSize === 8) out.u32(0xffffffff)
  offset(out, shape, body.length)
  out.bytes(body)
}

const string = (out: ByteWriter, text: string): void => {
  out.text(text)
  out.u8(0)
}

function writeLines(out: ByteWriter, unit: DwarfUnit, shape: Shape, write: () => ByteWriter): void {
  const tables = write()
  tables.u8(1)
  if (shape.version >= 4) tables.u8(1)
  tables.u8(1)
  tables.u8(0xfb)
  tables.u8(14)
  tables.u8(13)
  for (const operands of [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1]) tables.u8(operands)
  const folders = unit.directories ?? []
  if (shape.version >= 5) {
    const all = [unit.folder ?? '/src', ...folders]
    tables.u8(1)
    tables.bytes(Uint8Array.of(1, 0x08))
    uleb(tables, all.length)
    for (const folder of all) string(tables, folder)
    tables.u8(2)
    tables.bytes(Uint8Array.of(1, 0x08, 2, 0x0b))
    const files = [unit.mainFile ?? unit.files[0], ...unit.files]
    uleb(tables, files.length)
    for (const [path, directory] of files) {
      string(tables, path)
      tables.u8(directory)
    }
  } else {
    for (const folder of folders) string(tables, folder)
    tables.u8(0)
    for (const [path, directory] of unit.files) {
      string(tables, path)
      uleb(tables, directory)
      tables.bytes(Uint8Array.of(0, 0))
    }
    tables.u8(0)
  }

  const body = write()
  body.u16(shape.version)
  if (shape.version >= 5) {
    body.u8(shape.addressSize)
    body.u8(0)
  }
  offset(body, shape, tables.length())
  body.bytes(tables.done())
  for (const sequence of unit.sequences) writeSequence(body, sequence, shape)
  withLength(out, shape, body.done())
}

function writeSequence(out: ByteWriter, rows: DwarfUnit['sequences'][number], { addressSize }: Shape): void {
  let current = 1
  rows.forEach(([address, file, line], nth) => {
    out.bytes(Uint8Array.of(0, 1 + addressSize, 2))
    out.word(address)
    if (nth === rows.length - 1) {
      out.bytes(Uint8Array.of(0, 1, 1))
      return
    }
    if (file !== null) {
      out.u8(4)
      uleb(out, file)
    }
    out.u8(3)
    sleb(out, line - current)
    current = line
    out.u8(1)
  })
}

const [UNIT, FUNCTION, LISTED, NAME_ONLY] = [1, 2, 3, 4]

function abbreviations({ version }: Shape, write: () => ByteWriter): Uint8Array<ArrayBuffer> {
  const out = write()
  const entry = (code: number, tag: number, pairs: readonly (readonly [number, number])[]): void => {
    uleb(out, code)
    uleb(out, tag)
    out.u8(code === UNIT ? 1 : 0)
    for (const [attribute, form] of pairs) {
      uleb(out, attribute)
      uleb(out, form)
    }
    out.bytes(Uint8Array.of(0, 0))
  }
  const toSection = version >= 4 ? 0x17 : 0x06
  entry(UNIT, 0x11, [
    [0x13, 0x05],
    [0x1b, 0x08],
    [0x10, toSection],
    [0x55, toSection],
  ])
  // Name, linkage name, origin; then low and high, or ranges, or neither.
  const names = [
    [0x03, 0x08],
    [version >= 4 ? 0x6e : 0x2007, 0x0e],
    [0x31, 0x13],
  ] as const
  const high = version >= 4 ? 0x07 : 0x01
  entry(FUNCTION, 0x2e, [...names, [0x11, 0x01], [0x12, high]])
  entry(LISTED, 0x1d, [...names, [0x55, toSection]])
  entry(NAME_ONLY, 0x2e, names)
  // A unit without ranges, and one without a folder.
  entry(UNIT + 8, 0x11, [
    [0x13, 0x05],
    [0x1b, 0x08],
    [0x10, toSection],
  ])
  entry(UNIT + 16, 0x11, [
    [0x13, 0x05],
    [0x10, toSection],
    [0x55, toSection],
  ])
  out.u8(0)
  return out.done()
}

/** An offset in the sections that have 4 bytes before version 4 (data4) and the offset's size since. */
function sectionOffset(out: ByteWriter, shape: Shape, value: number): void {
  if (shape.version >= 4) offset(out, shape, value)
  else out.u32(value)
}

function writeUnit(
  out: ByteWriter,
  unit: DwarfUnit,
  shape: Shape,
  linesAt: number,
  ranges: ByteWriter,
  strings: Strings,
  write: () => ByteWriter,
): void {
  const body = write()
  const lengthSize = shape.offsetSize === 8 ? 12 : 4
  body.u16(shape.version)
  if (shape.version >= 5) {
    body.u8(1)
    body.u8(shape.addressSize)
    offset(body, shape, 0)
  } else {
    offset(body, shape, 0)
    body.u8(shape.addressSize)
  }
  uleb(body, unit.ranges === null ? UNIT + 8 : unit.folder === null ? UNIT + 16 : UNIT)
  body.u16(unit.language ?? 0x21)
  if (unit.folder !== null || unit.ranges === null) string(body, unit.folder ?? '/src')
  sectionOffset(body, shape, linesAt)
  if (unit.ranges !== null) sectionOffset(body, shape, writeRanges(ranges, unit.ranges, shape))

  const places: number[] = []
  for (const { name, linkageName, origin, ranges: extent } of unit.functions ?? []) {
    places.push(lengthSize + body.length())
    const isListed = extent.length > 1
    uleb(body, extent.length === 0 ? NAME_ONLY : isListed ? LISTED : FUNCTION)
    string(body, name ?? '')
    offset(body, shape, strings.add(linkageName ?? ''))
    body.u32(origin === undefined ? 0 : (places[origin] ?? 0))
    if (isListed) sectionOffset(body, shape, writeRanges(ranges, extent, shape))
    else if (extent.length === 1) {
      const [[begin, end]] = extent
      body.word(begin)
      if (shape.version >= 4) body.u64(end - begin)
      else body.word(end)
    }
  }
  body.u8(0)
  withLength(out, shape, body.done())
}

function writeListsHeader(out: ByteWriter, shape: Shape): void {
  // Its length is not looked at.
  if (shape.offsetSize === 8) out.u32(0xffffffff)
  offset(out, shape, 0)
  out.u16(5)
  out.u8(shape.addressSize)
  out.u8(0)
  out.u32(0)
}

function writeRanges(
  out: ByteWriter,
  ranges: readonly (readonly [number, number])[],
  { version, known }: Shape,
): number {
  const written = known.get(ranges)
  if (written !== undefined) return written
  const at = out.length()
  known.set(ranges, at)
  for (const [begin, end] of ranges) {
    if (version >= 5) out.u8(6)
    out.word(begin)
    out.word(end)
  }
  if (version >= 5) out.u8(0)
  else {
    out.word(0)
    out.word(0)
  }
  return at
}

function writeArangesOf(
  out: ByteWriter,
  unit: DwarfUnit,
  shape: Shape,
  at: number,
  write: () => ByteWriter,
): void {
  const body = write()
  body.u16(2)
  offset(body, shape, at)
  body.u8(shape.addressSize)
  body.u8(0)
  const lengthSize = shape.offsetSize === 8 ? 12 : 4
  while ((lengthSize + body.length()) % (2 * shape.addressSize) !== 0) body.u8(0)
  for (const [begin, end] of [...(unit.ranges ?? []), [0, 0]]) {
    body.word(begin)
    body.word(end - begin)
  }
  withLength(out, shape, body.done())
}
