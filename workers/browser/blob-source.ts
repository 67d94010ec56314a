// Byte sources of dropped files, read in slices inside the worker: the page never touches their bytes
// unless it must.
//
// A browser takes one or two milliseconds for a slice of any length, while the worker is idle. So the
// first read of a file is kept: all of a short one, of others the part that identifies them.
//
// Each slice is memory of its own, which is released on collection. Files that are read from front to
// back, possibly a thousand, are read into the same memory, if the browser can.
import { messageOf } from '../core/base/result.ts'
import type { ReadForWorker } from '../api/contract.ts'
import { type ByteSource, checkRange } from '../core/bytes/byte-source.ts'
import { IDENTIFYING_BYTES } from '../core/formats/format.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import { ConcatenatedFiles } from './concatenated-files.ts'
import { type BlobReader, canReadInto } from './read-blob.ts'

/** Largest file that is read in one slice, in bytes. */
const SHORT = 1 << 20

/** Total size of short files that are kept, in bytes. */
const KEPT = 8 << 20

/**
 * Bytes kept of any other file: its headers, and mostly its build id. Of many files, the part
 * that identifies them.
 */
const START = 4096
const FEW_FILES = 64

/**
 * Returns byte sources of files.
 *
 * @param read reads a range if the worker cannot read the files itself; else null
 */
export function blobSources(
  files: readonly File[],
  read: ReadForWorker | null,
  blobs: BlobReader,
): readonly ByteSource[] {
  let room = KEPT
  const isMany = files.length > FEW_FILES
  const start = isMany ? IDENTIFYING_BYTES : START
  const kept = files.map(({ size }) => {
    const isShort = size <= Math.min(SHORT, room)
    if (isShort) room -= size
    return isShort ? size : start
  })
  const row = isMany && !read ? new ConcatenatedFiles(files, kept, blobs) : null
  return files.map((file, at) => sourceOf(file, at, kept[at] ?? 0, read, blobs, row))
}

/**
 * Returns the byte source of one file.
 *
 * @param read reads a range if the worker cannot read the file itself; else null
 */
export function blobSource(file: File, read: ReadForWorker | null, blobs: BlobReader): ByteSource {
  return sourceOf(file, 0, START, read, blobs, null)
}

/** @param kept bytes of its start that are read in one slice on the first request */
function sourceOf(
  file: File,
  at: number,
  kept: number,
  read: ReadForWorker | null,
  blobs: BlobReader,
  row: ConcatenatedFiles | null,
): ByteSource {
  const { name, size, lastModified } = file
  const slice = (offset: number, length: number): Promise<ArrayBuffer> =>
    read ? read(at, offset, length) : file.slice(offset, offset + length).arrayBuffer()
  let start: Promise<ArrayBuffer> | null = null
  const startOf = (): Promise<ArrayBuffer> => {
    if (start) return start
    const reading = slice(0, kept)
    // The pending reader gets the failure; the next one tries again.
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
    // Files of our own making have no time.
    ...(lastModified > 0 && { modified: lastModified }),
    read: (offset, length) =>
      orProblem(
        offset,
        length,
        async () =>
          // A copy of the kept bytes, because readers may change them.
          new Uint8Array(
            isKept(offset, length)
              ? (await startOf()).slice(offset, offset + length)
              : await slice(offset, length),
          ),
      ),
  }
  if (read || kept >= size || !canReadInto) return source
  return {
    ...source,
    readInto: (offset, bytes) =>
      orProblem(offset, bytes.length, async () => {
        if (!isKept(offset, bytes.length)) {
          // The file is identified.
          start = null
          if (row && bytes.length === size) return row.read(at, bytes)
          return blobs.readInto(file.slice(offset, offset + bytes.length), bytes)
        }
        bytes.set(new Uint8Array(await startOf(), offset, bytes.length))
        return bytes
      }),
  }
}
