// Limits of the file system, with its errors as text. The `gprof` command loads this file too.
//
// Files that were not named on the command line, such as those in debugging information, are opened only if
// they are regular: a name there may be a pipe, a terminal or a device.
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

/** Returns the text of an error code, or the code itself if there is none. */
export const errorText = (code: string): string => WORDS[code] ?? code

/** Largest read in one call, in bytes; the system refuses 2 GiB and more. */
export const LARGEST_CALL = 1 << 30

/**
 * Flags for opening a file that was regular when checked: a pipe in its place must not wait for
 * its writer.
 */
export const READ_AT_ONCE = constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK)

/**
 * Largest source file that is read, in bytes; people and most generators write far smaller ones.
 */
export const LARGEST_SOURCE = 100_000_000

/**
 * Opens a regular file and returns its descriptor.
 *
 * @throws errors of the system; `EINVAL` for anything but a regular file
 */
export function openRegular(path: string | Buffer): number {
  if (!statSync(path).isFile()) throw irregular()
  const descriptor = openSync(path, READ_AT_ONCE)
  if (fstatSync(descriptor).isFile()) return descriptor
  closeSync(descriptor)
  throw irregular()
}

const irregular = (): Error => Object.assign(new Error('no regular file'), { code: 'EINVAL' })

/**
 * Whether accessing a path contacts another machine, as `\\host\share\x.c` does on Windows, which
 * reveals the user's name to it. A program's file may contain any path, so only people may name
 * such paths. Devices (`\\.\pipe\x`) look alike.
 */
export function isNetworkPath(path: string, platform: NodeJS.Platform = process.platform): boolean {
  return platform === 'win32' && /^[/\\]{2}/.test(path)
}
