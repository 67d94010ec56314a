// A file on disk, read at positions. The command line's ByteSource.
import { fstatSync } from 'node:fs'
import { stat, type FileHandle } from 'node:fs/promises'
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
  close(): Promise<void>
}

/** As much of standard input as is kept in memory. */
const LARGEST_INPUT = 1_000_000_000
/** Of a pipe, read at once. */
const PIECE = 1 << 16

/**
 * `-` is standard input, and a pipe that a shell has opened is read to its end, too. Throws ProblemError `bytes/cannot-open` for what is no file or may not be read, `bytes/unreadable`
 * for a standard input that ends in an error.
 */
export async function openFileSource(
  path: string,
  input: AsyncIterable<Uint8Array> = process.stdin,
  largestInput = LARGEST_INPUT,
): Promise<FileSource> {
  if (path === '-') return readToEnd('standard input', input, largestInput)
  const fd = openPipe(path)
  if (fd !== null) return readToEnd(path, piecesOf(fd), largestInput)
  const file = await orProblem(path, 'bytes/cannot-open', () => openRegularFile(path))
  const { size, mtimeMs, ino } = await orProblem(path, 'bytes/cannot-open', () =>
    file.use((handle) => handle.stat()),
  )
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

/** What a shell has opened for us, as in `<(zcat gmon.out.gz)`: a pipe of another name may have no writer yet. */
function openPipe(path: string): number | null {
  const [, given] = /^\/(?:dev|proc\/self)\/(stdin|fd\/\d+)$/.exec(path) ?? []
  if (given === undefined) return null
  const fd = given === 'stdin' ? 0 : Number(given.slice(3))
  try {
    return fstatSync(fd).isFIFO() ? fd : null
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
  return { ...memorySource(name, Buffer.concat(pieces, size)), close: () => Promise.resolve() }
}

/** Looks before it opens: opening a named pipe would wait for its writer. */
async function openRegularFile(path: string): Promise<OpenFile> {
  const name = typedName(path)
  const stats = await stat(name)
  if (stats.isFile()) return new OpenFile(name)
  const reason = stats.isDirectory() ? `${wordsFor('EISDIR')}; name the files in it` : 'it is no regular file'
  throw new ProblemError({ code: 'bytes/cannot-open', file: path, reason })
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
