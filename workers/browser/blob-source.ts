// Dropped files as byte sources, read in slices inside the worker. Slices are slow to request, so
// the start of a file is kept. Many files are read as one blob, into reused memory.
import { messageOf } from '../core/base/result.ts'
import type { ReadForWorker } from '../api/contract.ts'
import { type ByteSource, checkRange } from '../core/bytes/byte-source.ts'
import { IDENTIFYING_BYTES } from '../core/formats/format.ts'
import { ProblemError } from '../core/problems/problem-error.ts'

/** Whether the browser can read into a given buffer. */
const canReadInto = isTried()

function isTried(): boolean {
  try {
    new Blob().stream().getReader({ mode: 'byob' })
    return true
  } catch {
    return false
  }
}

/**
 * Chromium collects a stream without other references even while a read is pending, which then
 * never settles.
 */
const inUse = new Set<ByteStream>()

/** Reads a blob from front to back. */
class ByteStream {
  readonly #reader: ReadableStreamBYOBReader

  constructor(blob: Blob) {
    this.#reader = blob.stream().getReader({ mode: 'byob' })
    inUse.add(this)
  }

  /**
   * Fills the memory of `bytes` with the next bytes. The buffer is transferred, so use the
   * returned array.
   *
   * @throws errors of reading, and an error if there are fewer bytes; the memory is lost then
   */
  async fill(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const { byteOffset, length } = bytes
    let { buffer } = bytes
    for (let filled = 0; filled < length;) {
      const left = length - filled
      const into = new Uint8Array(buffer, byteOffset + filled, left)
      // Engines without `min` return less: each read makes objects that are collected late.
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

/** Reads the bytes of a blob into the memory of `bytes`. */
async function readBlobInto(blob: Blob, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new ByteStream(blob)
  try {
    return await stream.fill(bytes)
  } finally {
    stream.end()
  }
}

// Whole files in sequence, read as one blob. Starting to read a blob costs the browser and the
// worker one or two milliseconds of processor time, and memory that is released only on
// collection.

/** Number of blobs that a browser examines before it reads the first. */
const MOST = 64

/** Milliseconds after which no request for the next file is expected. */
const PATIENCE = 1000

interface Row {
  readonly stream: ByteStream
  /** Number of the next file; null while one is being read. */
  next: number | null
  readonly end: number
}

/** Reads many files in sequence as one blob, into reused memory. */
export class ConcatenatedFiles {
  readonly #files: readonly File[]
  readonly #kept: readonly number[]
  #isBroken = false
  #row: Row | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  /**
   * @param kept bytes of each file that are kept elsewhere; files that are kept whole are never
   * requested
   */
  constructor(files: readonly File[], kept: readonly number[]) {
    this.#files = files
    this.#kept = kept
  }

  /**
   * Reads all bytes of a file into the memory of `bytes`, unless that is lost on the way. The
   * buffer is transferred, so use the returned array.
   */
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
      // Any of the files may be the cause, most likely a later one.
      this.#isBroken = true
      this.#leave(row)
      return readBlobInto(this.#files[at] ?? new Blob(), new Uint8Array(length))
    }
  }

  /**
   * Returns the sequence that is at this file; null if one would gain nothing, or if it is in
   * use.
   */
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

// Byte sources of dropped files, read in slices inside the worker: the page never touches their
// bytes unless it must. A browser takes one or two milliseconds for a slice of any length, while
// the worker is idle. So the first read of a file is kept: all of a short one, of others the part
// that identifies them.
//
// Each slice is memory of its own, which is released on collection. Files that are read from
// front to back, possibly a thousand, are read into the same memory, if the browser can.

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

/**
 * Returns the byte source of one file.
 *
 * @param read reads a range if the worker cannot read the file itself; else null
 */
export function blobSource(file: File, read: ReadForWorker | null): ByteSource {
  return sourceOf(file, 0, START, read, null)
}

/** @param kept bytes of its start that are read in one slice on the first request */
function sourceOf(
  file: File,
  at: number,
  kept: number,
  read: ReadForWorker | null,
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
          return readBlobInto(file.slice(offset, offset + bytes.length), bytes)
        }
        bytes.set(new Uint8Array(await startOf(), offset, bytes.length))
        return bytes
      }),
  }
}
