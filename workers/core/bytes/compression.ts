// Compressed data, through the host’s own streams.
import type { OnFraction } from '../base/yielder.ts'

/** A kind of archive or compressed file. */
export type Packing = 'gzip' | 'zip' | 'tar'

/**
 * Returns the kind of archive that a file is, by its first bytes; null if it is none.
 *
 * @param start the first 512 bytes, or all of a shorter file
 */
export function packingOf(start: Uint8Array): Packing | null {
  const text = (from: number, to: number): string => String.fromCharCode(...start.subarray(from, to))
  if (text(0, 3) === '\x1f\x8b\x08') return 'gzip'
  if (['PK\x03\x04', 'PK\x05\x06'].includes(text(0, 4))) return 'zip'
  if (text(257, 262) === 'ustar') return 'tar'
  // Tar's oldest form has no magic. Its header holds the sum of its bytes, with the sum's own eight
  // bytes counted as blanks.
  const sum = start.reduce((so, byte, at) => so + (at >= 148 && at < 156 ? 32 : byte), 0)
  return Number.parseInt(text(148, 156), 8) === sum ? 'tar' : null
}

/** Compressed input that is read by ranges; a ByteSource is one. */
export interface TransformInput {
  /** In bytes. */
  readonly size: number
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>
}

/** Compression formats of the host's streams. */
export type CompressedFormat = 'deflate' | 'deflate-raw' | 'gzip'

/**
 * Bytes fed at a time. Browsers hand on all output of one slice before they yield: at worst 1,032
 * times as much.
 */
const SLICE = 1 << 15

/**
 * Decompresses a whole input and passes each piece to `take`, in order, until `take` returns false.
 *
 * Returns "done" at its end, "stopped" if `take` ended it, and "damaged" for data that cannot be
 * decompressed, ends too early or goes on after its end.
 * @throws what reading or `take` throws
 */
export function decompress(
  input: TransformInput,
  format: CompressedFormat,
  take: (piece: Uint8Array<ArrayBuffer>) => boolean,
): Promise<'done' | 'stopped' | 'damaged'> {
  return run(input, new DecompressionStream(format), take)
}

/** Returns the pieces compressed as one gzip member, in pieces. */
export async function gzip(pieces: readonly Uint8Array<ArrayBuffer>[]): Promise<Uint8Array<ArrayBuffer>[]> {
  const out: Uint8Array<ArrayBuffer>[] = []
  const stream = new CompressionStream('gzip')
  const writer = stream.writable.getWriter()
  const reader = stream.readable.getReader()
  const fed = (async () => {
    for (const piece of pieces) await writer.write(piece)
    await writer.close()
  })()
  for (;;) {
    const { done, value } = await reader.read()
    if (done || value === undefined) break
    out.push(value)
  }
  await fed
  return out
}

async function run(
  input: TransformInput,
  stream: ByteTransform,
  take: (piece: Uint8Array<ArrayBuffer>) => boolean,
): Promise<'done' | 'stopped' | 'damaged'> {
  const writer = stream.writable.getWriter()
  const reader = stream.readable.getReader()
  const fed = feed(input, writer)
  let outcome: 'done' | 'stopped' | 'damaged' = 'done'
  let thrown: unknown = null
  for (;;) {
    let piece: Uint8Array<ArrayBuffer> | undefined
    try {
      piece = (await reader.read()).value
    } catch {
      outcome = 'damaged'
      break
    }
    if (piece === undefined) break
    let goesOn = false
    try {
      goesOn = take(piece)
    } catch (error) {
      thrown = error
    }
    if (!goesOn) {
      outcome = 'stopped'
      await reader.cancel().catch(() => {})
      break
    }
  }
  const problem = await fed
  // A file that cannot be read is a problem of its own, not damaged data.
  if (problem !== null || thrown !== null) throw problem ?? thrown
  return outcome
}

/**
 * Writes the input to the stream. Returns what reading threw; the stream's own errors appear at its
 * other end.
 */
async function feed(
  input: TransformInput,
  writer: ReturnType<ByteTransform['writable']['getWriter']>,
): Promise<unknown> {
  for (let at = 0; at < input.size; at += SLICE) {
    let slice: Uint8Array<ArrayBuffer>
    try {
      slice = await input.read(at, Math.min(SLICE, input.size - at))
    } catch (error) {
      await writer.abort().catch(() => {})
      return error
    }
    try {
      await writer.write(slice)
    } catch {
      return null
    }
  }
  await writer.close().catch(() => {})
  return null
}

/** Deflate compresses at most to 1/1032 of the size. */
const BEST_RATIO = 1032

/** Whether deflate can make `size` bytes from `packedSize` bytes, by its best ratio. */
export const isPossibleSize = (size: number, packedSize: number): boolean => size <= BEST_RATIO * packedSize

/**
 * Decompresses data of a known size. Returns exactly `size` bytes; null if the data is damaged or of another
 * size, before any memory is taken if the size is impossible.
 *
 * @param size in bytes; the caller bounds it
 * @throws what reading the input throws
 */
export async function inflate(
  input: TransformInput,
  format: CompressedFormat,
  size: number,
  onFraction: OnFraction = () => {},
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!isPossibleSize(size, input.size)) return null
  const bytes = new Uint8Array(size)
  let filled = 0
  const outcome = await decompress(input, format, (piece) => {
    if (piece.length > size - filled) return false
    bytes.set(piece, filled)
    filled += piece.length
    onFraction(filled / size)
    return true
  })
  return outcome === 'done' && filled === size ? bytes : null
}
