// Reads files from front to back in pieces: fetches the next piece while the reader works on the current
// one. The next piece is of the same file, or the first of the file that follows.
//
//   current   ├───────────────┤
//   coming                  ├─┼─────────────┤   starts before the end of the current piece, so that
//                                               bytes left over are whole in the next piece
//
// Two pieces are held at a time. Their memory is reused where the source can read into it. Before
// the first read, both may already be there.
import { detachBuffers } from '../base/buffers.ts'
import type { ByteSource } from './byte-source.ts'

/**
 * Bytes of a piece. A browser takes a millisecond for each read of any length; larger pieces only
 * need memory.
 */
const PIECE = 8 * 1024 * 1024

/** Spare room of a piece, as a part of its size: the next file may be slightly longer. */
const SPARE = 1 / 16

/**
 * Bytes that a reader may leave unread of a piece. The next piece starts at least this many bytes
 * before them.
 */
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

/** Reads files from front to back, in pieces, fetching the next piece while the reader works. */
export class ReadAhead {
  /** The file that will be read after this one, if known. */
  following: ByteSource | null = null
  #inHand: InHand | null = null
  /** In file order. */
  readonly #coming: Coming[] = []
  /** Memory whose contents are no longer in use. */
  #spare: Uint8Array<ArrayBuffer> | null = null
  readonly #piece: number

  /** @param piece size of a piece, in bytes */
  constructor(piece: number = PIECE) {
    this.#piece = piece
  }

  /**
   * Starts fetching the first pieces of a file, one after the other, if nothing else is being read.
   */
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
   * Returns the bytes from `offset` on: at least `least`, or all that the file has. The next call may
   * overwrite them. Fetches the piece behind them, or the `following` file, meanwhile.
   *
   * @param least bytes that the caller needs together
   * @throws what reading throws
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

  /** Frees the memory. The bytes returned before must not be used any more. */
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
    // The reader that awaits the piece gets the failure; without one it must not count as
    // unhandled.
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

/** Returns the memory only if it was made here. Other sources may share their bytes. */
function reusable({ source, bytes }: InHand): Uint8Array<ArrayBuffer> | null {
  return source.readInto ? new Uint8Array(bytes.buffer) : null
}
