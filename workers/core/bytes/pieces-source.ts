// A file of pieces in memory, one after another.
import { lastAtOrBelow } from '../base/binary-search.ts'
import { type ByteSource, checkRange } from './byte-source.ts'

/**
 * Returns a source over pieces in memory, one after another, which must not change. Joining them would need
 * their memory twice.
 */
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
