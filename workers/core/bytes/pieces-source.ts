import { lastAtOrBelow } from '../base/search.ts'
import type { ByteSource } from './byte-source.ts'
import { checkRange } from './check-range.ts'

/** A file whose bytes came in pieces. They stay where they are: joined, they would be in memory twice. */
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
