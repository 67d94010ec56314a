// Decodes DWARF’s numbers one after another from a piece of a section, never beyond its end.
import { ProblemError } from '../../problems/problem-error.ts'
import { uint64 } from '../../bytes/byte-cursor.ts'
import { type SectionPlace, WorkBudget, raiseOverBudget } from './work-budget.ts'

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
