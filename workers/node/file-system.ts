// Limits and refusals of the file system: error codes in words, the largest read, opening regular files
// only, and paths that would ask another machine. `gprof` loads this file too.
import { closeSync, constants, fstatSync, openSync, statSync } from 'node:fs'

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  EROFS: 'the disk is for reading only',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'no space is left for you on the disk',
  EFBIG: 'it would be too large',
  EMFILE: 'too many open files',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links lead in a circle',
  EIO: 'the disk answers with an error',
  EBADF: 'it is closed',
  EADDRINUSE: 'another program uses it',
}

/** The code itself where there are none. */
export const errorText = (code: string): string => WORDS[code] ?? code

/** Bytes asked of the system in one call; it refuses 2 GiB and more. */
export const LARGEST_CALL = 1 << 30

// Files that nobody named, such as those that debugging information names: a file may name a pipe, a terminal or a device.

/** For opening a file that was regular a moment ago: a pipe in its place would wait for its writer. */
export const READ_AT_ONCE = constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK)

/** Bytes of a source file that is read: what people and most generators write is far smaller. */
export const LARGEST_SOURCE = 100_000_000

/** Returns a descriptor. Opens nothing but a regular file. Errors: the system's; `EINVAL` for what is no regular file. */
export function openRegular(path: string | Buffer): number {
  if (!statSync(path).isFile()) throw irregular()
  const descriptor = openSync(path, READ_AT_ONCE)
  if (fstatSync(descriptor).isFile()) return descriptor
  closeSync(descriptor)
  throw irregular()
}

const irregular = (): Error => Object.assign(new Error('no regular file'), { code: 'EINVAL' })

/**
 * Whether looking at a path asks another machine, as `\\host\share\x.c` does on Windows, which tells that machine who is logged in.
 * A program's file may name any: such paths are for a person to name. Devices (`\\.\pipe\x`) look alike.
 */
export function isNetworkPath(path: string, platform: NodeJS.Platform = process.platform): boolean {
  return platform === 'win32' && /^[/\\]{2}/.test(path)
}
