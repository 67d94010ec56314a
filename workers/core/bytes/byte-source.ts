// Byte sources: files read by ranges, over memory, pieces, a part of a file or a cache, with the
// limits on reads and tables.
import { ProblemError } from '../problems/problem-error.ts'
import { lastAtOrBelow } from '../base/sorting.ts'

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
 * Checks the size of a table; every reader calls it before it allocates memory for one.
 *
 * @param what the table and its section, if any: "symbol names (.strtab)"
 * @param size in bytes
 * @throws ProblemError `bytes/table-too-large`
 */
export function requireTable(file: string, what: string, size: number): void {
  if (size <= LARGEST_TABLE) return
  throw new ProblemError({ code: 'bytes/table-too-large', file, what, size, limit: LARGEST_TABLE })
}

/**
 * Returns a source over bytes in memory. Each read returns a copy, so that no reader keeps the
 * whole alive.
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

/** Returns a source over pieces in memory. Joining them would need their memory twice. */
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

/** Returns the range `from .. from + size` of a file as a source of its own. */
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
 * Returns a source that caches chunks of another, so that many small reads near one another cost
 * one fetch.
 *
 * A small read is served from whole chunks. Neighbouring chunks that are missing are fetched
 * together, and the least recently used ones are dropped. A large read bypasses the cache: it
 * happens once, and keeping it would only hold memory. So each small read costs at most two chunks
 * beyond its range.
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
  readonly offset: number
  readonly length: number
}

/** Returns the chunks that contain a range of bytes; an empty span for an empty range. */
export function chunksOfRange(offset: number, length: number, chunkSize: number): ChunkSpan {
  const first = Math.floor(offset / chunkSize)
  return { first, end: length === 0 ? first : Math.floor((offset + length - 1) / chunkSize) + 1 }
}

/**
 * Returns the missing chunks of a span as runs of neighbours, each one read. The last run is cut at
 * the end of the file.
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
 * Whether two files have the same bytes; reads up to the first difference.
 * @throws ProblemError if a file cannot be read
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
