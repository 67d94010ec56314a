// Files read by ranges: the interface, sources over memory, pieces, a range or a cache of chunks, and the
// checks of ranges and table sizes.
import { ProblemError } from '../problems/problem-error.ts'
import { lastAtOrBelow } from '../base/sorting.ts'

/**
 * A file, wherever it lies, read by ranges. The core's only input.
 *
 * `read` answers exactly `length` bytes, in memory that nobody else holds; it throws ProblemError `bytes/out-of-bounds` for a
 * range beyond the end and `bytes/unreadable` when the file changed, vanished or may not be read.
 */
export interface ByteSource {
  readonly name: string
  /** Bytes. */
  readonly size: number
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>
  /**
   * The same for sources that can read into memory which is there already: as many bytes as `bytes` has. Answers them filled;
   * the host may have moved their memory, and `bytes` and its buffer be empty.
   */
  readInto?(offset: number, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>
}

/** What every ByteSource does first: throws `bytes/out-of-bounds` for a range that is not wholly in the file. */
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

// The one rule for what a file says about the size of its tables: a sparse file of a few kB may claim many GB.

/** Bytes of one table that are held in memory, in the file's own form or as columns. Programs of 5,000,000 symbols have less. */
export const LARGEST_TABLE = 512_000_000

/**
 * Every reader calls it before it takes memory for a table, whatever the format.
 *
 * @param what the table and, where it has one, its section: "symbol names (.strtab)"
 * @param size bytes
 * Errors: `bytes/table-too-large`.
 */
export function requireTable(file: string, what: string, size: number): void {
  if (size <= LARGEST_TABLE) return
  throw new ProblemError({ code: 'bytes/table-too-large', file, what, size, limit: LARGEST_TABLE })
}

/** A file whose bytes are already in hand. Each read answers a copy, so nobody holds on to the whole. */
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

/** A file whose bytes came in pieces. They stay where they are: joined, they would be in memory twice. */
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

/** Part of a file as a file of its own. */
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

/**
 * A ByteSource over another that remembers what it fetched, so that many small reads near one another cost one
 * fetch, and counts the bytes it fetched.
 *
 * A small read is served from whole chunks, the missing neighbours among them fetched together; the chunks used
 * longest ago are forgotten. A large read goes straight through, exactly as asked: it is made once, and keeping
 * it would only hold memory. So the cost above the ranges asked for is at most two chunks for each small read.
 */

export interface ChunkedSource extends ByteSource {
  /** Bytes fetched from the source below, so far. */
  readonly bytesRead: () => number
}

export interface ChunkedOptions {
  /** Bytes; 16 KiB unless given. */
  readonly chunkSize?: number
  /** Chunks remembered; 64 unless given. */
  readonly chunks?: number
}

/** Reads of this many chunks and more are not remembered. */
const LARGE = 8

type Chunk = Promise<Uint8Array<ArrayBuffer>>

export function chunkedSource(source: ByteSource, options: ChunkedOptions = {}): ChunkedSource {
  const { chunkSize = 16 * 1024, chunks: capacity = 64 } = options
  /** Oldest use first. A chunk on its way is here already, so that no one asks for it again. */
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
      // A failure is told to whoever reads the chunk; the next reader tries again.
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

// Which chunks of a file a range needs, and which of those must still be fetched. Arithmetic only; no bytes.
//
//   range        ├──────────────┤
//   chunks   |  3  |  4  |  5  |  6  |      needed 3..6; with 4 in hand, fetch run 3 and run 5–6

/** Chunk `n` is bytes `n * chunkSize` up to the next chunk or the end of the file. */
export interface ChunkSpan {
  readonly first: number
  /** Exclusive. */
  readonly end: number
}

/** Chunks to fetch in one read. */
export interface FetchRun extends ChunkSpan {
  readonly offset: number
  readonly length: number
}

/** Those that so many bytes lie in; an empty span for no byte. */
export function chunksOfRange(offset: number, length: number, chunkSize: number): ChunkSpan {
  const first = Math.floor(offset / chunkSize)
  return { first, end: length === 0 ? first : Math.floor((offset + length - 1) / chunkSize) + 1 }
}

/** The missing chunks of a span as runs of neighbours, each one read; the last is cut at the end of the file. */
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

// Whether two files hold the same, read side by side up to the first difference.

/** Bytes of each in hand at a time. */
const SLICE = 1 << 18

/** Errors: those of reading. */
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
