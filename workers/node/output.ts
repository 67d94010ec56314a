// Where a command's document goes: standard output, or the file named by -o.
import { statSync } from 'node:fs'
import { spellingOf, UsageError, type Arguments, type Option } from './arguments.ts'
import type { CommandLineIo } from './io.ts'
import { fileIdentity } from './files-twice.ts'
import { HeldSignals } from './held-signals.ts'
import { OutputFile } from './output-file.ts'
import { endBySignal, StreamError, typedName } from './process-streams.ts'
import { wordsFor } from './system-words.ts'

export const OUTPUT: Option = {
  name: 'output',
  short: 'o',
  value: 'FILE',
  about: 'writes to FILE instead of standard output',
}

/**
 * Runs `fill` with where to write what was made of the files `read`. The file stays as it was until all is written.
 *
 * No half of a document is left behind, where OutputFile can help it: Ctrl-C ends the process once a file that was begun is whole. A reader that has gone
 * ends it at once.
 *
 * Errors: UsageError, also for a document that is no text to read, on a terminal, and for a file that is one of those read;
 *         StreamError for a file that takes no more, as on a full disk.
 */
export async function withOutput(
  args: Arguments,
  io: CommandLineIo,
  read: readonly string[],
  content: 'text' | 'bytes',
  fill: (write: (bytes: Uint8Array) => void) => void,
): Promise<void> {
  const path = args.last('output') ?? '-'
  // Opened by its own name it would lose what stood in it, as behind `>>`.
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
  const signals = new HeldSignals()
  try {
    fill((bytes) => {
      // A pipe may wait for its reader without end, and nothing of it is left behind.
      if (!file && isPlainOrNew(name)) signals.hold()
      file ??= new OutputFile(name)
      file.write(bytes)
    })
    file?.finish()
  } catch (error) {
    file?.discard()
    if (!isSystemError(error)) throw error
    if (error.code === 'EPIPE') endBySignal('SIGPIPE')
    if (file) throw new StreamError(`${path} cannot be written to its end: ${wordsFor(error.code)}`)
    const reason = ['ENOENT', 'ENOTDIR'].includes(error.code) ? 'no such folder' : wordsFor(error.code)
    throw new UsageError(`${path} cannot be written: ${reason}`)
  } finally {
    await signals.letGo()
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
