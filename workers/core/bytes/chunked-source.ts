/**
 * A ByteSource over another that remembers what it fetched, so that many small reads near one another cost one
 * fetch, and counts the bytes it fetched.
 *
 * A small read is served from whole chunks, the missing neighbours among them fetched together; the chunks used
 * longest ago are forgotten. A large read goes straight through, exactly as asked: it is made once, and keeping
 * it would only hold memory. So the cost above the ranges asked for is at most two chunks for each small read.
 */
import { ProblemError } from '../problems/problem-error.ts'
import type { ByteSource } from './byte-source.ts'
import { checkRange } from './check-range.ts'
import { chunksOfRange, planFetches, type FetchRun } from './chunk-plan.ts'

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
