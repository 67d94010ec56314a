// Dropped files as byte sources, read by slices in the worker. Slices are slow to ask for, so the start of a
// file is kept; many files are read as one blob, into memory that is reused.
import { messageOf } from '../core/base/result.ts'
import type { ReadForWorker } from '../api/contract.ts'
import { type ByteSource, checkRange } from '../core/bytes/byte-source.ts'
import { IDENTIFYING_BYTES } from '../core/formats/format.ts'
import { ProblemError } from '../core/problems/problem-error.ts'

/** Whether it can. */
const canReadInto = isTried()

function isTried(): boolean {
  try {
    new Blob().stream().getReader({ mode: 'byob' })
    return true
  } catch {
    return false
  }
}

/** Chromium collects a stream that nobody else holds on to, though somebody waits for its bytes: they never come. */
const inUse = new Set<ByteStream>()

/** A blob from front to back. */
class ByteStream {
  readonly #reader: ReadableStreamBYOBReader

  constructor(blob: Blob) {
    this.#reader = blob.stream().getReader({ mode: 'byob' })
    inUse.add(this)
  }

  /**
   * Its next bytes, in the memory of `bytes`, which goes from hand to hand on the way.
   *
   * Errors: what reading throws, and that there are fewer; the memory is gone then.
   */
  async fill(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const { byteOffset, length } = bytes
    let { buffer } = bytes
    for (let filled = 0; filled < length;) {
      const left = length - filled
      const into = new Uint8Array(buffer, byteOffset + filled, left)
      // Engines that know no `min` answer with less: each answer costs them objects that they collect in their own time.
      const { value, done } = await this.#reader.read(into, { min: left })
      if (done || !value) throw new Error('it got shorter')
      buffer = value.buffer
      filled += value.length
    }
    return new Uint8Array(buffer, byteOffset, length)
  }

  end(): void {
    inUse.delete(this)
    void this.#reader.cancel().catch(() => {})
  }
}

/** The bytes of a blob, in the memory of `bytes`. */
async function readBlobInto(blob: Blob, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new ByteStream(blob)
  try {
    return await stream.fill(bytes)
  } finally {
    stream.end()
  }
}

// Whole files, one after the other, read as one blob: to begin reading costs the browser and the worker a millisecond or two of
// processor time, for each blob, and memory that is only given back when they collect.

/** What a browser looks at before it reads the first of them. */
const MOST = 64

/** Milliseconds after which nobody is expected to ask for the next file. */
const PATIENCE = 1000

interface Row {
  readonly stream: ByteStream
  /** Where it stands, by numbers of files; null while one is being read. */
  next: number | null
  readonly end: number
}

export class ConcatenatedFiles {
  readonly #files: readonly File[]
  readonly #kept: readonly number[]
  #isBroken = false
  #row: Row | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param kept bytes of each that need not be read here; nobody asks for a file that is kept whole */
  constructor(files: readonly File[], kept: readonly number[]) {
    this.#files = files
    this.#kept = kept
  }

  /** All bytes of a file, in the memory of `bytes`, if that is not lost on the way. */
  async read(at: number, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const { length } = bytes
    const row = this.#rowAt(at)
    if (row === null) return readBlobInto(this.#files[at] ?? new Blob(), bytes)
    try {
      row.next = null
      const filled = await row.stream.fill(bytes)
      row.next = at + 1
      this.#timer = setTimeout(() => this.#leave(row), PATIENCE)
      if (row.next === row.end) this.#leave(row)
      return filled
    } catch {
      // It may be the fault of any of them, and as like as not one of those to come.
      this.#isBroken = true
      this.#leave(row)
      return readBlobInto(this.#files[at] ?? new Blob(), new Uint8Array(length))
    }
  }

  /** The row that stands there; null where there is nothing to be gained by one, or it is in use. */
  #rowAt(at: number): Row | null {
    clearTimeout(this.#timer)
    const before = this.#row
    if (before?.next === at) return before
    if (before) {
      if (before.next === null) return null
      this.#leave(before)
    }
    const end = this.#endOf(at)
    if (end - at < 2) return null
    return (this.#row = { stream: new ByteStream(new Blob(this.#files.slice(at, end))), next: at, end })
  }

  #endOf(at: number): number {
    if (this.#isBroken) return at
    let end = at
    while (end < at + MOST && this.#isRead(end)) end++
    return end
  }

  #isRead(at: number): boolean {
    return (this.#files[at]?.size ?? 0) > (this.#kept[at] ?? 0)
  }

  #leave(row: Row): void {
    clearTimeout(this.#timer)
    row.stream.end()
    if (this.#row === row) this.#row = null
  }
}

// ByteSources over dropped files, read by slices inside the worker: the page never touches their bytes, unless it must.
// A browser takes a millisecond or two for each slice of whatever length, while the worker has nothing to do. So what is read
// first of a file is kept: all of a short one, of others the part that tells what they are.
//
// Each slice that a browser reads is memory of its own, which it gives back when it collects. Files that are read from front to
// back, of which there may be a thousand, are read into the same memory over and over, where the browser can.

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
  const start = isMany ? IDENTIFYING_BYTES : START
  const kept = files.map(({ size }) => {
    const isShort = size <= Math.min(SHORT, room)
    if (isShort) room -= size
    return isShort ? size : start
  })
  const row = isMany && !read ? new ConcatenatedFiles(files, kept) : null
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
  row: ConcatenatedFiles | null,
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
  if (read || kept >= size || !canReadInto) return source
  return {
    ...source,
    readInto: (offset, bytes) =>
      orProblem(offset, bytes.length, async () => {
        if (!isKept(offset, bytes.length)) {
          // What it is has been found out.
          start = null
          if (row && bytes.length === size) return row.read(at, bytes)
          return readBlobInto(file.slice(offset, offset + bytes.length), bytes)
        }
        bytes.set(new Uint8Array(await startOf(), offset, bytes.length))
        return bytes
      }),
  }
}
