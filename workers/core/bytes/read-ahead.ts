/**
 * Files from front to back, in pieces. While one piece is worked on the next is on its way: of the same file, or the first of
 * the file that follows.
 *
 *   in hand   ├───────────────┤
 *   coming                  ├─┼─────────────┤   begins before the end of the other: what a reader has left of one piece
 *                                               stands whole in the next
 *
 * Two pieces are held at a time, in the same memory over and over where the source can read into it: before anybody asks for
 * the first one, the second may be there, too.
 */
import { detachBuffers } from '../base/buffers.ts'
import type { ByteSource } from './byte-source.ts'

/** Bytes. A browser takes a millisecond for each piece of whatever length; more than a few need no memory. */
const PIECE = 8 * 1024 * 1024

/** Of the bytes of a piece, so many more have room: the next file may be a bit longer. */
const SPARE = 1 / 16

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
  /** In the order of the file. */
  readonly #coming: Coming[] = []
  /** What was read into it is worked on no more. */
  #spare: Uint8Array<ArrayBuffer> | null = null
  readonly #piece: number

  /** @param piece bytes of a piece */
  constructor(piece: number = PIECE) {
    this.#piece = piece
  }

  /** Has the first pieces of a file on their way, one after the other, while nothing else is read. */
  begin(source: ByteSource): void {
    if (this.#inHand !== null || this.#coming.length > 0) return
    const first = this.#expect(source, 0)
    first.bytes.then(
      () => {
        if (this.#coming[0] === first) this.#expectAfter(first)
      },
      () => {},
    )
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
      const coming = this.#coming.shift()
      const isExpected = holds(coming, source, offset, enough)
      if (!isExpected) this.#coming.length = 0
      const { bytes, ...range } = isExpected
        ? coming
        : this.#begin(source, offset, Math.max(this.#piece, enough))
      this.#inHand = { ...range, bytes: await bytes }
      if (this.#coming.length === 0) this.#expectAfter(range)
    }
    return this.#inHand.bytes.subarray(offset - this.#inHand.offset)
  }

  /** Gives the memory back: nobody looks at what was read. */
  detachBuffers(): void {
    for (const memory of [this.#spare, this.#inHand && reusable(this.#inHand)]) {
      if (memory) detachBuffers([memory.buffer])
    }
    this.#spare = this.#inHand = null
    for (const { source, bytes } of this.#coming.splice(0)) {
      const end = (read: Uint8Array<ArrayBuffer>): void => {
        if (source.readInto) detachBuffers([read.buffer])
      }
      bytes.then(end, () => {})
    }
  }

  #expectAfter({ source, offset, length }: Range): void {
    const end = offset + length
    if (end < source.size) this.#expect(source, end - LEFT_OVER)
    else if (this.following !== null) this.#expect(this.following, 0)
  }

  #expect(source: ByteSource, offset: number): Coming {
    const coming = this.#begin(source, offset, this.#piece)
    this.#coming.push(coming)
    // A failure is told to whoever asks for the piece, if anybody does.
    coming.bytes.catch(() => {})
    return coming
  }

  #begin(source: ByteSource, offset: number, atMost: number): Coming {
    const length = Math.min(atMost, source.size - offset)
    return { source, offset, length, bytes: this.#read(source, offset, length) }
  }

  async #read(source: ByteSource, offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    if (!source.readInto) return source.read(offset, length)
    return source.readInto(offset, this.#roomFor(length).subarray(0, length))
  }

  #roomFor(length: number): Uint8Array<ArrayBuffer> {
    const spare = this.#spare
    this.#spare = null
    if (spare === null) return new Uint8Array(length)
    if (spare.length >= length) return spare
    detachBuffers([spare.buffer])
    return new Uint8Array(Math.max(length, Math.min(this.#piece, Math.ceil(length * (1 + SPARE)))))
  }
}

function holds<R extends Range>(
  range: R | null | undefined,
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
