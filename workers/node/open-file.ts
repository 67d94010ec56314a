// A file that is open while it is read, and for as long afterwards as few others are. A system lets a process hold some hundreds or
// thousands of files open, and a run on as many processors leaves as many profiles.
import { open, type FileHandle } from 'node:fs/promises'
import { READ_AT_ONCE } from './regular-file.ts'

/** So many are open at once, and as many reads under way. */
const MOST_OPEN = 64

/** The one used last comes last. */
const openFiles = new Set<OpenFile>()

let underWay = 0
const waiting: (() => void)[] = []

export class OpenFile {
  readonly #path: string | Buffer
  #handle: Promise<FileHandle> | undefined
  #users = 0
  #isClosed = false

  /** @param path of what was a regular file a moment ago */
  constructor(path: string | Buffer) {
    this.#path = path
  }

  /**
   * Hands over a handle that stays open until the promise of `work` is settled. The path may lead to another file than the last
   * time. Errors: the system's, of opening it and of `work`; one of ours after `close`.
   */
  async use<T>(work: (handle: FileHandle) => Promise<T>): Promise<T> {
    if (underWay < MOST_OPEN) underWay++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    this.#users++
    try {
      return await work(await this.#open())
    } finally {
      this.#users--
      // Whoever waits takes the place that becomes free.
      const next = waiting.shift()
      if (next) next()
      else underWay--
    }
  }

  close(): Promise<void> {
    this.#isClosed = true
    return this.letGo()
  }

  /** Until it is used again. */
  async letGo(): Promise<void> {
    const handle = this.#handle
    this.#handle = undefined
    openFiles.delete(this)
    await (await handle)?.close()
  }

  get isInUse(): boolean {
    return this.#users > 0
  }

  async #open(): Promise<FileHandle> {
    if (this.#isClosed) throw new Error('it was closed')
    openFiles.delete(this)
    openFiles.add(this)
    if (openFiles.size > MOST_OPEN) await letGoLongUnused()
    try {
      return await (this.#handle ??= open(this.#path, READ_AT_ONCE))
    } catch (error) {
      this.#handle = undefined
      openFiles.delete(this)
      throw error
    }
  }
}

async function letGoLongUnused(): Promise<void> {
  for (const file of openFiles) {
    if (file.isInUse) continue
    await file.letGo()
    return
  }
}
