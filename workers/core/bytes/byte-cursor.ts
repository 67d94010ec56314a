// Decodes headers: a cursor over a piece of a file that checks every bound.
//
// Tables of a million rows have loops of their own, which check the size of the table once.
import { ProblemError } from '../problems/problem-error.ts'
import { binaryString } from '../base/string-table.ts'

/** A machine's word size and byte order, in memory and so in its files. */
export interface ByteLayout {
  readonly wordSize: 4 | 8
  readonly bigEndian: boolean
}

/** Bytes read from a file, with their position in it. */
export interface Piece {
  readonly file: string
  /** Offset of the piece in the file. */
  readonly offset: number
  readonly bytes: Uint8Array
}

/** 2^32: the weight of a 64-bit number's high half. */
export const TWO_TO_32 = 4294967296

/**
 * Reads numbers and texts of a piece one after another. Parameters `what` name a field for messages.
 *
 * @throws ProblemError `bytes/out-of-bounds` for a read beyond the piece
 */
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

  /** Offset in the file of the next byte. */
  get offset(): number {
    return this.#piece.offset + this.#at
  }

  /** Bytes left in the piece. */
  get remaining(): number {
    return this.#view.byteLength - this.#at
  }

  /** Reads an unsigned byte. */
  u8(what: string): number {
    return this.#view.getUint8(this.#claim(1, what))
  }

  /** Reads an unsigned 16-bit number, in the layout's byte order. */
  u16(what: string): number {
    return this.#view.getUint16(this.#claim(2, what), !this.#layout.bigEndian)
  }

  /** Reads an unsigned 32-bit number, in the layout's byte order. */
  u32(what: string): number {
    return this.#view.getUint32(this.#claim(4, what), !this.#layout.bigEndian)
  }

  /** Reads a 64-bit number as a double: exact below 2^53, rounded from there on. */
  u64(what: string): number {
    return uint64(this.#view, this.#claim(8, what), !this.#layout.bigEndian)
  }

  /** Reads a number of 4 or 8 bytes, by the layout's word size. */
  word(what: string): number {
    return this.#layout.wordSize === 8 ? this.u64(what) : this.u32(what)
  }

  /** Reads a field of fixed length. Returns it up to its first NUL, as a binary string. */
  text(length: number, what: string): string {
    const from = this.#claim(length, what)
    const bytes = this.#piece.bytes.subarray(from, from + length)
    const end = bytes.indexOf(0)
    return binaryString(bytes, 0, end < 0 ? length : end)
  }

  /** Skips bytes. */
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

/**
 * Returns an unsigned 64-bit number as a double: exact below 2^53, rounded from there on. The caller has
 * checked the bounds.
 *
 * @param at offset in the view
 */
export function uint64(view: DataView, at: number, littleEndian: boolean): number {
  const high = view.getUint32(littleEndian ? at + 4 : at, littleEndian)
  const low = view.getUint32(littleEndian ? at : at + 4, littleEndian)
  return high * TWO_TO_32 + low
}
