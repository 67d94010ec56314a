// An open file, which stays open after a read while few others are.
//
// Systems limit a process to some hundreds or thousands of open files, while a run on many processors
// leaves as many profiles.
import { type FileHandle, open } from 'node:fs/promises'
import { READ_AT_ONCE } from './file-system.ts'

/** Largest number of open files, and of concurrent reads. */
const MOST_OPEN = 64

/** Open files, the most recently used last. */
const openFiles = new Set<OpenFile>()

let underWay = 0
const waiting: (() => void)[] = []

/** A file that is opened when it is used, and may be closed between uses. */
export class OpenFile {
  readonly #path: string | Buffer
  #handle: Promise<FileHandle> | undefined
  #users = 0
  #isClosed = false

  /** @param path path of a file that was regular when checked */
  constructor(path: string | Buffer) {
    this.#path = path
  }

  /**
   * Calls `work` with a handle that stays open until the returned promise settles. The path may
   * lead to another file than at the last use.
   *
   * @throws errors of the system from opening and from `work`; an error of our own after `close`
   */
  async use<T>(work: (handle: FileHandle) => Promise<T>): Promise<T> {
    if (underWay < MOST_OPEN) underWay++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    this.#users++
    try {
      return await work(await this.#open())
    } finally {
      this.#users--
      // The next waiting caller gets the free slot.
      const next = waiting.shift()
      if (next) next()
      else underWay--
    }
  }

  close(): Promise<void> {
    this.#isClosed = true
    return this.release()
  }

  /** Closes the file until its next use. */
  async release(): Promise<void> {
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
    await file.release()
    return
  }
}
