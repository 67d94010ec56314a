// What the gprof command needs of the machine it runs on, which tests replace.
import { closeSync, fstatSync, openSync, readSync, realpathSync, writeFileSync } from 'node:fs'
import { joinBytes } from '../../core/base/buffers.ts'
import { type ByteSource, memorySource } from '../../core/bytes/byte-source.ts'
import type { TextBytes } from '../../core/reports/text/text-bytes.ts'
import { ProblemError } from '../../core/problems/problem-error.ts'
import { LARGEST_CALL, openRegular } from '../file-system.ts'
import type { ProgressLine } from '../progress.ts'
import { readSome } from '../process-streams.ts'

/**
 * Interface to the machine. File names, like all text here, are binary strings: one character per
 * byte.
 */
export interface GprofHost {
  readonly stdout: TextBytes
  readonly stderr: (text: string) => void
  /**
   * Shown while several profiles are read, and removed before any output; gprof itself shows
   * none.
   */
  readonly progress?: ProgressLine
  /** Called once, before the work, with the profiles to read. */
  readonly expect?: (profiles: readonly string[]) => Promise<void>
  /**
   * Opens a file.
   *
   * @param onlyRegular for a file that was not named on the command line
   * @throws SystemError
   */
  readonly open: (name: string, onlyRegular?: boolean) => OpenedFile
  /** Opens standard input, which is the profile called "-". */
  readonly standardInput: () => OpenedFile
  /** Returns the absolute path without symbolic links; the name itself if that is unknown. */
  readonly realPath: (name: string) => string
  /** @throws SystemError */
  readonly write: (name: string, bytes: Uint8Array) => void
  /** Value of GPROF_PATH, colon-separated; "" if unset. */
  readonly sourcePath: string
  /** Whether POSIXLY_CORRECT is set. */
  readonly operandsEndOptions: boolean
}

/** A file that was opened. */
export interface OpenedFile {
  readonly source: ByteSource
  readonly kind: 'file' | 'directory' | 'pipe'
  readonly close: () => void
}

/** An error of the operating system, with its code. */
export class SystemError extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** Returns the bytes of a name. */
export const nameBytes = (name: string): Buffer => Buffer.from(name, 'latin1')

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'EIO'
}

/** Largest stream that is read, in bytes; a pipe may have no end. */
const LARGEST_STREAM = 1 << 30
const PIECE = 1 << 20

/**
 * Reads a stream to its end.
 *
 * @throws SystemError `EFBIG` for a stream beyond `atMost` bytes
 */
export function readToEnd(descriptor: number, atMost = LARGEST_STREAM): Uint8Array<ArrayBuffer> {
  const buffer = new Uint8Array(PIECE)
  const pieces: Uint8Array[] = []
  let length = 0
  for (;;) {
    const count = readPiece(descriptor, buffer)
    if (count === 0) break
    length += count
    if (length > atMost) throw new SystemError('EFBIG')
    // A pipe returns less than requested.
    pieces.push(buffer.slice(0, count))
  }
  return joinBytes(pieces)
}

function readPiece(descriptor: number, buffer: Uint8Array): number {
  try {
    return readSome(descriptor, buffer)
  } catch (error) {
    throw new SystemError(codeOf(error))
  }
}

/** Opens a file as C's `fopen` does: a folder opens and is empty, a pipe is read to its end. */
export function openFile(name: string, path: Buffer | 0, onlyRegular = false): OpenedFile {
  let descriptor: number
  try {
    descriptor = path === 0 ? 0 : onlyRegular ? openRegular(path) : openSync(path, 'r')
  } catch (error) {
    throw new SystemError(codeOf(error))
  }
  const close = (): void => {
    if (descriptor !== 0) closeSync(descriptor)
  }
  const stats = fstatSync(descriptor)
  if (stats.isDirectory()) return { source: memorySource(name, new Uint8Array(0)), kind: 'directory', close }
  if (!stats.isFile()) {
    return { source: memorySource(name, readToEnd(descriptor)), kind: 'pipe', close }
  }
  const { size } = stats
  const readInto = (offset: number, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> => {
    const { length } = bytes
    for (let done = 0; done < length;) {
      const count = readSync(descriptor, bytes, done, Math.min(length - done, LARGEST_CALL), offset + done)
      if (count === 0) {
        const problem = {
          code: 'bytes/unreadable',
          file: name,
          reason: 'it changed while it was read',
        } as const
        return Promise.reject(new ProblemError(problem))
      }
      done += count
    }
    return Promise.resolve(bytes)
  }
  const read = (offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> =>
    readInto(offset, new Uint8Array(length))
  return { source: { name, size, read, readInto }, kind: 'file', close }
}

/**
 * Reads a whole file. Returns the system's error code on failure, `EISDIR` for a folder.
 *
 * @param atMost largest size in bytes, for a file that was not named on the command line: it must
 * be regular; `EFBIG` for a larger one
 */
export async function readAll(
  name: string,
  { open }: Pick<GprofHost, 'open'>,
  atMost?: number,
): Promise<Uint8Array<ArrayBuffer> | string> {
  try {
    const { source, kind, close } = open(name, atMost !== undefined)
    try {
      if (source.size > (atMost ?? Infinity)) return 'EFBIG'
      return kind === 'directory' ? 'EISDIR' : await source.read(0, source.size)
    } finally {
      close()
    }
  } catch (error) {
    return codeOf(error)
  }
}

/** What the search for debugging information needs. */
export type FileSystem = Pick<GprofHost, 'open' | 'realPath'>

/** The machine's own files. */
export const nodeFiles: FileSystem = {
  open: (name, onlyRegular) => openFile(name, nameBytes(name), onlyRegular),
  realPath: (name) => {
    try {
      return realpathSync(nameBytes(name), 'latin1')
    } catch {
      return name
    }
  },
}

/** Returns the host that runs on the process. */
export function nodeHost(io: Pick<GprofHost, 'stdout' | 'stderr' | 'progress'>): GprofHost {
  return {
    ...io,
    ...nodeFiles,
    standardInput: () => openFile('-', 0),
    write: (name, bytes) => {
      try {
        writeFileSync(nameBytes(name), bytes)
      } catch (error) {
        throw new SystemError(codeOf(error))
      }
    },
    sourcePath: Buffer.from(process.env['GPROF_PATH'] ?? '').toString('latin1'),
    operandsEndOptions: process.env['POSIXLY_CORRECT'] !== undefined,
  }
}
