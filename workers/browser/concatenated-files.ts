// Whole files in sequence, read as one blob.
//
// Starting to read a blob costs the browser and the worker one or two milliseconds of processor time, and
// memory that is released only on collection.
import type { BlobReader, ByteStream } from './read-blob.ts'

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
  readonly #blobs: BlobReader
  #isBroken = false
  #row: Row | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  /**
   * @param kept bytes of each file that are kept elsewhere; files that are kept whole are never
   * requested
   */
  constructor(files: readonly File[], kept: readonly number[], blobs: BlobReader) {
    this.#files = files
    this.#kept = kept
    this.#blobs = blobs
  }

  /**
   * Reads all bytes of a file into the memory of `bytes`, unless that is lost on the way. The
   * buffer is transferred, so use the returned array.
   */
  async read(at: number, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const { length } = bytes
    const row = this.#rowAt(at)
    if (row === null) return this.#blobs.readInto(this.#files[at] ?? new Blob(), bytes)
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
      return this.#blobs.readInto(this.#files[at] ?? new Blob(), new Uint8Array(length))
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
    return (this.#row = { stream: this.#blobs.stream(new Blob(this.#files.slice(at, end))), next: at, end })
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
