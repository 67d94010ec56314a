// Whether two files hold the same, read side by side up to the first difference.
import type { ByteSource } from './byte-source.ts'

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
