// Compressed data, by the host's own streams: which kind a file is by its first bytes, decompressing, and
// gzip.
import type { OnFraction } from '../base/yielder.ts'

export type Packing = 'gzip' | 'zip' | 'tar'

/** @param start the first 512 bytes, or all there are */
export function packingOf(start: Uint8Array): Packing | null {
  const text = (from: number, to: number): string => String.fromCharCode(...start.subarray(from, to))
  if (text(0, 3) === '\x1f\x8b\x08') return 'gzip'
  if (['PK\x03\x04', 'PK\x05\x06'].includes(text(0, 4))) return 'zip'
  if (text(257, 262) === 'ustar') return 'tar'
  // Tar's oldest form has no mark: the bytes of its header add up to the sum in it, whose own eight count as blanks.
  const sum = start.reduce((so, byte, at) => so + (at >= 148 && at < 156 ? 32 : byte), 0)
  return Number.parseInt(text(148, 156), 8) === sum ? 'tar' : null
}

// Compressed bytes → the bytes they were made from, and back, piece by piece, through the host's own streams.

export interface TransformInput {
  /** Bytes. */
  readonly size: number
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>
}

export type CompressedFormat = 'deflate' | 'deflate-raw' | 'gzip'

/** Fed at a time. Browsers hand on all that a slice inflates to before they look up: 1,032 times as much at worst. */
const SLICE = 1 << 15

/**
 * Hands each piece to `take`, in order, until it answers false.
 *
 * Answers "damaged" for data that cannot be decompressed, ends too early or goes on after its end.
 * Errors: what reading throws, and what `take` throws.
 */
export function decompress(
  input: TransformInput,
  format: CompressedFormat,
  take: (piece: Uint8Array<ArrayBuffer>) => boolean,
): Promise<'done' | 'stopped' | 'damaged'> {
  return run(input, new DecompressionStream(format), take)
}

/** A gzip member of what is in hand. */
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
  // A file that cannot be read is another matter than data that cannot be understood.
  if (problem !== null || thrown !== null) throw problem ?? thrown
  return outcome
}

/** Answers what reading threw; what the stream throws is seen at its other end. */
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

// Compressed data → the bytes it was made from, where their number is told beforehand.

/** Deflate never makes less than a byte of 1,032. */
const BEST_RATIO = 1032

/** Whether so many bytes can be made of so few. */
export const isPossibleSize = (size: number, packedSize: number): boolean => size <= BEST_RATIO * packedSize

/** Exactly `size` bytes, or null if the data is damaged or makes another number of bytes. */
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
