// The debug sections of one executable, read by ranges and inflated when first asked for; their numbers,
// strings, and values of attributes by form, within a budget of work and memory.
import { ProblemError } from '../../problems/problem-error.ts'
import {
  type ByteSource,
  chunkedSource,
  LARGEST_TABLE,
  rangeSource,
  requireTable,
  uint64,
} from '../../bytes/byte-source.ts'
import { Form } from './constants.ts'
import { type OnFraction, Yielder } from '../../base/yielder.ts'
import { inflate } from '../../bytes/compression.ts'
import type { RawExecutable, RawSection } from '../format.ts'
import { binaryString } from '../../base/string-table.ts'

// Decodes DWARF's numbers one after another from a piece of a section, never beyond its end, and within the
// budget of work and memory that the file's size allows.

/**
 * What reading the debugging information of one file may cost. A few kB, packed, may make hundreds of MB that say one thing over
 * and over; what programs have grows with their files.
 *
 * Measured: a program with 100 MB of it (cppcheck) takes 30 million steps for the lines of all that was sampled, a fifth of what it
 * is given, and a thirtieth of the room; packed to 40 MB a quarter and a sixth.
 */

/** A section of a file. */
export interface SectionPlace {
  readonly file: string
  readonly section: string
}

/** Steps of one question, whatever the file: a few seconds. One is worth about twenty nanoseconds. */
const STEPS = 48e6
const STEPS_PER_BYTE = 1
const STEPS_PER_UNPACKED_BYTE = 0.5
/** Bytes that tables of one kind may take. */
const ROOM = 48 * 1024 * 1024
const ROOM_PER_BYTE = 2
/** Bytes that sections may be unpacked to, all together. Programs pack to a third, the most repetitive parts to a tenth. */
const UNPACKED = 64 * 1024 * 1024
const UNPACKED_PER_BYTE = 16
/** What is left of the steps for the rest of a question that took too many, and for each one after it. */
const AFTERWARDS = 1 / 32

/** Limits the work of one query by the size of the data. */
export class WorkBudget {
  readonly #room: number
  #most: number
  #left: number
  #wasTooMuch = false
  /** Whether the current query took too many steps. */
  isSpent = false
  #unpacked: number

  /** @param fileSize in bytes */
  constructor(fileSize: number) {
    this.#most = this.#left = STEPS + STEPS_PER_BYTE * fileSize
    this.#room = ROOM + ROOM_PER_BYTE * fileSize
    this.#unpacked = UNPACKED + UNPACKED_PER_BYTE * fileSize
  }

  /**
   * Whether nothing is left for the current query, not even the small rest that remains after the first
   * excess.
   */
  get isOver(): boolean {
    return this.#left < 0
  }

  /** Begins a new query: its steps are available again, but only a small part of them after an excess. */
  startWork(): void {
    this.isSpent = false
    this.#left = this.#wasTooMuch ? this.#most * AFTERWARDS : this.#most
  }

  /**
   * Takes steps from the budget of the current query.
   *
   * @throws ProblemError `dwarf/unsupported` once they are used up
   */
  spend(steps: number, place: SectionPlace): void {
    this.#left -= steps
    if (this.#left >= 0) return
    // Who comes last is to be answered, too.
    if (!this.#wasTooMuch) this.#left = this.#most * AFTERWARDS
    this.#wasTooMuch = this.isSpent = true
    raiseOverBudget(place, 'more to go through')
  }

  /**
   * Checks the size of a table against the size of the file; takes nothing from the budget.
   *
   * @param bytes of each entry
   * @param things what the entries are, for the message: "rows"
   * @throws ProblemError `dwarf/unsupported` if the table is too large
   */
  bound(count: number, bytes: number, things: string, place: SectionPlace): void {
    if (count * bytes > this.#room) raiseOverBudget(place, `more ${things}`)
  }

  /**
   * Counts the decompressed bytes of a section, and grants the steps to read them.
   *
   * @throws ProblemError `dwarf/unsupported` if sections become too large in all
   */
  unpack(size: number, place: SectionPlace): void {
    if (size > this.#unpacked) raiseOverBudget(place, `${Math.ceil(size / 1e6)} MB decompressed, more`)
    this.#unpacked -= size
    const steps = STEPS_PER_UNPACKED_BYTE * size
    this.#most += steps
    this.#left += steps
  }
}

/**
 * Throws the problem that a section holds more than any program of this size.
 *
 * @param what ends with "more": "more rows"
 * @throws ProblemError `dwarf/unsupported`
 */
export function raiseOverBudget({ file, section }: SectionPlace, what: string): never {
  throw new ProblemError({
    code: 'dwarf/unsupported',
    file,
    section,
    what: `${what} than any program of this size`,
  })
}

// Decodes DWARF's numbers one after another from a piece of a section, never beyond its end.

/** A piece of a section in hand, decompressed. */
export interface SectionPiece extends SectionPlace {
  /** Where in the section the piece begins. */
  readonly offset: number
  readonly bytes: Uint8Array
  readonly bigEndian: boolean
  readonly allowance: WorkBudget
}

/**
 * Reads DWARF's numbers and strings from a section.
 *
 * @throws ProblemError `dwarf/damaged` beyond the end
 */
export class DwarfCursor {
  /** Next byte, from the start of the piece. */
  at = 0
  /** Set when the bytes in hand were not enough: a longer piece may be. */
  ranOut = false
  readonly #piece: SectionPiece
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #little: boolean
  readonly #end: number

  constructor(piece: SectionPiece) {
    this.#piece = piece
    this.#bytes = piece.bytes
    this.#view = new DataView(piece.bytes.buffer, piece.bytes.byteOffset, piece.bytes.byteLength)
    this.#little = !piece.bigEndian
    this.#end = piece.bytes.length
  }

  /** Where in the section the next byte is. */
  get position(): number {
    return this.#piece.offset + this.at
  }

  /** Bytes left in the piece. */
  get remaining(): number {
    return this.#end - this.at
  }

  /** Reads an unsigned byte. */
  u8(): number {
    return this.#bytes[this.#claim(1)]
  }

  /** Reads a signed byte. */
  s8(): number {
    return this.#view.getInt8(this.#claim(1))
  }

  /** Reads an unsigned 16-bit number. */
  u16(): number {
    return this.#view.getUint16(this.#claim(2), this.#little)
  }

  /** Reads an unsigned 32-bit number. */
  u32(): number {
    return this.#view.getUint32(this.#claim(4), this.#little)
  }

  /** Reads 64 bits as a double: exact below 2^53, the nearest double from there on. */
  u64(): number {
    return uint64(this.#view, this.#claim(8), this.#little)
  }

  /** Reads an unsigned number of 1, 2, 3, 4 or 8 bytes; another size is `dwarf/damaged`. */
  unsigned(size: number): number {
    switch (size) {
      case 1:
        return this.u8()
      case 2:
        return this.u16()
      case 3: {
        const from = this.#claim(3)
        const [first, middle, last] = this.#bytes.subarray(from, from + 3)
        return this.#little
          ? first + middle * 0x100 + last * 0x10000
          : first * 0x10000 + middle * 0x100 + last
      }
      case 4:
        return this.u32()
      case 8:
        return this.u64()
      default:
        return this.damaged('number size')
    }
  }

  /** Reads an unsigned number of variable length (ULEB128), as a double like `u64`. */
  uleb(): number {
    let byte = this.#bytes[this.#claim(1)]
    if (byte < 0x80) return byte
    let value = byte - 0x80
    let unit = 0x80
    do {
      byte = this.#bytes[this.#claim(1)]
      // Padding may go on for long; beyond 2^70 nothing is added.
      if (unit < 2 ** 70) value += (byte & 0x7f) * unit
      unit *= 0x80
    } while (byte >= 0x80)
    return value
  }

  /**
   * Reads a ULEB128 of 64 bits that wrap: from 2^63 on it returns the negative number that adding it amounts
   * to.
   */
  wrappingUleb(): number {
    const from = this.at
    const value = this.uleb()
    if (value <= Number.MAX_SAFE_INTEGER) return value
    // Nine bytes have 63 bits, and the tenth the sign.
    let above = 0
    let below = 0
    let unit = 1
    for (let at = from; at < Math.min(this.at, from + 9); at++, unit *= 0x80) {
      above += (this.#bytes[at] & 0x7f) * unit
      below += (~this.#bytes[at] & 0x7f) * unit
    }
    const isNegative = this.at > from + 9 && this.#bytes[from + 9] % 2 === 1
    return isNegative ? -1 - below : above
  }

  /** Reads a signed number of variable length (SLEB128). Exact within 53 bits, whatever its padding. */
  sleb(): number {
    let value = 0
    /** How far below −1 it lies, if its last bit says that it is negative. */
    let below = 0
    let unit = 1
    for (;;) {
      const byte = this.#bytes[this.#claim(1)]
      if (unit < 2 ** 70) {
        value += (byte & 0x7f) * unit
        below += (~byte & 0x7f) * unit
      }
      unit *= 0x80
      if (byte < 0x80) return byte < 0x40 ? value : -1 - below
    }
  }

  /** Reads a unit's length in bytes, and the size of offsets that its form implies. */
  initialLength(): { readonly length: number; readonly offsetSize: 4 | 8 } {
    const length = this.u32()
    if (length < 0xfffffff0) return { length, offsetSize: 4 }
    if (length !== 0xffffffff) return this.damaged('length')
    return { length: this.u64(), offsetSize: 8 }
  }

  /** Skips a NUL-terminated string and returns where in the piece it began. */
  passString(): number {
    const from = this.at
    const end = this.#bytes.indexOf(0, from)
    if (end < 0) {
      this.ranOut = true
      return this.damaged('string')
    }
    this.at = end + 1
    return from
  }

  /** Skips bytes. */
  skip(length: number): void {
    this.#claim(length)
  }

  /**
   * Skips items that each begin with their number, a `uleb`, and take the bytes that `sizes` has for that
   * number. Stops before the first whose size is missing or negative, or that is cut off; does not throw.
   */
  skipNumbered(sizes: Int32Array): void {
    const bytes = this.#bytes
    const end = this.#end
    let { at } = this
    for (;;) {
      let next = at + 1
      let number = bytes[at]
      if (number >= 0x80) number += (bytes[next++] << 7) - 0x80
      const size = sizes[number]
      if (!(size >= 0) || next + size > end) break
      at = next + size
    }
    this.at = at
  }

  /**
   * Counts work beyond what the bytes read account for.
   *
   * @throws ProblemError `dwarf/unsupported` if the budget is used up
   */
  spend(steps: number): void {
    this.#piece.allowance.spend(steps, this.#piece)
  }

  /**
   * Checks the size of a table before it is made: `count` entries of `bytes` bytes each.
   *
   * @throws ProblemError `dwarf/unsupported` if it is too large for the file
   */
  bound(count: number, bytes: number, things: string): void {
    this.#piece.allowance.bound(count, bytes, things, this.#piece)
  }

  /** Throws the problem `dwarf/unsupported`: more of these things than any program of this size. */
  tooMany(things: string): never {
    return raiseOverBudget(this.#piece, `more ${things}`)
  }

  /**
   * Throws the problem `dwarf/damaged` at the cursor's position.
   *
   * @param what names the damaged field, for the message
   */
  damaged(what: string): never {
    const { file, section } = this.#piece
    throw new ProblemError({ code: 'dwarf/damaged', file, section, offset: this.position, what })
  }

  #claim(length: number): number {
    const from = this.at
    if (length > this.#end - from) {
      this.ranOut = true
      this.damaged('end of data')
    }
    this.at = from + length
    return from
  }
}

// Entries of `.debug_info`: their shapes from `.debug_abbrev`, and the values of their attributes by form.

/** An entry's tag and the forms of its attributes. */
export interface Abbreviation {
  readonly tag: number
  readonly attributes: readonly number[]
  readonly forms: readonly number[]
  /** Value of each attribute whose form keeps it here (DW_FORM_implicit_const); 0 for others. */
  readonly implicit: readonly number[]
}

/** The standard has some 150 attributes, compilers a few dozen of their own; an entry has each once, and mostly ten at most. */
const MOST_ATTRIBUTES = 1024

/** Bytes that an attribute takes; an abbreviation is as large as ten. A unit has hundreds of these, a whole program in one unit thousands. */
const BYTES_OF_ATTRIBUTE = 24

/** Abbreviations of a unit, by code. */
export type AbbreviationTable = ReadonlyMap<number, Abbreviation>

/**
 * Decodes the table of abbreviations that begins at the cursor. Of several with one code the first counts.
 *
 * @param wanted decodes only as far as this code; null for the whole table
 * @throws ProblemError `dwarf/damaged` for missing bytes, `dwarf/unsupported` for too many attributes or
 *   abbreviations
 */
export function decodeAbbreviations(cursor: DwarfCursor, wanted: number | null): AbbreviationTable {
  const table = new Map<number, Abbreviation>()
  /** In attributes. */
  let size = 0
  for (;;) {
    const code = cursor.uleb()
    if (code === 0) return table
    const tag = cursor.uleb()
    cursor.skip(1)
    const attributes: number[] = []
    const forms: number[] = []
    const implicit: number[] = []
    for (;;) {
      const attribute = cursor.uleb()
      const form = cursor.uleb()
      const value = form === Form.implicitConst ? cursor.sleb() : 0
      if (attribute === 0 && form === 0) break
      if (attributes.length === MOST_ATTRIBUTES) cursor.tooMany('attributes in one abbreviation')
      attributes.push(attribute)
      forms.push(form)
      implicit.push(value)
    }
    const weight = 10 + attributes.length
    cursor.spend(weight)
    cursor.bound((size += weight), BYTES_OF_ATTRIBUTE, 'abbreviations')
    // The first of several with one code counts.
    if (!table.has(code)) table.set(code, { tag, attributes, forms, implicit })
    if (code === wanted) return table
  }
}

/** Estimates the memory that a table takes, in bytes. */
export function sizeOfAbbreviations(table: AbbreviationTable): number {
  let size = 0
  for (const { attributes } of table.values()) size += 10 + attributes.length
  return size * BYTES_OF_ATTRIBUTE
}

// One attribute's value as a number, by its form; and so also the way to pass over it.

/** How numbers are written in one unit, and where it begins in its section. */
export interface UnitShape {
  readonly version: number
  /** Bytes of an offset into a section; 4 in DWARF32. */
  readonly offsetSize: 4 | 8
  /** Bytes of an address. */
  readonly addressSize: number
  /** Offset in its section. */
  readonly start: number
}

/** A value and the form that says what it means. Form 0: not there. */
export interface FormValue {
  readonly form: number
  readonly value: number
}

/** An attribute without a value. */
export const NO_VALUE: FormValue = { form: 0, value: 0 }

/**
 * Returns the actual form of a value. For DW_FORM_indirect it is read at the cursor, which is then at the
 * value; any other form is returned unchanged.
 */
export function decodeIndirect(cursor: DwarfCursor, form: number): number {
  let actual = form
  while (actual === Form.indirect) actual = cursor.uleb()
  return actual
}

/**
 * Returns the number that an attribute holds and moves the cursor behind it: a constant or an address; an
 * offset into the section that the form names; an index for the forms ending in `x`; a position in the
 * section for references within the unit, inline strings and blocks; 1 for DW_FORM_flag_present.
 *
 * @param implicit value of the form DW_FORM_implicit_const, from the abbreviation
 * @throws ProblemError `dwarf/damaged` for an unknown form or missing bytes
 */
export function decodeForm(cursor: DwarfCursor, form: number, implicit: number, unit: UnitShape): number {
  switch (form) {
    case Form.addr:
      return cursor.unsigned(unit.addressSize)
    case Form.data1:
    case Form.flag:
    case Form.strx1:
    case Form.addrx1:
      return cursor.u8()
    case Form.data2:
    case Form.strx2:
    case Form.addrx2:
      return cursor.u16()
    case Form.strx3:
    case Form.addrx3:
      return cursor.unsigned(3)
    case Form.data4:
    case Form.strx4:
    case Form.addrx4:
    case Form.refSup4:
      return cursor.u32()
    case Form.data8:
    case Form.refSig8:
    case Form.refSup8:
      return cursor.u64()
    case Form.data16:
      return passBlock(cursor, 16)
    case Form.ref1:
      return unit.start + cursor.u8()
    case Form.ref2:
      return unit.start + cursor.u16()
    case Form.ref4:
      return unit.start + cursor.u32()
    case Form.ref8:
      return unit.start + cursor.u64()
    case Form.refUdata:
      return unit.start + cursor.uleb()
    case Form.udata:
    case Form.strx:
    case Form.addrx:
    case Form.loclistx:
    case Form.rnglistx:
    case Form.gnuAddrIndex:
    case Form.gnuStrIndex:
      return cursor.uleb()
    case Form.sdata:
      return cursor.sleb()
    case Form.strp:
    case Form.lineStrp:
    case Form.secOffset:
    case Form.strpSup:
    case Form.gnuRefAlt:
    case Form.gnuStrpAlt:
      return cursor.unsigned(unit.offsetSize)
    case Form.refAddr:
      // In DWARF 2 an address's size, an offset's since.
      return cursor.unsigned(unit.version === 2 ? unit.addressSize : unit.offsetSize)
    case Form.string: {
      const { position } = cursor
      cursor.passString()
      return position
    }
    case Form.block1:
      return passBlock(cursor, cursor.u8())
    case Form.block2:
      return passBlock(cursor, cursor.u16())
    case Form.block4:
      return passBlock(cursor, cursor.u32())
    case Form.block:
    case Form.exprloc:
      return passBlock(cursor, cursor.uleb())
    case Form.flagPresent:
      return 1
    case Form.implicitConst:
      return implicit
    case Form.indirect:
      return decodeForm(cursor, decodeIndirect(cursor, form), implicit, unit)
    default:
      return cursor.damaged(`form ${form}`)
  }
}

/**
 * How to skip unused values: for each stretch its size in bytes, or −1 − form for a value whose
 * size is in the data.
 */
export type SkipPlan = readonly number[]

/**
 * Returns how to skip values of these forms: their sizes, added up as far as they are fixed. Many entries
 * have the same shape, so it is computed once for each. The plan holds for this unit's sizes of addresses and
 * offsets.
 */
export function planSkip(forms: readonly number[], unit: UnitShape): SkipPlan {
  const passage: number[] = []
  for (const form of forms) {
    const size = sizeOfForm(form, unit)
    const last = passage.length - 1
    if (size === null) passage.push(-1 - form)
    else if (passage[last] >= 0) passage[last] += size
    else passage.push(size)
  }
  return passage
}

/**
 * Skips values. Returns false if bytes are missing; the cursor has then moved, and `decodeForm` reports at
 * which value.
 *
 * @param passage from `planSkip`
 * @throws ProblemError `dwarf/damaged` where a value whose size is in the data is cut off
 */
export function skipValues(cursor: DwarfCursor, passage: SkipPlan, unit: UnitShape): boolean {
  for (let nth = 0; nth < passage.length; nth++) {
    const step = passage[nth]
    if (step < 0) decodeForm(cursor, -1 - step, 0, unit)
    else if (step <= cursor.remaining) cursor.at += step
    else return false
  }
  return true
}

/** Bytes that any value of this form takes; null if that differs, and for forms that are not known. */
function sizeOfForm(form: number, unit: UnitShape): number | null {
  switch (form) {
    case Form.flagPresent:
    case Form.implicitConst:
      return 0
    case Form.data1:
    case Form.flag:
    case Form.ref1:
      return 1
    case Form.data2:
    case Form.ref2:
      return 2
    case Form.data4:
    case Form.ref4:
      return 4
    case Form.data8:
    case Form.ref8:
    case Form.refSig8:
      return 8
    case Form.addr:
      return unit.addressSize
    case Form.strp:
    case Form.lineStrp:
    case Form.secOffset:
      return unit.offsetSize
    default:
      return null
  }
}

function passBlock(cursor: DwarfCursor, length: number): number {
  const { position } = cursor
  cursor.skip(length)
  return position
}

// The debug sections of one executable, read by ranges and inflated when first asked for, and the strings in
// them.

/** Sections up to this many bytes are held whole for the sake of speed. */
const LARGEST_KEPT = 64 * 1024 * 1024

/** Of the others, bytes of one stretch from which small reads near one another are answered; where they go on beyond it, of the next. */
const NEAR = 4096
const MOST_NEAR = 256 * 1024

/** Steps that waiting for bytes is worth, and bytes that are decoded in one. */
const STEPS_OF_READING = 96
const BYTES_OF_STEP = 16

const ZLIB = 1
const ZSTD = 2

/** A section of debugging information, decompressed. Offsets and lengths are in decompressed bytes. */
export class DebugSection {
  readonly name: string
  readonly #bytes: ByteSource
  readonly #bigEndian: boolean
  readonly #allowance: WorkBudget
  readonly #place: SectionPlace
  #whole: Promise<Uint8Array<ArrayBuffer>> | null = null
  #kept: Uint8Array<ArrayBuffer> | null = null
  /** The stretch that was read last, and where it begins. */
  #near = { from: 0, bytes: new Uint8Array() }
  #cursor: DwarfCursor | null = null

  constructor(name: string, bytes: ByteSource, bigEndian: boolean, allowance: WorkBudget) {
    this.name = name
    this.#bytes = bytes
    this.#bigEndian = bigEndian
    this.#allowance = allowance
    this.#place = { file: bytes.name, section: name }
  }

  /** Size in bytes, decompressed. */
  get size(): number {
    return this.#bytes.size
  }

  /**
   * Reads a range of the section.
   *
   * @throws ProblemError `dwarf/damaged` for a range beyond the end, `dwarf/unsupported` if the budget is
   *   used up, `bytes/table-too-large` for more than 512 MB
   */
  async read(offset: number, length: number): Promise<SectionPiece> {
    if (offset > this.size || length > this.size - offset) this.damaged(offset, 'end of section')
    this.#allowance.spend(STEPS_OF_READING + length / BYTES_OF_STEP, this.#place)
    const whole = this.#kept
    if (whole) return this.#piece(offset, whole.subarray(offset, offset + length))
    requireTable(this.#bytes.name, `section ${this.name}`, length)
    if (length > MOST_NEAR) return this.#piece(offset, await this.#bytes.read(offset, length))
    let near = this.#near
    const behind = near.from + near.bytes.length
    if (offset < near.from || offset + length > behind) {
      const goesOn = offset >= near.from && offset <= behind + near.bytes.length
      const size = goesOn ? Math.min(2 * near.bytes.length, MOST_NEAR) : 0
      const most = Math.min(Math.max(NEAR, size, length), this.size - offset)
      near = this.#near = { from: offset, bytes: await this.#bytes.read(offset, most) }
    }
    const at = offset - near.from
    return this.#piece(offset, near.bytes.subarray(at, at + length))
  }

  /**
   * Reads the whole section and keeps it in memory, unless it is too large for that: for many small reads all
   * over it.
   */
  async keep(): Promise<void> {
    if (this.size <= LARGEST_KEPT) await this.readWhole()
  }

  /**
   * Reads the whole section and keeps it for the next time.
   *
   * @throws ProblemError `bytes/table-too-large`
   */
  async readWhole(): Promise<SectionPiece> {
    requireTable(this.#bytes.name, `section ${this.name}`, this.size)
    this.#whole ??= this.#bytes.read(0, this.size)
    this.#kept = await this.#whole
    return this.#piece(0, this.#kept)
  }

  /**
   * Returns what `decode` returns for a cursor at `offset`, without waiting; null if the section is not kept
   * whole.
   *
   * @throws ProblemError `dwarf/damaged` for an offset beyond the end
   */
  decodeKept<T>(offset: number, decode: (cursor: DwarfCursor) => T): T | null {
    if (this.#kept === null) return null
    if (offset >= this.size) this.damaged(offset, 'offset')
    const cursor = (this.#cursor ??= new DwarfCursor(this.#piece(0, this.#kept)))
    cursor.at = offset
    return decode(cursor)
  }

  /**
   * Decodes data of unknown length at `offset`: calls `decode` with `window` bytes first, then with four
   * times as many, and so on, as long as it runs out of bytes. `decode` may therefore run several times.
   *
   * @throws ProblemError `dwarf/damaged` for an offset or data beyond the end, and what `decode` throws
   */
  async decodeAt<T>(offset: number, window: number, decode: (cursor: DwarfCursor) => T): Promise<T> {
    if (offset >= this.size) this.damaged(offset, 'offset')
    for (let length = window; ; length *= 4) {
      const available = Math.min(length, this.size - offset)
      const cursor = new DwarfCursor(await this.read(offset, available))
      try {
        return decode(cursor)
      } catch (error) {
        if (!cursor.ranOut || available === this.size - offset || length > LARGEST_TABLE) throw error
      }
    }
  }

  /**
   * Checks the size of a table before it is made: `count` entries of `bytes` bytes each.
   *
   * @throws ProblemError `dwarf/unsupported` if it is too large for the file
   */
  bound(count: number, bytes: number, things: string): void {
    this.#allowance.bound(count, bytes, things, this.#place)
  }

  /**
   * Throws the problem `dwarf/damaged` at an offset of the section.
   *
   * @param what names the damaged field, for the message
   */
  damaged(offset: number, what: string): never {
    const { name: file } = this.#bytes
    throw new ProblemError({ code: 'dwarf/damaged', file, section: this.name, offset, what })
  }

  #piece(offset: number, bytes: Uint8Array): SectionPiece {
    // Name by name: copying an object takes longer than what most pieces are read for.
    const { file, section } = this.#place
    return { file, section, offset, bytes, bigEndian: this.#bigEndian, allowance: this.#allowance }
  }
}

/** The debugging sections of a file, decompressed on demand. */
export class DebugSections {
  readonly bigEndian: boolean
  readonly file: string
  readonly allowance: WorkBudget
  readonly #source: ByteSource
  readonly #executable: RawExecutable
  readonly #opened = new Map<string, Promise<DebugSection | null>>()
  /** How much of each that is packed has been unpacked, 0–1. */
  readonly #unpackedPart = new Map<string, number>()
  /** Settled when there is more of one, by `#onMore`. */
  #more: Promise<void> | null = null
  #onMore = (): void => {}

  constructor(source: ByteSource, executable: RawExecutable) {
    this.bigEndian = executable.bigEndian
    this.file = source.name
    this.#source = chunkedSource(source)
    this.allowance = new WorkBudget(source.size)
    this.#executable = executable
  }

  /**
   * Whether the executable has a section, by its uncompressed name (`.debug_line`); it may be empty or
   * damaged.
   */
  has(name: string): boolean {
    return this.#find(name) !== undefined
  }

  /**
   * Whether a section is named `.zdebug_…`, as compressed sections were before ELF had its own compression.
   *
   * @param name uncompressed: `.debug_line`
   */
  isNamedTheOldWay(name: string): boolean {
    return this.#find(name)?.name.startsWith('.zdebug_') === true
  }

  /**
   * Opens a section by its uncompressed name (`.debug_line`), and decompresses it the first time. Null if the
   * executable has none.
   *
   * @throws ProblemError `dwarf/damaged` for a section beyond the end of the file or bad compressed data,
   *   `dwarf/unsupported` for an unknown compression or too large a section
   */
  open(name: string): Promise<DebugSection | null> {
    let opened = this.#opened.get(name)
    if (opened === undefined) {
      opened = this.#open(name)
      this.#opened.set(name, opened)
    }
    return opened
  }

  /**
   * Whether some of these sections are compressed and not yet decompressed. Missing sections count as not
   * compressed.
   */
  arePacked(names: readonly string[]): boolean {
    return names.some((name) => this.#packedSize(name) > 0)
  }

  /**
   * Decompresses sections. A failure is reported to the code that reads the section. Work continues
   * after a cancellation, since other questions need the sections.
   */
  async unpack(names: readonly string[], work: Yielder): Promise<void> {
    const sizes = new Map(names.map((name) => [name, this.#packedSize(name)]))
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    let before = 0
    for (const [name, size] of sizes) {
      if (size === 0) continue
      let isOpen = false
      const settle = (): void => void (isOpen = true)
      const opened = this.open(name).then(settle, settle)
      while (!isOpen) {
        this.#more ??= new Promise((resolve) => (this.#onMore = resolve))
        await Promise.race([opened, this.#more])
        await work.report((before + size * this.#partOf(name)) / total)
      }
      before += size
    }
  }

  #packedSize(name: string): number {
    const raw = this.#find(name)
    if (!raw || !(raw.compressed || raw.name.startsWith('.zdebug_'))) return 0
    return this.#partOf(name) === 1 ? 0 : raw.size
  }

  #partOf(name: string): number {
    return this.#unpackedPart.get(name) ?? 0
  }

  #tellUnpacked(name: string, part: number): void {
    this.#unpackedPart.set(name, part)
    this.#onMore()
    this.#more = null
  }

  /** Keeps these sections in memory for many small reads; skips missing and very large ones. */
  async keep(names: readonly string[]): Promise<void> {
    for (const name of names) await (await this.open(name))?.keep()
  }

  /**
   * Opens a section that something else refers to.
   *
   * @throws ProblemError `dwarf/damaged` if it is missing, and what `open` throws
   */
  async need(name: string): Promise<DebugSection> {
    const section = await this.open(name)
    if (section !== null) return section
    throw new ProblemError({
      code: 'dwarf/damaged',
      file: this.#source.name,
      section: name,
      offset: 0,
      what: 'section',
    })
  }

  #find(name: string): RawSection | undefined {
    const old = name.replace('.debug_', '.zdebug_')
    return this.#executable.debugSections.find((section) => section.name === name || section.name === old)
  }

  async #open(name: string): Promise<DebugSection | null> {
    const raw = this.#find(name)
    if (raw === undefined) return null
    const bytes = await this.#bytesOf(raw, (part) => this.#tellUnpacked(name, part))
    this.#unpackedPart.set(name, 1)
    return new DebugSection(name, bytes, this.bigEndian, this.allowance)
  }

  async #bytesOf(raw: RawSection, onFraction: OnFraction): Promise<ByteSource> {
    const source = rangeSource(this.#source, raw.offset, raw.size)
    if (raw.offset + raw.size > this.#source.size) this.#fail('dwarf/damaged', raw.name, 'end of file')
    if (raw.name.startsWith('.zdebug_')) {
      const header = await source.read(0, Math.min(12, raw.size))
      // Four letters and a size; without them the section is not compressed after all.
      if (header.length < 12 || String.fromCharCode(...header.subarray(0, 4)) !== 'ZLIB') return source
      const view = new DataView(header.buffer)
      const size = view.getUint32(4) * 2 ** 32 + view.getUint32(8)
      return this.#inflated(raw, source, 12, size, onFraction)
    }
    if (!raw.compressed) return source
    const wide = this.#executable.wordSize === 8
    const headerSize = wide ? 24 : 12
    if (raw.size < headerSize) this.#fail('dwarf/damaged', raw.name, 'compression header')
    const header = new DwarfCursor({
      file: source.name,
      section: raw.name,
      offset: 0,
      bytes: await source.read(0, headerSize),
      bigEndian: this.bigEndian,
      allowance: this.allowance,
    })
    const kind = header.u32()
    if (wide) header.skip(4)
    const size = header.unsigned(this.#executable.wordSize)
    if (kind === ZLIB) return this.#inflated(raw, source, headerSize, size, onFraction)
    if (kind === ZSTD) return this.#unpacked(raw, source, headerSize, size, onFraction)
    return this.#fail('dwarf/unsupported', raw.name, `compression ${kind}`)
  }

  async #inflated(
    raw: RawSection,
    source: ByteSource,
    from: number,
    size: number,
    onFraction: OnFraction,
  ): Promise<ByteSource> {
    requireTable(source.name, `decompressed section ${raw.name}`, size)
    this.allowance.unpack(size, { file: source.name, section: raw.name })
    const bytes = await inflate(rangeSource(source, from, raw.size - from), 'deflate', size, onFraction)
    return inflatedSource(source.name, bytes ?? this.#fail('dwarf/damaged', raw.name, 'compressed data'))
  }

  async #unpacked(
    raw: RawSection,
    source: ByteSource,
    from: number,
    size: number,
    onFraction: OnFraction,
  ): Promise<ByteSource> {
    requireTable(source.name, `decompressed section ${raw.name}`, Math.max(size, raw.size))
    this.allowance.unpack(size, { file: source.name, section: raw.name })
    // Few programs are packed this way, and the worker is to be small.
    const { unpackZstd } = await import('../../bytes/unpack-zstd.ts')
    const steps = unpackZstd(await source.read(from, raw.size - from), size)
    const work = new Yielder(onFraction)
    let step = steps.next()
    for (; step.done !== true; step = steps.next()) await work.report(step.value / size)
    const bytes = step.value
    return inflatedSource(source.name, bytes ?? this.#fail('dwarf/damaged', raw.name, 'compressed data'))
  }

  #fail(code: 'dwarf/damaged' | 'dwarf/unsupported', section: string, what: string): never {
    const file = this.#source.name
    if (code === 'dwarf/unsupported') throw new ProblemError({ code, file, section, what })
    throw new ProblemError({ code, file, section, offset: 0, what })
  }
}

/** Returns bytes in memory without copying; no reader writes into them. */
function inflatedSource(name: string, bytes: Uint8Array<ArrayBuffer>): ByteSource {
  return { name, size: bytes.length, read: async (offset, length) => bytes.subarray(offset, offset + length) }
}

// Values of string forms to strings, from the sections that hold them. Binary strings, each read
// once.

/** What a string's form may need to know of its unit. */
export interface StringContext {
  readonly unit: UnitShape
  /** Offset into `.debug_str_offsets` where the unit's table begins. */
  readonly strOffsetsBase: number
  /** Section of the value, where inline strings are. */
  readonly home: '.debug_info' | '.debug_line'
}

/** Bytes to begin with. */
const WINDOW = 256

/** Reads strings from the string sections, each once per query. Strings are binary strings. */
export class DebugStrings {
  readonly #sections: DebugSections
  readonly #known = new Map<string, Promise<string>>()
  /** Bytes of them, and of those put together of them. */
  #size = 0

  constructor(sections: DebugSections) {
    this.#sections = sections
  }

  /** Begins a new query: forgets the strings of the last one. */
  startWork(): void {
    this.#known.clear()
    this.#size = 0
  }

  /**
   * Counts a text of `length` bytes that is kept until the query ends.
   *
   * @param section of the text, for the message
   * @throws ProblemError `dwarf/unsupported` if texts become too large in all
   */
  add(length: number, section: string): void {
    this.#sections.allowance.bound(this.#size + length, 1, 'text', { file: this.#sections.file, section })
    this.#size += length
  }

  /**
   * Reads the string of an attribute. Null if the form is no string, or one of a supplementary file.
   *
   * @throws ProblemError `dwarf/damaged` for an offset beyond its section, a missing section or a string
   *   without end
   */
  async read({ form, value }: FormValue, context: StringContext): Promise<string | null> {
    switch (form) {
      case Form.string:
        return this.#at(context.home, value)
      case Form.strp:
        return this.#at('.debug_str', value)
      case Form.lineStrp:
        return this.#at('.debug_line_str', value)
      case Form.strx:
      case Form.strx1:
      case Form.strx2:
      case Form.strx3:
      case Form.strx4:
      case Form.gnuStrIndex:
        return this.#at('.debug_str', await this.#offsetAt(value, context))
      default:
        return null
    }
  }

  async #offsetAt(index: number, { unit, strOffsetsBase }: StringContext): Promise<number> {
    const section = await this.#sections.need('.debug_str_offsets')
    return section.decodeAt(strOffsetsBase + index * unit.offsetSize, unit.offsetSize, (cursor) =>
      cursor.unsigned(unit.offsetSize),
    )
  }

  #at(name: string, offset: number): Promise<string> {
    const key = `${name}:${offset}`
    let text = this.#known.get(key)
    if (text === undefined) {
      text = this.#readAt(name, offset)
      this.#known.set(key, text)
    }
    return text
  }

  async #readAt(name: string, offset: number): Promise<string> {
    const section = await this.#sections.need(name)
    const length = await section.decodeAt(offset, WINDOW, (cursor) => {
      cursor.passString()
      return cursor.at - 1
    })
    this.add(length, name)
    const { bytes } = await section.read(offset, length)
    return binaryString(bytes, 0, length)
  }
}
