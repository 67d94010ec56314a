// Writes a command’s document to standard output or to the file named by -o.
import { statSync } from 'node:fs'
import { type Arguments, type Option, spellingOf, UsageError } from './arguments.ts'
import type { CommandLineIo } from './io.ts'
import { endBySignal, StreamError, typedName } from './process-streams.ts'
import { fileIdentity } from './file-identity.ts'
import { errorText } from './file-system.ts'
import { OutputFile } from './output-file.ts'
import { DeferredSignals } from './deferred-signals.ts'

/** The option that names the output file. */
export const OUTPUT: Option = {
  name: 'output',
  short: 'o',
  value: 'FILE',
  about: 'writes to FILE instead of standard output',
}

/**
 * Calls `fill` with a function that writes the document made from the files `read`. The output
 * file is unchanged until everything is written.
 *
 * No partial document remains if OutputFile can prevent it: Ctrl-C ends the process once a file
 * that was begun is complete. A closed pipe ends it at once.
 *
 * @throws UsageError, also for a binary document on a terminal and for an output file that is
 * among `read`; StreamError if the file cannot be written, for example on a full disk
 */
export async function withOutput(
  args: Arguments,
  io: CommandLineIo,
  read: readonly string[],
  content: 'text' | 'bytes',
  fill: (write: (bytes: Uint8Array) => void) => void,
): Promise<void> {
  const path = args.last('output') ?? '-'
  // Opening it by name would truncate it, as behind `>>`.
  if (path === '-' || path === '/dev/stdout') {
    if (content === 'bytes' && io.isTerminal?.stdout === true)
      throw new UsageError('this is nothing to read on a terminal; name a file with -o, or write into a pipe')
    fill(io.stdout)
    return
  }
  if (path === '') throw new UsageError(`-o wants a value: ${spellingOf(OUTPUT)}`)
  if (read.some((file) => isSameFile(file, path)))
    throw new UsageError(`-o ${path} would overwrite a file that is read`)
  const name = typedName(path)
  let file = null as OutputFile | null
  const signals = new DeferredSignals()
  try {
    fill((bytes) => {
      // A pipe may wait for its reader forever, and nothing of it remains.
      if (!file && isPlainOrNew(name)) signals.hold()
      file ??= new OutputFile(name)
      file.write(bytes)
    })
    file?.finish()
  } catch (error) {
    file?.discard()
    if (!isSystemError(error)) throw error
    if (error.code === 'EPIPE') endBySignal('SIGPIPE')
    if (file) throw new StreamError(`${path} cannot be written to its end: ${errorText(error.code)}`)
    const reason = ['ENOENT', 'ENOTDIR'].includes(error.code) ? 'no such folder' : errorText(error.code)
    throw new UsageError(`${path} cannot be written: ${reason}`)
  } finally {
    await signals.release()
  }
}

function isPlainOrNew(path: string | Buffer): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? true
}

function isSameFile(one: string, other: string): boolean {
  const file = fileIdentity(one)
  return file !== null && file === fileIdentity(other)
}

function isSystemError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error
}
