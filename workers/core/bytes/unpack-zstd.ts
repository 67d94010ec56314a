/**
 * zstd data → the bytes it was made from, whose number is known beforehand. No browser has a decompressor of its own.
 *
 * Errors:  none; null for what is damaged, needs a dictionary, or makes another number of bytes. Checksums of frames are
 *          passed over, as there are none in programs.
 * Source:  RFC 8878, "Zstandard Compression".
 */
import { decompress } from 'fzstd'

const MAGIC = 0xfd2fb528
/** Of frames that hold something else; 16 of them. */
const SKIPPED_MAGIC = 0x184d2a50
/** No block makes more. */
const LARGEST_BLOCK = 128 * 1024
/** The exponent of the smallest window. */
const SMALLEST_WINDOW = 10

export function unpackZstd(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> | null {
  const fitted = fitRoom(packed, size)
  if (fitted === null) return null
  try {
    const bytes = decompress(fitted)
    return bytes.length === size ? (bytes as Uint8Array<ArrayBuffer>) : null
  } catch {
    return null
  }
}

/**
 * The data with no frames that ask for more room than `size`, as the decompressor makes what they ask for; a window need not
 * be larger. Null where the blocks cannot make that many bytes or do not end with the data, and for a dictionary.
 */
function fitRoom(packed: Uint8Array, size: number): Uint8Array | null {
  let fitted = packed
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length)
  let promised = 0
  let most = 0
  let at = 0
  while (at < packed.length) {
    // No frame is shorter: its magic number, flags, window or size, and the head of a block.
    if (packed.length - at < 8) return null
    const magic = view.getUint32(at, true)
    if ((magic & ~15) >>> 0 === SKIPPED_MAGIC) {
      at += 8 + view.getUint32(at + 4, true)
      continue
    }
    const flags = packed[at + 4]
    if (magic !== MAGIC || (flags & 3) !== 0) return null
    const hasWindow = (flags & 32) === 0
    const sizeBytes = flags >> 6 > 0 ? 1 << (flags >> 6) : hasWindow ? 0 : 1
    const sizeAt = at + (hasWindow ? 6 : 5)
    if (packed.length - sizeAt < sizeBytes) return null
    if (sizeBytes > 0) promised += readSize(view, sizeAt, sizeBytes)
    if (promised > size) return null
    if (hasWindow && windowOf(packed[at + 5]) > size) {
      if (fitted === packed) fitted = packed.slice()
      fitted[at + 5] = descriptorOfWindow(size)
    }
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
  }
  return at === packed.length && size <= most ? fitted : null
}

/** Five bits of exponent, three of eighths. */
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
