// A ByteSource over a dropped file, read by slices inside the worker: the page never touches its bytes, unless it must.
import type { ByteSource } from '../core/bytes/byte-source.ts'
import { ProblemError } from '../core/problems/problem-error.ts'

/** `read`: how to come by a range where the file itself cannot be read here. */
export function blobSource(
  file: File,
  read?: (offset: number, length: number) => Promise<ArrayBuffer>,
): ByteSource {
  const { name, size } = file
  return {
    name,
    size,
    async read(offset, length) {
      if (offset < 0 || offset + length > size) {
        throw new ProblemError({
          code: 'bytes/out-of-bounds',
          file: name,
          offset,
          what: 'the file',
          needed: length,
          size: Math.max(0, size - offset),
        })
      }
      try {
        const range = read ? read(offset, length) : file.slice(offset, offset + length).arrayBuffer()
        return new Uint8Array(await range)
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new ProblemError({ code: 'bytes/unreadable', file: name, reason })
      }
    },
  }
}
