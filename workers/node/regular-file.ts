// Files that nobody named, such as those that debugging information names: a file may name a pipe, a terminal or a device.
import { closeSync, constants, fstatSync, openSync, statSync } from 'node:fs'

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
