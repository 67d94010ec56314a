// A file on disk, read at positions: the command line’s ByteSource.
import { constants, type FileHandle, open, stat } from 'node:fs/promises'
import { fstatSync, type Stats } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { errorText, LARGEST_CALL } from './file-system.ts'
import { type ByteSource, checkRange, memorySource } from '../core/bytes/byte-source.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import { formatBytes } from '../core/quantities.ts'
import { readSome, typedName } from './process-streams.ts'
import { OpenFile } from './open-file.ts'

/** A source that reads a file until `close`. Its name is the path as typed. */
export interface FileSource extends ByteSource {
  /** Set if the contents are in memory only and cannot be read again. */
  readonly isPipe?: true
  close(): Promise<void>
}

/** Largest standard input that is kept in memory, in bytes. */
const LARGEST_INPUT = 1_000_000_000
/** Bytes read from a pipe at once. */
const PIECE = 1 << 16
/** Time to wait for a writer of a named pipe, in milliseconds. */
const PATIENCE = 5000
/** Time between two attempts, in milliseconds. */
const REST = 1

/** Options for reading pipes; tests override the defaults. */
export interface PipeOptions {
  readonly input?: AsyncIterable<Uint8Array>
  readonly largest?: number
  readonly patience?: number
}

/**
 * Opens a file, or reads standard input (`-`) or a pipe to its end.
 *
 * @throws ProblemError `bytes/cannot-open` if it is no file, may not be read, or is a pipe
 * without a writer; `bytes/unreadable` if standard input ends in an error
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

/**
 * Opens a file that was not named on the command line.
 *
 * @throws ProblemError `bytes/cannot-open` for anything but a regular file
 */
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
    // The program ran again and overwrote its profile: earlier reads belong to another run.
    if (!isWhole || now.size !== size || now.mtimeMs !== mtimeMs || now.ino !== ino) {
      throw unreadable(path, 'it changed while it was read')
    }
    return bytes
  }
  return {
    name: path,
    size,
    modified: mtimeMs,
    read: async (offset, length) => {
      // Checked before allocating: a length may come from a file.
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

/** A file that a shell or another program opened for this process, as in `<(zcat gmon.out.gz)`. */
function openPipe(path: string): number | null {
  const [, given] = /^\/(?:dev|proc\/self)\/(stdin|fd\/\d+)$/.exec(path) ?? []
  if (given === undefined) return null
  const fd = given === 'stdin' ? 0 : Number(given.slice(3))
  try {
    const stats = fstatSync(fd)
    return stats.isFIFO() || stats.isSocket() ? fd : null
  } catch {
    // It is not open; opening it reports that.
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

/** Opening it like a regular file would wait for its writer, possibly forever. */
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
        const reason = 'it is a pipe that no program writes to'
        throw new ProblemError({ code: 'bytes/cannot-open', file: path, reason })
      }
      // A writer exists; it is slow.
      isWritten ||= count !== 0
      if (count <= 0) await setTimeout(REST)
    }
  } finally {
    await handle.close()
  }
}

/** Returns −1 if a writer exists that has not written; 0 at the end, and without a writer. */
async function readWaiting(handle: FileHandle, buffer: Uint8Array): Promise<number> {
  try {
    return (await handle.read(buffer, 0, buffer.length, null)).bytesRead
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    return -1
  }
}

/** A pipe cannot be read at positions, so all of it is kept. */
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

/** Returns false if the file ends early. */
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
