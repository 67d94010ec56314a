// Files read by ranges: the interface, sources over memory, pieces, a range or a cache of chunks, checks of
// ranges and table sizes, reading ahead, and decoding numbers one after another.
import { ProblemError } from '../problems/problem-error.ts'
import { lastAtOrBelow } from '../base/sorting.ts'
import { binaryString } from '../base/string-table.ts'
import { detachBuffers } from '../base/columns.ts'

// Byte sources: files read by ranges, over memory, pieces, a part of a file or a cache, with the
// limits on reads and tables.

/**
 * A file read by ranges: the core's only input.
 *
 * `read` returns exactly `length` bytes, in memory that the caller owns.
 * @throws ProblemError `bytes/out-of-bounds` for a range beyond the end, `bytes/unreadable` if the
 * file changed, vanished or may not be read
 */
export interface ByteSource {
  readonly name: string
  /** In bytes. */
  readonly size: number
  /** When the file was last written, in milliseconds since 1970; absent where that is unknown. */
  readonly modified?: number
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>
  /**
   * Reads `bytes.length` bytes into existing memory, for sources that can. Returns them filled.
   *
   * The host may have moved the memory; then `bytes` and its buffer are empty.
   */
  readInto?(offset: number, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>
}

/**
 * Checks that a range lies within the file; every ByteSource calls it first.
 *
 * @param file name of the file, for the message
 * @param size of the file, in bytes
 * @throws ProblemError `bytes/out-of-bounds`
 */
export function checkRange(file: string, size: number, offset: number, length: number): void {
  if (offset >= 0 && length >= 0 && offset + length <= size) return
  throw new ProblemError({
    code: 'bytes/out-of-bounds',
    file,
    offset,
    what: 'range',
    needed: length,
    size,
  })
}

/**
 * Largest table that is held in memory, in bytes, as in the file or as columns. A sparse file of a
 * few kB may claim many GB. Programs of 5,000,000 symbols stay below this limit.
 */
export const LARGEST_TABLE = 512_000_000

/**
 * Checks the size of a table against LARGEST_TABLE; every reader calls it before it allocates memory for one.
 *
 * @param file name of the file, for the message
 * @param what the table and its section, if any: "symbol names (.strtab)"
 * @param size in bytes
 * @throws ProblemError `bytes/table-too-large`
 */
export function requireTable(file: string, what: string, size: number): void {
  if (size <= LARGEST_TABLE) return
  throw new ProblemError({ code: 'bytes/table-too-large', file, what, size, limit: LARGEST_TABLE })
}

/**
 * Returns a source over bytes in memory, which must not change. Each read returns a copy, so that no reader
 * keeps the whole alive.
 */
export function memorySource(name: string, bytes: Uint8Array): ByteSource {
  return {
    name,
    size: bytes.length,
    read: async (offset, length) => {
      checkRange(name, bytes.length, offset, length)
      return Uint8Array.from(bytes.subarray(offset, offset + length))
    },
  }
}

/**
 * Returns a source over pieces in memory, one after another, which must not change. Joining them would need
 * their memory twice.
 */
export function piecesSource(name: string, pieces: readonly Uint8Array[]): ByteSource {
  const starts: number[] = []
  let size = 0
  for (const piece of pieces) {
    starts.push(size)
    size += piece.length
  }
  return {
    name,
    size,
    read: async (offset, length) => {
      checkRange(name, size, offset, length)
      const bytes = new Uint8Array(length)
      let done = 0
      for (let at = Math.max(0, lastAtOrBelow(starts, offset)); done < length; at++) {
        const from = offset + done - starts[at]
        const part = pieces[at].subarray(from, from + length - done)
        bytes.set(part, done)
        done += part.length
      }
      return bytes
    },
  }
}

/**
 * Returns the range `from .. from + size` of a file as a source of its own. The range is not checked before a
 * read.
 *
 * @param name of the new source; by default that of the file
 */
export function rangeSource(
  source: ByteSource,
  from: number,
  size: number,
  name: string = source.name,
): ByteSource {
  return {
    name,
    size,
    read: async (offset, length) => {
      checkRange(name, size, offset, length)
      return source.read(from + offset, length)
    },
  }
}

/** A source with a cache that counts the bytes it fetched. */
export interface ChunkedSource extends ByteSource {
  /** Returns the bytes fetched from the underlying source so far. */
  readonly bytesRead: () => number
}

/** Size of a chunked source's cache. */
export interface ChunkedOptions {
  /** In bytes; by default 16 KiB. */
  readonly chunkSize?: number
  /** Chunks kept in memory; by default 64. */
  readonly chunks?: number
}

/** Reads of this many chunks or more bypass the cache. */
const LARGE = 8

type Chunk = Promise<Uint8Array<ArrayBuffer>>

/**
 * Returns a source that caches chunks of another, so that many small reads near one another cost one fetch.
 *
 * A small read is served from whole chunks. Neighbouring chunks that are missing are fetched together, and
 * the least recently used ones are dropped. A large read bypasses the cache: it happens once, and keeping it
 * would only hold memory. So each small read costs at most two chunks beyond its range. Its reads throw what
 * the other's throw, and `bytes/unreadable` for a short answer.
 */
export function chunkedSource(source: ByteSource, options: ChunkedOptions = {}): ChunkedSource {
  const { chunkSize = 16 * 1024, chunks: capacity = 64 } = options
  /**
   * Least recently used first. A chunk is entered when its fetch begins, so that it is fetched only
   * once.
   */
  const chunks = new Map<number, Chunk>()
  let bytesRead = 0

  async function fetchRange(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    bytesRead += length
    const bytes = await source.read(offset, length)
    if (bytes.length !== length) {
      throw new ProblemError({
        code: 'bytes/unreadable',
        file: source.name,
        reason: `${bytes.length} bytes came where ${length} were asked for`,
      })
    }
    return bytes
  }

  function fetchRun(run: FetchRun): void {
    const whole = fetchRange(run.offset, run.length)
    for (let chunk = run.first; chunk < run.end; chunk++) {
      const from = chunk * chunkSize - run.offset
      const part = whole.then((bytes) => bytes.slice(from, from + chunkSize))
      chunks.set(chunk, part)
      // The readers of the chunk get the failure; the next reader tries again.
      part.catch(() => {
        if (chunks.get(chunk) === part) chunks.delete(chunk)
      })
    }
  }

  function takeChunk(chunk: number): Chunk {
    const part = chunks.get(chunk)
    if (part === undefined) throw new Error(`broken invariant: chunk ${chunk} was not fetched`)
    chunks.delete(chunk)
    chunks.set(chunk, part)
    return part
  }

  function forgetOldest(): void {
    for (const chunk of chunks.keys()) {
      if (chunks.size <= capacity) return
      chunks.delete(chunk)
    }
  }

  async function read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    checkRange(source.name, source.size, offset, length)
    if (length >= LARGE * chunkSize) return fetchRange(offset, length)
    const span = chunksOfRange(offset, length, chunkSize)
    for (const run of planFetches(span, chunkSize, source.size, (chunk) => chunks.has(chunk))) fetchRun(run)
    const parts: Chunk[] = []
    for (let chunk = span.first; chunk < span.end; chunk++) parts.push(takeChunk(chunk))
    forgetOldest()

    const bytes = new Uint8Array(length)
    const arrived = await Promise.all(parts)
    arrived.forEach((part, nth) => {
      const start = (span.first + nth) * chunkSize - offset
      if (start < 0) bytes.set(part.subarray(-start, length - start))
      else bytes.set(part.subarray(0, length - start), start)
    })
    return bytes
  }

  return { name: source.name, size: source.size, read, bytesRead: () => bytesRead }
}

// Which chunks a range needs, and which of them to fetch:
//
//   range        ├──────────────┤
//   chunks   |  3  |  4  |  5  |  6  |      needed 3..6; with 4 cached, fetch run 3 and run 5–6

/** A range of chunks. Chunk `n` begins at byte `n * chunkSize`; the last one may be shorter. */
export interface ChunkSpan {
  readonly first: number
  /** Exclusive. */
  readonly end: number
}

/** Neighbouring chunks to fetch in one read. */
export interface FetchRun extends ChunkSpan {
  /** Offset and length in the file, in bytes. */
  readonly offset: number
  readonly length: number
}

/** Returns the chunks that contain a range of bytes; an empty span for an empty range. */
export function chunksOfRange(offset: number, length: number, chunkSize: number): ChunkSpan {
  const first = Math.floor(offset / chunkSize)
  return { first, end: length === 0 ? first : Math.floor((offset + length - 1) / chunkSize) + 1 }
}

/**
 * Returns the missing chunks of a span as runs of neighbours, ascending, each one read. The last run is cut
 * at the end of the file.
 *
 * @param chunkSize in bytes, as `fileSize`
 * @param inHand whether a chunk is in the cache
 */
export function planFetches(
  span: ChunkSpan,
  chunkSize: number,
  fileSize: number,
  inHand: (chunk: number) => boolean,
): readonly FetchRun[] {
  const runs: FetchRun[] = []
  let chunk = span.first
  while (chunk < span.end) {
    if (inHand(chunk)) {
      chunk++
      continue
    }
    const first = chunk
    while (chunk < span.end && !inHand(chunk)) chunk++
    const offset = first * chunkSize
    runs.push({ first, end: chunk, offset, length: Math.min(chunk * chunkSize, fileSize) - offset })
  }
  return runs
}

/** Bytes of each file compared at a time. */
const SLICE = 1 << 18

/**
 * Whether two files have the same bytes; reads up to the first difference. Names do not matter.
 *
 * @throws ProblemError `bytes/…` if a file cannot be read
 */
export async function haveSameBytes(left: ByteSource, right: ByteSource): Promise<boolean> {
  const { size } = left
  if (right.size !== size) return false
  for (let at = 0; at < size; at += SLICE) {
    const length = Math.min(SLICE, size - at)
    const [a, b] = await Promise.all([left.read(at, length), right.read(at, length)])
    if (a.some((byte, nth) => byte !== b[nth])) return false
  }
  return true
}

// Decodes headers: a cursor over a piece of a file that checks every bound and knows its offset in
// the file.
//
// Tables of a million rows have loops of their own, which check the size of the table once.

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

/**
 * Reads files from front to back in pieces, and fetches the next piece while the reader works on
 * the current one. The next piece is of the same file, or the first of the file that follows.
 *
 *   current   ├───────────────┤
 *   coming                  ├─┼─────────────┤   starts before the end of the current piece, so that
 *                                               bytes left over are whole in the next piece
 *
 * Two pieces are held at a time. Their memory is reused where the source can read into it. Before
 * the first read, both may already be there.
 */

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
