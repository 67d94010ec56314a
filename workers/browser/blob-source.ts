// ByteSources over dropped files, read by slices inside the worker: the page never touches their bytes, unless it must.
// A browser takes a millisecond or two for each slice of whatever length, while the worker has nothing to do. So what is read
// first of a file is kept: all of a short one, of others the part that tells what they are.
//
// Each slice that a browser reads is memory of its own, which it gives back when it collects. Files that are read from front to
// back, of which there may be a thousand, are read into the same memory over and over, where the browser can.
import { messageOf } from '../core/base/message-of.ts'
import type { ReadForWorker } from '../api/contract.ts'
import { letGo } from '../core/base/buffers.ts'
import type { ByteSource } from '../core/bytes/byte-source.ts'
import { TELLING_BYTES } from '../core/formats/format.ts'
import { ProblemError } from '../core/problems/problem-error.ts'

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
  const start = files.length > FEW_FILES ? TELLING_BYTES : START
  return files.map((file, at) => {
    const isShort = file.size <= Math.min(SHORT, room)
    if (isShort) room -= file.size
    return sourceOf(file, at, isShort ? file.size : start, read)
  })
}

/** The same for one file. */
export function blobSource(file: File, read: ReadForWorker | null): ByteSource {
  return sourceOf(file, 0, file.size <= SHORT ? file.size : START, read)
}

/** Whether a file can be read into memory that is there. */
let canFill: boolean | null = null

function readsInto(file: File): boolean {
  if (canFill !== null) return canFill
  try {
    file.slice(0, 0).stream().getReader({ mode: 'byob' })
    canFill = true
  } catch {
    canFill = false
  }
  return canFill
}

/** Chromium collects a stream that nobody else holds on to, though somebody waits for its bytes: they never come. */
const inUse = new Set<object>()

/** The bytes of a slice, in the memory of `bytes`, which goes from hand to hand on the way. */
async function fill(slice: Blob, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const { byteOffset, length } = bytes
  const reader = slice.stream().getReader({ mode: 'byob' })
  inUse.add(reader)
  try {
    let { buffer } = bytes
    for (let filled = 0; filled < length;) {
      const left = length - filled
      // Engines that know no `min` answer with less: each answer costs them objects that they collect in their own time.
      const { value, done } = await reader.read(new Uint8Array(buffer, byteOffset + filled, left), {
        min: left,
      })
      if (done || value === undefined) throw new Error('it changed while it was read')
      buffer = value.buffer
      filled += value.length
    }
    return new Uint8Array(buffer, byteOffset, length)
  } finally {
    inUse.delete(reader)
    void reader.cancel().catch(() => {})
  }
}

/** `kept`: bytes of its start that are read in one slice, for whoever asks for some of them. */
function sourceOf(file: File, at: number, kept: number, read: ReadForWorker | null): ByteSource {
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
    if (offset < 0 || offset + length > size) {
      const found = Math.max(0, size - offset)
      const what = 'the file'
      throw new ProblemError({
        code: 'bytes/out-of-bounds',
        file: name,
        offset,
        what,
        needed: length,
        size: found,
      })
    }
    try {
      return await work()
    } catch (error) {
      throw new ProblemError({ code: 'bytes/unreadable', file: name, reason: messageOf(error) })
    }
  }
  const forgetStart = (): void => {
    // Whoever waits for it has a copy by then.
    start?.then(
      (bytes) => letGo([bytes]),
      () => {},
    )
    start = null
  }
  const isKept = (offset: number, length: number): boolean => offset + length <= kept
  const source: ByteSource = {
    name,
    size,
    read: (offset, length) =>
      orProblem(offset, length, async () =>
        // Of what is kept a copy: who reads may do with it as they please.
        isKept(offset, length)
          ? new Uint8Array((await startOf()).slice(offset, offset + length))
          : new Uint8Array(await slice(offset, length)),
      ),
  }
  if (read !== null || kept >= size || !readsInto(file)) return source
  return {
    ...source,
    readInto: (offset, bytes) =>
      orProblem(offset, bytes.length, async () => {
        if (!isKept(offset, bytes.length)) {
          // What it is has been found out.
          forgetStart()
          return fill(file.slice(offset, offset + bytes.length), bytes)
        }
        bytes.set(new Uint8Array(await startOf(), offset, bytes.length))
        return bytes
      }),
  }
}
