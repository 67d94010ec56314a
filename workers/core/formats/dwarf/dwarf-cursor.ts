// Decodes DWARF's numbers one after another from a piece of a section, never beyond its end, and within the
// budget of work and memory that the file's size allows.
import { ProblemError } from '../../problems/problem-error.ts'
import { uint64 } from '../../bytes/byte-cursor.ts'

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

/** Limits the work of one question by the size of the data. */
export class WorkBudget {
  readonly #room: number
  #most: number
  #left: number
  #wasTooMuch = false
  /** Whether the question at hand took too many steps. */
  isSpent = false
  #unpacked: number

  constructor(fileSize: number) {
    this.#most = this.#left = STEPS + STEPS_PER_BYTE * fileSize
    this.#room = ROOM + ROOM_PER_BYTE * fileSize
    this.#unpacked = UNPACKED + UNPACKED_PER_BYTE * fileSize
  }

  /** Whether nothing is left for the question at hand, not even for who comes last. */
  get isOver(): boolean {
    return this.#left < 0
  }

  /** A new question begins. */
  startWork(): void {
    this.isSpent = false
    this.#left = this.#wasTooMuch ? this.#most * AFTERWARDS : this.#most
  }

  /** Errors: `dwarf/unsupported` once it is too much. */
  spend(steps: number, place: SectionPlace): void {
    this.#left -= steps
    if (this.#left >= 0) return
    // Who comes last is to be answered, too.
    if (!this.#wasTooMuch) this.#left = this.#most * AFTERWARDS
    this.#wasTooMuch = this.isSpent = true
    raiseOverBudget(place, 'more to go through')
  }

  /** Errors: `dwarf/unsupported` where so many things, of so many bytes each, are too many. */
  bound(count: number, bytes: number, things: string, place: SectionPlace): void {
    if (count * bytes > this.#room) raiseOverBudget(place, `more ${things}`)
  }

  /** Errors: `dwarf/unsupported` where sections become too large. */
  unpack(size: number, place: SectionPlace): void {
    if (size > this.#unpacked) raiseOverBudget(place, `${Math.ceil(size / 1e6)} MB decompressed, more`)
    this.#unpacked -= size
    const steps = STEPS_PER_UNPACKED_BYTE * size
    this.#most += steps
    this.#left += steps
  }
}

/** @param what ends with "more": "more rows" */
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

  u8(): number {
    return this.#bytes[this.#claim(1)]
  }

  s8(): number {
    return this.#view.getInt8(this.#claim(1))
  }

  u16(): number {
    return this.#view.getUint16(this.#claim(2), this.#little)
  }

  u32(): number {
    return this.#view.getUint32(this.#claim(4), this.#little)
  }

  /** As a double: exact below 2^53, the nearest double from there on. */
  u64(): number {
    return uint64(this.#view, this.#claim(8), this.#little)
  }

  /** An unsigned number of 1, 2, 3, 4 or 8 bytes. */
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

  /** Variable length, as a double like `u64`. */
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

  /** Of 64 bits that wrap: from 2^63 on as the negative number that adding it comes to. */
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

  /** Signed. Exact within 53 bits, whatever its padding. */
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

  /** A unit's length, and the size of offsets that goes with the way it is written. */
  initialLength(): { readonly length: number; readonly offsetSize: 4 | 8 } {
    const length = this.u32()
    if (length < 0xfffffff0) return { length, offsetSize: 4 }
    if (length !== 0xffffffff) return this.damaged('length')
    return { length: this.u64(), offsetSize: 8 }
  }

  /** Passes a NUL-terminated string; answers where in the piece it began. */
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

  skip(length: number): void {
    this.#claim(length)
  }

  /**
   * Passes one thing after another that begins with its number, a `uleb`, and takes as many bytes as `sizes` has for that; stops at
   * the first that has none there, below zero or beyond, or is cut off.
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

  /** Counts work beyond what the bytes read account for. */
  spend(steps: number): void {
    this.#piece.allowance.spend(steps, this.#piece)
  }

  /** Before a table of so many things, of so many bytes each, is made. */
  bound(count: number, bytes: number, things: string): void {
    this.#piece.allowance.bound(count, bytes, things, this.#piece)
  }

  tooMany(things: string): never {
    return raiseOverBudget(this.#piece, `more ${things}`)
  }

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
