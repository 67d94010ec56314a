// zlib data → the bytes it was made from, whose number is known beforehand.
import { decompress, type TransformInput } from '../../bytes/transform.ts'

/** Deflate never makes less than a byte of 1,032. */
const BEST_RATIO = 1032

/** Exactly `size` bytes, or null if the data is damaged or makes another number of bytes. */
export async function inflate(input: TransformInput, size: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (size > BEST_RATIO * input.size) return null
  const bytes = new Uint8Array(size)
  let filled = 0
  const outcome = await decompress(input, 'deflate', (piece) => {
    if (piece.length > size - filled) return false
    bytes.set(piece, filled)
    filled += piece.length
    return true
  })
  return outcome === 'done' && filled === size ? bytes : null
}
