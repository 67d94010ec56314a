// Files read by ranges: the core’s only input, over memory or a part of another file, with the limits on
// reads.
import { ProblemError } from '../problems/problem-error.ts'

/**
 * A file read by ranges: the core's only input.
 *
 * `read` returns exactly `length` bytes, in memory that the caller owns.
 * @throws ProblemError `bytes/out-of-bounds` for a range beyond the end, `bytes/unreadable` if the
 * file changed, vanished or may not be read
 */
export interface ByteSource {
  readonly name: string
  /** In bytes. */
  readonly size: number
  /** When the file was last written, in milliseconds since 1970; absent where that is unknown. */
  readonly modified?: number
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>
  /**
   * Reads `bytes.length` bytes into existing memory, for sources that can. Returns them filled.
   *
   * The host may have moved the memory; then `bytes` and its buffer are empty.
   */
  readInto?(offset: number, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>
}

/**
 * Checks that a range lies within the file; every ByteSource calls it first.
 *
 * @param file name of the file, for the message
 * @param size of the file, in bytes
 * @throws ProblemError `bytes/out-of-bounds`
 */
export function checkRange(file: string, size: number, offset: number, length: number): void {
  if (offset >= 0 && length >= 0 && offset + length <= size) return
  throw new ProblemError({
    code: 'bytes/out-of-bounds',
    file,
    offset,
    what: 'range',
    needed: length,
    size,
  })
}

/**
 * Largest table that is held in memory, in bytes, as in the file or as columns. A sparse file of a
 * few kB may claim many GB. Programs of 5,000,000 symbols stay below this limit.
 */
export const LARGEST_TABLE = 512_000_000

/**
 * Checks the size of a table against LARGEST_TABLE; every reader calls it before it allocates memory for one.
 *
 * @param file name of the file, for the message
 * @param what the table and its section, if any: "symbol names (.strtab)"
 * @param size in bytes
 * @throws ProblemError `bytes/table-too-large`
 */
export function requireTable(file: string, what: string, size: number): void {
  if (size <= LARGEST_TABLE) return
  throw new ProblemError({ code: 'bytes/table-too-large', file, what, size, limit: LARGEST_TABLE })
}

/**
 * Returns a source over bytes in memory, which must not change. Each read returns a copy, so that no reader
 * keeps the whole alive.
 */
export function memorySource(name: string, bytes: Uint8Array): ByteSource {
  return {
    name,
    size: bytes.length,
    read: async (offset, length) => {
      checkRange(name, bytes.length, offset, length)
      return Uint8Array.from(bytes.subarray(offset, offset + length))
    },
  }
}

/**
 * Returns the range `from .. from + size` of a file as a source of its own. The range is not checked before a
 * read.
 *
 * @param name of the new source; by default that of the file
 */
export function rangeSource(
  source: ByteSource,
  from: number,
  size: number,
  name: string = source.name,
): ByteSource {
  return {
    name,
    size,
    read: async (offset, length) => {
      checkRange(name, size, offset, length)
      return source.read(from + offset, length)
    },
  }
}

/** Bytes of each file compared at a time. */
const SLICE = 1 << 18

/**
 * Whether two files have the same bytes; reads up to the first difference. Names do not matter.
 *
 * @throws ProblemError `bytes/…` if a file cannot be read
 */
export async function haveSameBytes(left: ByteSource, right: ByteSource): Promise<boolean> {
  const { size } = left
  if (right.size !== size) return false
  for (let at = 0; at < size; at += SLICE) {
    const length = Math.min(SLICE, size - at)
    const [a, b] = await Promise.all([left.read(at, length), right.read(at, length)])
    if (a.some((byte, nth) => byte !== b[nth])) return false
  }
  return true
}
