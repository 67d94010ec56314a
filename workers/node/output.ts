// Writes a command's document to standard output or to the file named by -o, which is replaced
// only when the document is complete. Signals wait until then.
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

// The file that -o names, either complete or unchanged: the document is written to a temporary
// file beside it and then renamed.
//
// It is written in place if a new file would not be equivalent: for anything but a regular file,
// and if it has several names, another owner or is already open, or if no file can be created
// beside it.

type Name = string | Buffer

/** An output file that is replaced as a whole, if possible. */
export class OutputFile {
  /** The temporary file and the file it will become; null if written in place. */
  readonly #beside: Beside | null
  readonly #name: Name
  readonly #descriptor: number
  #isClosed = false

  /** @throws errors of the system */
  constructor(name: Name) {
    this.#name = name
    this.#beside = openBeside(name)
    this.#descriptor = this.#beside?.descriptor ?? openSync(name, 'w')
  }

  /** @throws errors of the system */
  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) at += writeSync(this.#descriptor, bytes, at)
  }

  /**
   * Completes the file after all is written.
   *
   * @throws errors of the system; then call `discard`
   */
  finish(): void {
    this.#close()
    if (!this.#beside) return
    const { path, target } = this.#beside
    try {
      renameSync(path, target)
    } catch {
      // Needed if a container mounts the single file, and on Windows if another program has it
      // open.
      copyFileSync(path, target)
      unlinkSync(path)
    }
  }

  /**
   * Removes a partial document, because half a table looks like a whole one. A file that was
   * written in place becomes empty if it has a link or several names.
   */
  discard(): void {
    try {
      if (this.#beside) unlinkSync(this.#beside.path)
      else if (!this.#isClosed && fstatSync(this.#descriptor).isFile()) {
        ftruncateSync(this.#descriptor)
        if (lstatSync(this.#name).isFile()) unlinkSync(this.#name)
      }
      if (!this.#isClosed) this.#close()
    } catch {
      // The first error is the one to report.
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

/** Returns null if it cannot be created for any reason; opening the file in place reports it. */
function openBeside(name: Name): Beside | null {
  try {
    if (/^\/+(?:dev|proc)\//.test(bytesOf(name).toString('latin1'))) return null
    const old = statSync(name, { throwIfNoEntry: false })
    if (old && !isReplaceable(name, old)) return null
    // A broken link creates the file that it leads to.
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

/**
 * Whether the new file has the owner and group of the old one, and now its mode, which some file
 * systems refuse.
 */
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

/** @throws errors of the system if the file may not be written */
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

// Signals that end a process, deferred while a file is incomplete.

/** Ctrl-C; `kill` and `timeout`; a closed terminal. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Defers signals between `hold` and `release`. */
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

  /** Ends the process by the first signal that arrived meanwhile. */
  async release(): Promise<void> {
    if (!this.#isHeld) return
    // Node delivers signals when it polls for events, which happens between two of these.
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
