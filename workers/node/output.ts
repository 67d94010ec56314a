// Where a command's document goes: standard output or the file named by -o, which is replaced only when the
// document is complete; signals wait until then.
import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { randomBytes } from 'node:crypto'
import { type Arguments, type Option, spellingOf, UsageError } from './arguments.ts'
import { type CommandLineIo, endBySignal, StreamError, typedName } from './io.ts'
import { fileIdentity } from './open-files.ts'
import { errorText } from './file-system.ts'

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
  const signals = new DeferredSignals()
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

// The file that -o names, whole or as it was: what is written stands under another name beside it until all of it is there.
//
// In its own place where another file would not be the same to others: what is no plain file, has several names, is somebody
// else's or is open already, and where nothing can be put beside it.

type Name = string | Buffer

export class OutputFile {
  /** What is written into, and the file it is to become; null in its own place. */
  readonly #beside: Beside | null
  readonly #name: Name
  readonly #descriptor: number
  #isClosed = false

  /** Errors: the system's. */
  constructor(name: Name) {
    this.#name = name
    this.#beside = openBeside(name)
    this.#descriptor = this.#beside?.descriptor ?? openSync(name, 'w')
  }

  /** Errors: the system's. */
  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) at += writeSync(this.#descriptor, bytes, at)
  }

  /** All of it is written. Errors: the system's; then it is to be discarded. */
  finish(): void {
    this.#close()
    if (!this.#beside) return
    const { path, target } = this.#beside
    try {
      renameSync(path, target)
    } catch {
      // As where a container has the file alone from outside, and on Windows where another program has it open.
      copyFileSync(path, target)
      unlinkSync(path)
    }
  }

  /** Half of a table looks like a whole one. Of what is in its own place an empty file is left behind a link and under another name. */
  discard(): void {
    try {
      if (this.#beside) unlinkSync(this.#beside.path)
      else if (!this.#isClosed && fstatSync(this.#descriptor).isFile()) {
        ftruncateSync(this.#descriptor)
        if (lstatSync(this.#name).isFile()) unlinkSync(this.#name)
      }
      if (!this.#isClosed) this.#close()
    } catch {
      // What went wrong first is told.
    }
  }

  #close(): void {
    this.#isClosed = true
    closeSync(this.#descriptor)
  }
}

interface Beside {
  readonly descriptor: number
  readonly path: Buffer
  readonly target: Name
}

/** Null where it cannot be, for whatever reason: who opens the file in its own place is told that. */
function openBeside(name: Name): Beside | null {
  try {
    if (/^\/+(?:dev|proc)\//.test(bytesOf(name).toString('latin1'))) return null
    const old = statSync(name, { throwIfNoEntry: false })
    if (old && !isReplaceable(name, old)) return null
    // A link that leads nowhere makes the file that it leads to.
    if (!old && lstatSync(name, { throwIfNoEntry: false })) return null
    const target = old ? realpathSync(name, 'buffer') : name
    const path = nameBeside(target)
    const descriptor = openSync(path, 'wx')
    if (!old || isMadeAlike(descriptor, old)) return { descriptor, path, target }
    closeSync(descriptor)
    unlinkSync(path)
    return null
  } catch {
    return null
  }
}

const ALL_MODES = 0o7777

/** Whether it belongs to the same user and group as the old one, and now has its mode, which some file systems refuse. */
function isMadeAlike(descriptor: number, old: Stats): boolean {
  const made = fstatSync(descriptor)
  if (made.uid !== old.uid || made.gid !== old.gid || made.dev !== old.dev) return false
  try {
    fchmodSync(descriptor, old.mode & ALL_MODES)
    return true
  } catch {
    return false
  }
}

/** Errors: the system's, for one that may not be written. */
function isReplaceable(name: Name, old: Stats): boolean {
  accessSync(name, constants.W_OK)
  const isOpen = [0, 1, 2].some((descriptor) => isSame(fstatSync(descriptor), old))
  return old.isFile() && old.nlink === 1 && !isOpen
}

const isSame = (one: Stats, other: Stats): boolean => one.ino === other.ino && one.dev === other.dev

const bytesOf = (name: Name): Buffer => (typeof name === 'string' ? Buffer.from(name) : name)

function nameBeside(target: Name): Buffer {
  const bytes = bytesOf(target)
  const separators = process.platform === 'win32' ? ['/', '\\'] : ['/']
  const behind = 1 + Math.max(...separators.map((separator) => bytes.lastIndexOf(separator)))
  const unique = `.${randomBytes(6).toString('hex')}.part`
  return Buffer.concat([
    bytes.subarray(0, behind),
    Buffer.from('.'),
    bytes.subarray(behind),
    Buffer.from(unique),
  ])
}

// Signals that end a process, held back while half of a file is written.

/** Ctrl-C; `kill` and `timeout`; a terminal that is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export class DeferredSignals {
  #isHeld = false
  #come: NodeJS.Signals | null = null
  readonly #note = (signal: NodeJS.Signals): void => {
    this.#come ??= signal
  }

  hold(): void {
    this.#isHeld = true
    for (const signal of SIGNALS) process.on(signal, this.#note)
  }

  /** Ends the process by the first that has come meanwhile. */
  async release(): Promise<void> {
    if (!this.#isHeld) return
    // Node tells of a signal where it asks for what else has happened, which it does between two of these.
    await nextTurn()
    await nextTurn()
    this.#isHeld = false
    for (const signal of SIGNALS) process.off(signal, this.#note)
    if (this.#come !== null) endBySignal(this.#come)
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
