// Sources that tests look into: one that lists what was read of it, and one over a file too large to make.
import { type ByteSource, checkRange } from '../core/bytes/byte-source.ts'

export interface WatchedSource extends ByteSource {
  readonly reads: readonly { readonly offset: number; readonly length: number }[]
  readonly bytesRead: () => number
}

export function watchedSource(source: ByteSource): WatchedSource {
  const reads: { offset: number; length: number }[] = []
  const readInto = source.readInto?.bind(source)
  return {
    name: source.name,
    size: source.size,
    read: (offset, length) => {
      reads.push({ offset, length })
      return source.read(offset, length)
    },
    ...(readInto && {
      readInto: (offset: number, bytes: Uint8Array<ArrayBuffer>) => {
        reads.push({ offset, length: bytes.length })
        return readInto(offset, bytes)
      },
    }),
    reads,
    bytesRead: () => reads.reduce((sum, { length }) => sum + length, 0),
  }
}

/** A file of `size` bytes, all zero but for the pieces. */
export function sparseSource(
  name: string,
  size: number,
  pieces: readonly { readonly offset: number; readonly bytes: Uint8Array }[],
): ByteSource {
  return {
    name,
    size,
    read: async (offset, length) => {
      checkRange(name, size, offset, length)
      const bytes = new Uint8Array(length)
      for (const piece of pieces) {
        const from = Math.max(offset, piece.offset)
        const to = Math.min(offset + length, piece.offset + piece.bytes.length)
        if (from < to) bytes.set(piece.bytes.subarray(from - piece.offset, to - piece.offset), from - offset)
      }
      return bytes
    },
  }
}
