import { ProblemError } from '../problems/problem-error.ts'

/** What every ByteSource does first: throws `bytes/out-of-bounds` for a range that is not wholly in the file. */
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
