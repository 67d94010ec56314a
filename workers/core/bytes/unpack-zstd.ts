// Decompresses zstd data of known size, for which no browser has a decompressor of its own. Source: RFC
// 8878, "Zstandard Compression".

import { decompress, Decompress } from 'fzstd'

const MAGIC = 0xfd2fb528
/** First of the 16 magic numbers of frames without data. */
const SKIPPED_MAGIC = 0x184d2a50
/** Most bytes that a block expands to. */
const LARGEST_BLOCK = 128 * 1024
/** Exponent of the smallest window. */
const SMALLEST_WINDOW = 10

/** Compressed bytes per step: some tens of milliseconds at the highest ratio. */
const SLICE = 1 << 16

/**
 * Decompresses zstd data in steps; each step yields the number of bytes so far.
 *
 * Returns `size` bytes, or null if the data is damaged, needs a dictionary or has another size. Does not
 * throw. Frame checksums are ignored; debug sections have none.
 *
 * @param size in bytes; the caller bounds it
 */
export function* unpackZstd(
  packed: Uint8Array,
  size: number,
): Generator<number, Uint8Array<ArrayBuffer> | null> {
  const frames = framesOf(packed, size)
  if (frames === null) return null
  const unpacked = new Uint8Array(size)
  let made = 0
  const take = (piece: Uint8Array): void => {
    if (piece.length > size - made) throw new Error('it makes more than it should')
    unpacked.set(piece, made)
    made += piece.length
  }
  try {
    for (const { bytes, hasWindow } of frames) {
      // A few bytes may expand to a million, without limit over all blocks, so they are taken block
      // by block.
      if (!hasWindow) take(decompress(bytes))
      else {
        const stream = new Decompress(take)
        for (let at = 0; at < bytes.length; at += SLICE) {
          stream.push(bytes.subarray(at, at + SLICE), at + SLICE >= bytes.length)
          yield made
        }
      }
    }
  } catch {
    return null
  }
  return made === size ? unpacked : null
}

interface Frame {
  readonly bytes: Uint8Array
  /** Without a window, the frame states its size and the output is allocated at once. */
  readonly hasWindow: boolean
}

/**
 * Returns the data frames, none of which asks for more room than `size`, since the decompressor
 * allocates what they ask for.
 *
 * The window need not be larger than the data. Null if the blocks cannot make that many bytes or do
 * not end with the data, and for a dictionary.
 */
function framesOf(packed: Uint8Array, size: number): readonly Frame[] | null {
  const frames: Frame[] = []
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length)
  let promised = 0
  let most = 0
  let at = 0
  while (at < packed.length) {
    // The shortest frame: magic, flags, window or size, and a block header.
    if (packed.length - at < 8) return null
    const magic = view.getUint32(at, true)
    if ((magic & ~15) >>> 0 === SKIPPED_MAGIC) {
      at += 8 + view.getUint32(at + 4, true)
      continue
    }
    const start = at
    const flags = packed[at + 4]
    if (magic !== MAGIC || (flags & 3) !== 0) return null
    const hasWindow = (flags & 32) === 0
    const sizeBytes = flags >> 6 > 0 ? 1 << (flags >> 6) : hasWindow ? 0 : 1
    const sizeAt = at + (hasWindow ? 6 : 5)
    if (packed.length - sizeAt < sizeBytes) return null
    if (sizeBytes > 0) promised += readSize(view, sizeAt, sizeBytes)
    if (promised > size) return null
    at = sizeAt + sizeBytes
    for (let isLast = false; !isLast;) {
      if (packed.length - at < 3) return null
      const head = packed[at] | (packed[at + 1] << 8) | (packed[at + 2] << 16)
      isLast = (head & 1) === 1
      const kind = (head >> 1) & 3
      most += kind === 2 ? LARGEST_BLOCK : head >> 3
      at += 3 + (kind === 1 ? 1 : head >> 3)
    }
    at += (flags & 4) === 0 ? 0 : 4
    frames.push({ bytes: withWindowOf(packed.subarray(start, at), hasWindow ? size : Infinity), hasWindow })
  }
  return at === packed.length && size <= most ? frames : null
}

/** Returns the frame with its window limited to what `size` bytes need. */
function withWindowOf(frame: Uint8Array, size: number): Uint8Array {
  if (windowOf(frame[5]) <= size) return frame
  const fitted = frame.slice()
  fitted[5] = descriptorOfWindow(size)
  return fitted
}

/** Decodes a window size: five bits of exponent, three of eighths. */
function windowOf(descriptor: number): number {
  const base = 2 ** (SMALLEST_WINDOW + (descriptor >> 3))
  return base + (base / 8) * (descriptor & 7)
}

function descriptorOfWindow(size: number): number {
  return Math.max(0, Math.ceil(Math.log2(size)) - SMALLEST_WINDOW) << 3
}

function readSize(view: DataView, at: number, bytes: number): number {
  if (bytes === 1) return view.getUint8(at)
  if (bytes === 2) return view.getUint16(at, true) + 256
  return view.getUint32(at, true) + (bytes === 8 ? view.getUint32(at + 4, true) * 2 ** 32 : 0)
}
