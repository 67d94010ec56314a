// Messages of gprof on standard error, word for word, with its program name in front.
import { BLOCKS_HEADER_SIZE } from '../../core/formats/gmon/layouts.ts'
import type { Problem } from '../../core/problems/problem.ts'
import { SystemError } from './host.ts'

/**
 * Ends the run with exit status 1 after printing the message. The message is complete, with a
 * line break where gprof prints one.
 */
export class GprofFailure extends Error {}

/** Ends the run with a complete message. */
export function fail(message: string): never {
  throw new GprofFailure(message)
}

/** The C library's texts for system error codes. */
const STRERROR: Readonly<Record<string, string>> = {
  ENOENT: 'No such file or directory',
  ENOTDIR: 'Not a directory',
  EACCES: 'Permission denied',
  EPERM: 'Operation not permitted',
  EISDIR: 'Is a directory',
  ELOOP: 'Too many levels of symbolic links',
  ENAMETOOLONG: 'File name too long',
  EMFILE: 'Too many open files',
  ENXIO: 'No such device or address',
  EIO: 'Input/output error',
  EFBIG: 'File too large',
  EROFS: 'Read-only file system',
  ENOSPC: 'No space left on device',
  EDQUOT: 'Disk quota exceeded',
}

/** Formats like C's `perror`: omits an empty name. */
const perror = (file: string, words: string): string => `${file === '' ? '' : `${file}: `}${words}\n`

/** Runs a system call, and fails with the system's message for `file`. */
export function orFail<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof SystemError)) throw error
    throw new GprofFailure(perror(file, STRERROR[error.code] ?? error.code))
  }
}

/** Returns the message of a core problem in gprof's words. */
export function problemMessage(problem: Problem, file: string): string {
  switch (problem.code) {
    case 'elf/no-text':
    case 'executable/no-text':
      return `gprof: can't find .text section in ${file}\n`
    case 'elf/no-symbols':
    case 'executable/no-symbols':
      return noSymbols(file)
    case 'gmon/too-short':
      return `${file}: file too short to be a gmon file\n`
    case 'gmon/bad-cookie':
      return `gprof: file \`${file}' has bad magic cookie\n`
    case 'gmon/unsupported-version':
      return `gprof: file \`${file}' has unsupported version ${problem.version | 0}\n`
    case 'gmon/bad-tag':
      return `gprof: ${file}: found bad tag ${problem.tag} (file corrupted?)\n`
    case 'gmon/truncated-record':
      return truncated(problem, file)
    case 'gmon/scale-changed':
      // Without a line break, as gprof prints it.
      return `gprof: different scales in histogram records`
    case 'gmon/overlapping-histograms':
      return `gprof: overlapping histogram records\n`
    case 'gmon/rate-changed':
      return `${file}: profiling rate incompatible with first gmon file\n`
    case 'gmon/bad-bsd-header':
      return `gprof: file '${file}' does not appear to be in gmon.out format\n`
    case 'bytes/table-too-large':
      return `gprof: ${file}: ${problem.what} of ${problem.size} bytes, more than ${problem.limit}\n`
    case 'bytes/unreadable':
      return `${file}: ${problem.reason}\n`
    case 'bug':
      throw new Error(problem.message)
    default:
      return `gprof: ${file}: not in executable format\n`
  }
}

/** Returns the message for a profile of another range than the first one's. */
export const incompatible = (file: string): string => `${file}: incompatible with first gmon file\n`

/** Returns the message for a cut BSD file: gprof counts the bin that failed as not read, and one more. */
export const missingBins = (read: number, bins: number): string =>
  `gprof: unexpected EOF after reading ${read - 1}/${bins} bins\n`

/** Returns the message for a program without symbols. */
export const noSymbols = (file: string): string => `gprof: file \`${file}' has no symbols\n`

/**
 * Returns the message of gprof's library for a program that is truncated or damaged; the rest is
 * printed all the same.
 */
export const beyondEnd = (file: string): string =>
  `BFD: warning: ${file} has a section extending past end of file\n`

/**
 * Returns its message for each symbol whose name lies outside the string table, which has `end`
 * bytes.
 */
export const lostNames = (file: string, end: number, offsets: readonly number[]): string =>
  offsets
    .map((offset) => `BFD: ${file}: invalid string offset ${offset} >= ${end} for section \`.strtab'\n`)
    .join('')

/** Its message if the code is missing, which then cannot be searched for calls. */
export const CODE_BEYOND_END = "bfd_get_section_contents: file truncated\ngprof: can't do -c\n"

/**
 * Returns the message for a record whose unit of measure differs from the first record's: the
 * text, or its abbreviation (one letter, or NUL).
 */
export function dimensionChanged(what: 'unit' | 'abbreviation', from: string, to: string): string {
  const changed = `gprof: dimension ${what} changed between histogram records\n`
  const shown = (text: string): string => (what === 'abbreviation' && text === '' ? '\0' : text)
  return `${changed}gprof: from '${shown(from)}'\ngprof: to '${shown(to)}'\n`
}

function truncated(problem: Extract<Problem, { code: 'gmon/truncated-record' }>, file: string): string {
  if (problem.what === 'histogram bins') {
    const read = Math.floor(problem.found / 2)
    return `gprof: ${file}: unexpected EOF after reading ${read} of ${problem.expected / 2} samples\n`
  }
  if (problem.what === 'header') return `${file}: file too short to be a gmon file\n`
  // A missing number of blocks is reported like any number; missing blocks fail with an errno
  // that no call has set.
  if (isCutInBlocks(problem)) return perror(file, 'Success')
  return `gprof: ${file}: unexpected end of file\n`
}

/** Whether a file ends among the blocks of a basic-block record, after their number. */
const isCutInBlocks = (problem: Problem): problem is Extract<Problem, { code: 'gmon/truncated-record' }> =>
  problem.code === 'gmon/truncated-record' &&
  problem.what === 'basic-block record' &&
  problem.expected !== BLOCKS_HEADER_SIZE
