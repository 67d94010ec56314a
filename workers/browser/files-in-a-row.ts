// Whole files, one after the other, read as one blob: to begin reading costs the browser and the worker a millisecond or two of
// processor time, for each blob, and memory that is only given back when they collect.
import { ByteStream, fillFrom } from './byte-streams.ts'

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

export class FilesInARow {
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
    if (row === null) return fillFrom(this.#files[at] ?? new Blob(), bytes)
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
      return fillFrom(this.#files[at] ?? new Blob(), new Uint8Array(length))
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
