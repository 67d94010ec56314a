// Compressed data → the bytes it was made from, where their number is told beforehand.
import type { OnPart } from '../base/work.ts'
import { decompress, type CompressedFormat, type TransformInput } from './transform.ts'

/** Deflate never makes less than a byte of 1,032. */
const BEST_RATIO = 1032

/** Whether so many bytes can be made of so few. */
export const isPossibleSize = (size: number, packedSize: number): boolean => size <= BEST_RATIO * packedSize

/** Exactly `size` bytes, or null if the data is damaged or makes another number of bytes. */
export async function inflate(
  input: TransformInput,
  format: CompressedFormat,
  size: number,
  onPart: OnPart = () => {},
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!isPossibleSize(size, input.size)) return null
  const bytes = new Uint8Array(size)
  let filled = 0
  const outcome = await decompress(input, format, (piece) => {
    if (piece.length > size - filled) return false
    bytes.set(piece, filled)
    filled += piece.length
    onPart(filled / size)
    return true
  })
  return outcome === 'done' && filled === size ? bytes : null
}
