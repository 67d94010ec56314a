/**
 * Files from front to back, in pieces. While one piece is worked on the next is on its way: of the same file, or the first of
 * the file that follows.
 *
 *   in hand   ├───────────────┤
 *   coming                  ├─┼─────────────┤   begins before the end of the other: what a reader has left of one piece
 *                                               stands whole in the next
 *
 * Two pieces are held at a time, in the same memory over and over where the source can read into it.
 */
import type { ByteSource } from './byte-source.ts'

/** Bytes. A browser takes a millisecond for each piece of whatever length; more than a few need no memory. */
const PIECE = 8 * 1024 * 1024

/** Bytes that a reader may leave of a piece; it goes on with a piece in which at least as many follow. */
export const LEFT_OVER = 64

interface Range {
  readonly source: ByteSource
  readonly offset: number
  readonly length: number
}

interface Coming extends Range {
  readonly bytes: Promise<Uint8Array<ArrayBuffer>>
}

interface InHand extends Range {
  readonly bytes: Uint8Array<ArrayBuffer>
}

export class ReadAhead {
  /** The file that will be read after this one, where that is known. */
  following: ByteSource | null = null
  #inHand: InHand | null = null
  #coming: Coming | null = null
  /** What was read into it is worked on no more. */
  #spare: Uint8Array<ArrayBuffer> | null = null
  readonly #piece: number

  /** @param piece bytes of a piece */
  constructor(piece: number = PIECE) {
    this.#piece = piece
  }

  /** Has the first piece of a file on its way while nothing else is read. */
  begin(source: ByteSource): void {
    if (this.#inHand !== null || this.#coming !== null) return
    this.#coming = this.#begin(source, 0, this.#piece)
    // A failure is told to whoever asks for the piece, if anybody does.
    this.#coming.bytes.catch(() => {})
  }

  /**
   * The bytes from `offset` on, at least `least` of them or all that the file has. They may be overwritten once others are
   * asked for.
   *
   * Errors: what reading throws.
   */
  async from(source: ByteSource, offset: number, least = LEFT_OVER): Promise<Uint8Array<ArrayBuffer>> {
    const enough = Math.min(least, source.size - offset)
    if (!holds(this.#inHand, source, offset, enough)) {
      this.#spare = this.#inHand && reusable(this.#inHand)
      this.#inHand = null
      const coming = this.#coming
      this.#coming = null
      const { bytes, ...range } = holds(coming, source, offset, enough)
        ? coming
        : this.#begin(source, offset, Math.max(this.#piece, enough))
      this.#inHand = { ...range, bytes: await bytes }
      this.#expect(range)
    }
    return this.#inHand.bytes.subarray(offset - this.#inHand.offset)
  }

  #expect({ source, offset, length }: Range): void {
    const end = offset + length
    if (end < source.size) this.#coming = this.#begin(source, end - LEFT_OVER, this.#piece)
    else if (this.following !== null) this.#coming = this.#begin(this.following, 0, this.#piece)
    // A failure is told to whoever asks for the piece, if anybody does.
    this.#coming?.bytes.catch(() => {})
  }

  #begin(source: ByteSource, offset: number, atMost: number): Coming {
    const length = Math.min(atMost, source.size - offset)
    return { source, offset, length, bytes: this.#read(source, offset, length) }
  }

  async #read(source: ByteSource, offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    if (!source.readInto) return source.read(offset, length)
    const spare = this.#spare
    this.#spare = null
    const bytes =
      spare !== null && spare.length >= length ? spare.subarray(0, length) : new Uint8Array(length)
    await source.readInto(offset, bytes)
    return bytes
  }
}

function holds<R extends Range>(
  range: R | null,
  source: ByteSource,
  offset: number,
  length: number,
): range is R {
  if (range?.source !== source || offset < range.offset) return false
  return offset + length <= range.offset + range.length
}

/** Only what was made here: of other sources nobody knows who else holds their bytes. */
function reusable({ source, bytes }: InHand): Uint8Array<ArrayBuffer> | null {
  return source.readInto ? new Uint8Array(bytes.buffer) : null
}
