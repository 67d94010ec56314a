// ByteSources over dropped files, read by slices inside the worker: the page never touches their bytes, unless it must.
// A browser takes a millisecond or two for each slice of whatever length, while the worker has nothing to do. So what is read
// first of a file is kept: all of a short one, of others the part that tells what they are.
//
// Each slice that a browser reads is memory of its own, which it gives back when it collects. Files that are read from front to
// back, of which there may be a thousand, are read into the same memory over and over, where the browser can.
import { messageOf } from '../core/base/message-of.ts'
import type { ReadForWorker } from '../api/contract.ts'
import type { ByteSource } from '../core/bytes/byte-source.ts'
import { checkRange } from '../core/bytes/check-range.ts'
import { TELLING_BYTES } from '../core/formats/format.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import { canFill, fillFrom } from './byte-streams.ts'
import { FilesInARow } from './files-in-a-row.ts'

/** Bytes of a file that is read in one slice. */
const SHORT = 1 << 20

/** Bytes of all short files that are kept, however many there are. */
const KEPT = 8 << 20

/** Bytes kept of any other file: its headers, and most often its build id. Of many files those that tell what they are. */
const START = 4096
const FEW_FILES = 64

/** `read`: how to come by a range where the files themselves cannot be read here. */
export function blobSources(files: readonly File[], read: ReadForWorker | null): readonly ByteSource[] {
  let room = KEPT
  const isMany = files.length > FEW_FILES
  const start = isMany ? TELLING_BYTES : START
  const kept = files.map(({ size }) => {
    const isShort = size <= Math.min(SHORT, room)
    if (isShort) room -= size
    return isShort ? size : start
  })
  const row = isMany && !read ? new FilesInARow(files, kept) : null
  return files.map((file, at) => sourceOf(file, at, kept[at] ?? 0, read, row))
}

/** The same for one file. */
export function blobSource(file: File, read: ReadForWorker | null): ByteSource {
  return sourceOf(file, 0, START, read, null)
}

/** `kept`: bytes of its start that are read in one slice, for whoever asks for some of them. */
function sourceOf(
  file: File,
  at: number,
  kept: number,
  read: ReadForWorker | null,
  row: FilesInARow | null,
): ByteSource {
  const { name, size } = file
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
  const orProblem = async <T>(offset: number, length: number, work: () => Promise<T>): Promise<T> => {
    checkRange(name, size, offset, length)
    try {
      return await work()
    } catch (error) {
      throw new ProblemError({ code: 'bytes/unreadable', file: name, reason: messageOf(error) })
    }
  }
  const isKept = (offset: number, length: number): boolean => offset + length <= kept
  const source: ByteSource = {
    name,
    size,
    read: (offset, length) =>
      orProblem(
        offset,
        length,
        async () =>
          // Of what is kept a copy: who reads may do with it as they please.
          new Uint8Array(
            isKept(offset, length)
              ? (await startOf()).slice(offset, offset + length)
              : await slice(offset, length),
          ),
      ),
  }
  if (read || kept >= size || !canFill) return source
  return {
    ...source,
    readInto: (offset, bytes) =>
      orProblem(offset, bytes.length, async () => {
        if (!isKept(offset, bytes.length)) {
          // What it is has been found out.
          start = null
          if (row && bytes.length === size) return row.read(at, bytes)
          return fillFrom(file.slice(offset, offset + bytes.length), bytes)
        }
        bytes.set(new Uint8Array(await startOf(), offset, bytes.length))
        return bytes
      }),
  }
}
