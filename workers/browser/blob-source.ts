// ByteSources over dropped files, read by slices inside the worker: the page never touches their bytes, unless it must.
// A browser takes a millisecond or two for each slice of whatever length, while the worker has nothing to do. So what is read
// first of a file is kept: all of a short one, of others the part that tells what they are.
import { messageOf } from '../core/base/message-of.ts'
import type { ReadForWorker } from '../api/contract.ts'
import type { ByteSource } from '../core/bytes/byte-source.ts'
import { ProblemError } from '../core/problems/problem-error.ts'

/** Bytes of a file that is read in one slice. */
const SHORT = 1 << 20

/** Bytes of all short files that are kept, however many there are. */
const KEPT = 8 << 20

/** Bytes kept of any other file: its headers, and most often its build id. */
const START = 4096

/** `read`: how to come by a range where the files themselves cannot be read here. */
export function blobSources(files: readonly File[], read: ReadForWorker | null): readonly ByteSource[] {
  let room = KEPT
  return files.map((file, at) => {
    const isShort = file.size <= Math.min(SHORT, room)
    if (isShort) room -= file.size
    return sourceOf(file, at, isShort, read)
  })
}

/** The same for one file. */
export function blobSource(file: File, read: ReadForWorker | null): ByteSource {
  return sourceOf(file, 0, file.size <= SHORT, read)
}

function sourceOf(file: File, at: number, isShort: boolean, read: ReadForWorker | null): ByteSource {
  const { name, size } = file
  const kept = isShort ? size : START
  const slice = (offset: number, length: number): Promise<ArrayBuffer> =>
    read ? read(at, offset, length) : file.slice(offset, offset + length).arrayBuffer()
  let start: Promise<ArrayBuffer> | null = null
  const startOf = (): Promise<ArrayBuffer> => {
    if (start) return start
    const reading = slice(0, kept)
    // A failure is told to whoever waits; the next reader tries again.
    reading.catch(() => (start = null))
    return (start = reading)
  }
  return {
    name,
    size,
    async read(offset, length) {
      const end = offset + length
      if (offset < 0 || end > size) {
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
        // Of what is kept a copy: who reads may do with it as they please.
        return new Uint8Array(
          end <= kept ? (await startOf()).slice(offset, end) : await slice(offset, length),
        )
      } catch (error) {
        const reason = messageOf(error)
        throw new ProblemError({ code: 'bytes/unreadable', file: name, reason })
      }
    },
  }
}
