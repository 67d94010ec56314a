// A file behind a cache of chunks.
import { ProblemError } from '../problems/problem-error.ts'
import { type ByteSource, checkRange } from './byte-source.ts'
import { type FetchRun, chunksOfRange, planFetches } from './chunk-plan.ts'

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
