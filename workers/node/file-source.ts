// Files on disk as byte sources: regular files, of which few are open at once, standard input, pipes, and
// source files found by the paths that a compiler recorded.
import { constants, type FileHandle, open, stat } from 'node:fs/promises'
import { fstatSync, type Stats } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { join } from 'node:path'
import { errorText, isNetworkPath, LARGEST_CALL, READ_AT_ONCE } from './file-system.ts'
import { type ByteSource, checkRange, memorySource } from '../core/bytes/byte-source.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import { formatBytes } from '../core/reports/quantities.ts'
import { readSome, typedName } from './io.ts'

// A file that is open while it is read, and for as long afterwards as few others are. A system lets a process hold some hundreds or
// thousands of files open, and a run on as many processors leaves as many profiles.

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
    return this.release()
  }

  /** Until it is used again. */
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

// A file on disk, read at positions. The command line's ByteSource.

/** Reads a file until `close`. Its name is the path as it was given, for that is what the person typed. */
export interface FileSource extends ByteSource {
  /** What it held is in memory, and nowhere else any more. */
  readonly isPipe?: true
  close(): Promise<void>
}

/** As much of standard input as is kept in memory. */
const LARGEST_INPUT = 1_000_000_000
/** Of a pipe, read at once. */
const PIECE = 1 << 16
/** Until somebody writes into a named pipe. Milliseconds. */
const PATIENCE = 5000
/** Until such a pipe is asked again. Milliseconds. */
const REST = 1

export interface PipeOptions {
  readonly input?: AsyncIterable<Uint8Array>
  readonly largest?: number
  readonly patience?: number
}

/**
 * `-` is standard input; a pipe is read to its end, too. Throws ProblemError `bytes/cannot-open` for what is no file or may not be
 * read, or is a pipe that nobody writes into, `bytes/unreadable` for a standard input that ends in an error.
 */
export async function openFileSource(
  path: string,
  { input = process.stdin, largest = LARGEST_INPUT, patience = PATIENCE }: PipeOptions = {},
): Promise<FileSource> {
  if (path === '-') return readToEnd('standard input', input, largest)
  const fd = openPipe(path)
  if (fd !== null) return readToEnd(path, piecesOf(fd), largest)
  const stats = await orProblem(path, 'bytes/cannot-open', () => stat(typedName(path)))
  if (stats.isFIFO()) return readToEnd(path, piecesOfNamed(path, patience), largest)
  return openRegularSource(path)
}

/** For a file that nobody named. Errors: `bytes/cannot-open` for all but a regular file. */
async function openRegularSource(path: string): Promise<FileSource> {
  requireRegular(path, await orProblem(path, 'bytes/cannot-open', () => stat(typedName(path))))
  const file = new OpenFile(typedName(path))
  const opened = await orProblem(path, 'bytes/cannot-open', () => file.use((handle) => handle.stat()))
  if (!opened.isFile()) await file.close()
  requireRegular(path, opened)
  const { size, mtimeMs, ino } = opened
  const readInto = async (
    offset: number,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array<ArrayBuffer>> => {
    checkRange(path, size, offset, bytes.length)
    const [isWhole, now] = await orProblem(path, 'bytes/unreadable', () =>
      file.use(async (handle) => [await readFully(handle, offset, bytes), await handle.stat()]),
    )
    // The program ran again and wrote over its profile: what was read before belongs to another run.
    if (!isWhole || now.size !== size || now.mtimeMs !== mtimeMs || now.ino !== ino) {
      throw unreadable(path, 'it changed while it was read')
    }
    return bytes
  }
  return {
    name: path,
    size,
    read: async (offset, length) => {
      // Before there is room for it: a length may come from a file.
      checkRange(path, size, offset, length)
      return readInto(offset, new Uint8Array(length))
    },
    readInto,
    close: () => file.close(),
  }
}

function requireRegular(file: string, stats: Stats): void {
  if (stats.isFile()) return
  const reason = stats.isDirectory()
    ? `${errorText('EISDIR')}; name the files in it`
    : 'it is no regular file'
  throw new ProblemError({ code: 'bytes/cannot-open', file, reason })
}

/** What a shell or another program has opened for us, as in `<(zcat gmon.out.gz)`. */
function openPipe(path: string): number | null {
  const [, given] = /^\/(?:dev|proc\/self)\/(stdin|fd\/\d+)$/.exec(path) ?? []
  if (given === undefined) return null
  const fd = given === 'stdin' ? 0 : Number(given.slice(3))
  try {
    const stats = fstatSync(fd)
    return stats.isFIFO() || stats.isSocket() ? fd : null
  } catch {
    // It is not open: whoever opens it tells.
    return null
  }
}

async function* piecesOf(fd: number): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(PIECE)
  for (;;) {
    const count = readSome(fd, buffer)
    if (count === 0) return
    yield buffer.slice(0, count)
  }
}

/** Opening it as any file would wait for its writer, maybe for ever. */
async function* piecesOfNamed(path: string, patience: number): AsyncGenerator<Uint8Array> {
  const handle = await orProblem(path, 'bytes/cannot-open', () =>
    open(typedName(path), constants.O_RDONLY | constants.O_NONBLOCK),
  )
  try {
    const buffer = new Uint8Array(PIECE)
    const began = Date.now()
    let isWritten = false
    for (;;) {
      const count = await readWaiting(handle, buffer)
      if (count > 0) yield buffer.slice(0, count)
      else if (count === 0 && isWritten) return
      else if (count === 0 && Date.now() - began > patience) {
        const reason = 'it is a pipe, and nobody writes into it'
        throw new ProblemError({ code: 'bytes/cannot-open', file: path, reason })
      }
      // A writer that is slow is there.
      isWritten ||= count !== 0
      if (count <= 0) await setTimeout(REST)
    }
  } finally {
    await handle.close()
  }
}

/** −1 where a writer is there that has not written; 0 at the end, and where nobody writes. */
async function readWaiting(handle: FileHandle, buffer: Uint8Array): Promise<number> {
  try {
    return (await handle.read(buffer, 0, buffer.length, null)).bytesRead
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    return -1
  }
}

/** A pipe cannot be read at positions: all of it is kept. */
async function readToEnd(
  name: string,
  input: AsyncIterable<Uint8Array>,
  largest: number,
): Promise<FileSource> {
  const pieces: Uint8Array[] = []
  let size = 0
  await orProblem(name, 'bytes/unreadable', async () => {
    for await (const piece of input) {
      pieces.push(piece)
      size += piece.length
      if (size > largest)
        throw unreadable(name, `it is larger than ${formatBytes(largest)}: name the file itself`)
    }
  })
  return { ...memorySource(name, Buffer.concat(pieces, size)), isPipe: true, close: () => Promise.resolve() }
}

/** False when the file ends early. */
async function readFully(
  handle: FileHandle,
  offset: number,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  for (let done = 0; done < bytes.length;) {
    const atOnce = Math.min(bytes.length - done, LARGEST_CALL)
    const { bytesRead } = await handle.read(bytes, done, atOnce, offset + done)
    if (bytesRead === 0) return false
    done += bytesRead
  }
  return true
}

async function orProblem<T>(
  path: string,
  problem: 'bytes/cannot-open' | 'bytes/unreadable',
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProblemError || !(error instanceof Error)) throw error
    const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
    const reason = code === '' ? error.message : errorText(code)
    throw new ProblemError({ code: problem, file: path, reason })
  }
}

function unreadable(file: string, reason: string): ProblemError {
  return new ProblemError({ code: 'bytes/unreadable', file, reason })
}

// The source files that a program's paths mean, on this disk: where the compiler had them, else in folders that are named.

/** Null where there is none, or it may not be read: regular files only. @param path as the compiler saw it */
export async function openSourceFile(path: string, folders: readonly string[]): Promise<FileSource | null> {
  for (const candidate of candidatesFor(path, folders)) {
    try {
      return await openRegularSource(candidate)
    } catch {
      // The next one may do.
    }
  }
  return null
}

/** Folders of a path that may be those below another: a program may claim thousands. */
const MOST_FOLDERS = 40

/** As it stands, unless that asks another machine; then below each folder, with as many of its own folders as there are. */
export function candidatesFor(
  path: string,
  folders: readonly string[],
  platform: NodeJS.Platform = process.platform,
): readonly string[] {
  const parts = path.split(/[/\\]+/).filter((part) => part !== '' && part !== '.')
  // Not out of the folder that was named.
  const below = parts.slice(parts.lastIndexOf('..') + 1).slice(-1 - MOST_FOLDERS)
  const own = isNetworkPath(path, platform) ? [] : [path]
  return [...own, ...folders.flatMap((folder) => below.map((_, from) => join(folder, ...below.slice(from))))]
}

export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(typedName(path))).isDirectory()
  } catch {
    return false
  }
}
