// A file on disk, read at positions. The command line's ByteSource.
import { fstatSync, type Stats } from 'node:fs'
import { constants, open, stat, type FileHandle } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { ByteSource } from '../core/bytes/byte-source.ts'
import { memorySource } from '../core/bytes/memory-source.ts'
import { checkRange } from '../core/bytes/check-range.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import { formatBytes } from '../core/reports/quantities.ts'
import { LARGEST_CALL } from './largest-call.ts'
import { OpenFile } from './open-file.ts'
import { readSome, typedName } from './process-streams.ts'
import { wordsFor } from './system-words.ts'

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
export async function openRegularSource(path: string): Promise<FileSource> {
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
  const reason = stats.isDirectory() ? `${wordsFor('EISDIR')}; name the files in it` : 'it is no regular file'
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
    const reason = code === '' ? error.message : wordsFor(code)
    throw new ProblemError({ code: problem, file: path, reason })
  }
}

function unreadable(file: string, reason: string): ProblemError {
  return new ProblemError({ code: 'bytes/unreadable', file, reason })
}
