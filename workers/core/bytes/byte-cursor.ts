// Decodes numbers one after another from a piece of a file, and knows where in the file it stands. For headers; tables
// with a million rows are decoded by loops of their own, after one comparison of their size.
import { binaryString } from '../base/string-table.ts'
import { ProblemError } from '../problems/problem-error.ts'

/** How a machine lays out numbers in memory and so in its files. */
export interface ByteLayout {
  readonly wordSize: 4 | 8
  readonly bigEndian: boolean
}

/** A piece of a file in hand. */
export interface Piece {
  readonly file: string
  /** Where in the file the piece begins. */
  readonly offset: number
  readonly bytes: Uint8Array
}

export const TWO_TO_32 = 4294967296

export class ByteCursor {
  readonly #piece: Piece
  readonly #view: DataView
  readonly #layout: ByteLayout
  #at = 0

  constructor(piece: Piece, layout: ByteLayout) {
    const { buffer, byteOffset, byteLength } = piece.bytes
    this.#piece = piece
    this.#view = new DataView(buffer, byteOffset, byteLength)
    this.#layout = layout
  }

  /** Where in the file the next byte is. */
  get offset(): number {
    return this.#piece.offset + this.#at
  }

  /** Bytes left in the piece. */
  get remaining(): number {
    return this.#view.byteLength - this.#at
  }

  u8(what: string): number {
    return this.#view.getUint8(this.#claim(1, what))
  }

  u16(what: string): number {
    return this.#view.getUint16(this.#claim(2, what), !this.#layout.bigEndian)
  }

  u32(what: string): number {
    return this.#view.getUint32(this.#claim(4, what), !this.#layout.bigEndian)
  }

  /** As a double: exact below 2^53, the nearest double from there on. */
  u64(what: string): number {
    return uint64(this.#view, this.#claim(8, what), !this.#layout.bigEndian)
  }

  /** 4 or 8 bytes, as the layout says. */
  word(what: string): number {
    return this.#layout.wordSize === 8 ? this.u64(what) : this.u32(what)
  }

  /** A field of fixed length up to its first NUL, as a binary string. */
  text(length: number, what: string): string {
    const from = this.#claim(length, what)
    const bytes = this.#piece.bytes.subarray(from, from + length)
    const end = bytes.indexOf(0)
    return binaryString(bytes, 0, end < 0 ? length : end)
  }

  skip(length: number, what: string): void {
    this.#claim(length, what)
  }

  #claim(length: number, what: string): number {
    if (length < 0 || length > this.remaining) {
      throw new ProblemError({
        code: 'bytes/out-of-bounds',
        file: this.#piece.file,
        offset: this.offset,
        what,
        needed: length,
        size: this.#piece.offset + this.#view.byteLength,
      })
    }
    this.#at += length
    return this.#at - length
  }
}

/** A 64-bit number as a double. The caller has checked the bounds. */
export function uint64(view: DataView, at: number, littleEndian: boolean): number {
  const high = view.getUint32(littleEndian ? at + 4 : at, littleEndian)
  const low = view.getUint32(littleEndian ? at : at + 4, littleEndian)
  return high * TWO_TO_32 + low
}
