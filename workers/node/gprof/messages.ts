// What gprof says on standard error, word for word; its program name and punctuation included.
import { BLOCKS_HEADER_SIZE } from '../../core/formats/gmon/layouts.ts'
import type { Problem } from '../../core/problems/problem.ts'
import { SystemError } from './host.ts'

/** A message that ends the run with exit status 1. Complete, with its end of line where gprof prints one. */
export class GprofFailure extends Error {}

/** The C library's words for a system error's code. */
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

/** As C's `perror` puts it: a name that is empty is left out. */
const perror = (file: string, words: string): string => `${file === '' ? '' : `${file}: `}${words}\n`

/** Runs what the system may refuse. Fails with the system's words for `file`. */
export function orFail<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof SystemError)) throw error
    throw new GprofFailure(perror(file, STRERROR[error.code] ?? error.code))
  }
}

/** A problem of the core in gprof's words. */
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
      // Without an end of line, as gprof prints it.
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

export const noSymbols = (file: string): string => `gprof: file \`${file}' has no symbols\n`

/** Said by gprof's library, of a program that was cut or damaged; the rest is listed all the same. */
export const beyondEnd = (file: string): string =>
  `BFD: warning: ${file} has a section extending past end of file\n`

/** And of each symbol whose name lies outside the string table, which has so many bytes. */
export const lostNames = (file: string, end: number, offsets: readonly number[]): string =>
  offsets
    .map((offset) => `BFD: ${file}: invalid string offset ${offset} >= ${end} for section \`.strtab'\n`)
    .join('')

/** And where it is the code, which then cannot be searched for calls. */
export const CODE_BEYOND_END = "bfd_get_section_contents: file truncated\ngprof: can't do -c\n"

/** One record's unit of measure against the first record's: the text, or its abbreviation, one letter: without it a NUL. */
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
  // The count of blocks is missed like any number; the blocks themselves fail with an error number that no call has set.
  if (isCutInBlocks(problem)) return perror(file, 'Success')
  return `gprof: ${file}: unexpected end of file\n`
}

/** Whether a file ends among the blocks of a basic-block record, behind their number. */
const isCutInBlocks = (problem: Problem): problem is Extract<Problem, { code: 'gmon/truncated-record' }> =>
  problem.code === 'gmon/truncated-record' &&
  problem.what === 'basic-block record' &&
  problem.expected !== BLOCKS_HEADER_SIZE
