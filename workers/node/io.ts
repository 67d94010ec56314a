// Input and output of commands: exit statuses, streams and signals of the process, buffered
// writing, the progress line, and escapes for terminals. The `gprof` command loads this file too.
import { readFileSync, readSync, writeSync } from 'node:fs'
import { constants } from 'node:os'
import { errorText } from './file-system.ts'
import type { Stage, StageProgress } from '../core/profile-view.ts'
import { textOfBinary, visibleLine } from '../core/base/string-table.ts'

/** The streams of a command. */
export interface CommandLineIo {
  readonly stdout: (bytes: Uint8Array) => void
  readonly stderr: (bytes: Uint8Array) => void
  /** Which of the two streams is a terminal; neither by default. */
  readonly isTerminal?: { readonly stdout: boolean; readonly stderr: boolean }
}

/** Exit status of success. */
export const OK = 0
/** Exit status for unusable files; for `check`, an exceeded limit. */
export const FAILED = 1
/** Exit status for bad arguments; for `check`, unusable files as well. */
export const MISUSED = 2
/** Exit status of a command that has nothing to print. */
export const EMPTY = 3

// The process's own arguments and streams, as bytes.

/** A stream that cannot be written, for example because the disk is full. */
export class StreamError extends Error {}

const NAMES = ['standard input', 'standard output', 'standard error']

/**
 * Writes all bytes, waiting for a slow pipe. If the reader is gone (`| head`), ends the process
 * by SIGPIPE, as the system does for other programs.
 *
 * @throws StreamError
 */
export function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(descriptor, bytes, at)
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (code === 'EPIPE') endBySignal('SIGPIPE')
      if (code === 'EAGAIN') rest()
      else throw new StreamError(`${NAMES[descriptor] ?? 'a stream'} cannot be written: ${errorText(code)}`)
    }
  }
}

/**
 * Reads available bytes, up to the buffer's length, waiting for a slow pipe; returns 0 at the
 * end. Another program that shares the input may have made it non-blocking.
 *
 * @throws errors of the system
 */
export function readSome(descriptor: number, buffer: Uint8Array): number {
  for (;;) {
    try {
      return readSync(descriptor, buffer, 0, buffer.length, null)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      rest()
    }
  }
}

/** Time between two attempts at a non-blocking pipe, in milliseconds. */
const REST = 1

function rest(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, REST)
}

/** Shells add this to the signal's number in the exit status of a killed program. */
const BY_SIGNAL = 128

/**
 * Ends the process by a signal, as the system does without a handler: by SIGPIPE after writing to
 * a pipe without a reader, by SIGINT after Ctrl-C. Shell scripts check for that.
 */
export function endBySignal(signal: NodeJS.Signals): never {
  if (process.platform !== 'win32') {
    // Node ignores SIGPIPE. Removing a listener restores the system's default, which ends the
    // process.
    const listener = (): void => {}
    process.on(signal, listener).off(signal, listener)
    process.kill(process.pid, signal)
  }
  process.exit(BY_SIGNAL + constants.signals[signal])
}

/**
 * Returns the bytes of command-line arguments. Node converts them to text, which loses bytes that
 * are no UTF-8; these are read from the system where it provides them (Linux).
 */
export function wordBytes(words: readonly string[]): readonly Buffer[] {
  const decoded = words.map((word) => Buffer.from(word))
  if (!words.some((word) => word.includes('\uFFFD'))) return decoded
  try {
    const typed = splitAtZeros(readFileSync('/proc/self/cmdline')).slice(-words.length)
    const isOurs = typed.length === words.length && words.every((word, at) => typed[at].toString() === word)
    return isOurs ? typed : decoded
  } catch {
    return decoded
  }
}

/**
 * Returns a file name as typed, for the system: its bytes, or Node's text if that is equivalent
 * or if several arguments look the same.
 */
export function typedName(name: string): string | Buffer {
  if (!name.includes('\uFFFD')) return name
  const words = process.argv.slice(2)
  const typed = wordBytes(words).filter((_, at) => words[at] === name)
  const [first] = typed
  return first !== undefined && typed.every((other) => other.equals(first)) ? first : name
}

function splitAtZeros(bytes: Buffer): readonly Buffer[] {
  const pieces: Buffer[] = []
  for (let from = 0; from < bytes.length;) {
    const zero = bytes.indexOf(0, from)
    const end = zero < 0 ? bytes.length : zero
    pieces.push(bytes.subarray(from, end))
    from = end + 1
  }
  return pieces
}

// Combines many small texts into few large writes. Each text is encoded as UTF-8 straight into
// the buffer. Concatenating strings first costs far more, because a string of a thousand parts
// has to be flattened.

const SIZE = 1 << 18
/** Most bytes that one UTF-16 unit takes in UTF-8. */
const WIDEST = 3

/** Buffered writer of texts. */
export interface ByteSink {
  readonly write: (text: string) => void
  /** Writes what is left. */
  readonly end: () => void
}

/** Returns a writer. `take` receives bytes that are overwritten after it returns. */
export function byteSink(take: (bytes: Uint8Array) => void): ByteSink {
  const buffer = Buffer.allocUnsafe(SIZE)
  let length = 0
  const flush = (): void => {
    if (length > 0) take(buffer.subarray(0, length))
    length = 0
  }
  const write = (text: string): void => {
    const most = text.length * WIDEST
    if (length + most > SIZE) flush()
    if (most > SIZE) take(Buffer.from(text))
    else length += buffer.write(text, length)
  }
  return { write, end: flush }
}

// Progress of reading, on one line of a terminal, which is removed afterwards. Not shown for
// short work.

const WORDS: Readonly<Record<Stage, string>> = {
  identify: 'looking at the files',
  symbols: 'reading symbols',
  profiles: 'reading profiles',
  lines: 'looking up source lines',
  code: 'looking for calls in the code',
  analysis: 'passing time along calls',
  listing: 'sorting',
}
/** Milliseconds before the first update, and between two. */
const PATIENCE = 300
const PAUSE = 100
const CLEAR = '\r\u001B[K'

/** A terminal that cannot erase a line, as in an editor. */
const isDumb = (): boolean => process.env['TERM'] === 'dumb'

/** Milliseconds. `performance.now` would make Node load a dozen files. */
const sinceStart = (): number => 1000 * process.uptime()

/** The progress line. */
export interface ProgressLine {
  readonly onProgress: (step: StageProgress) => void
  readonly end: () => void
}

/** Returns the progress line of a command's streams. */
export function progressOn(io: CommandLineIo, now: () => number = sinceStart): ProgressLine {
  const say = (text: string): void => io.stderr(Buffer.from(text))
  const began = now()
  let last = began + PATIENCE - PAUSE
  let isShown = false
  return {
    onProgress({ stage, done, total }) {
      // The terminal is checked last: most work is done before, and the check takes Node some
      // time.
      if (now() - last < PAUSE || io.isTerminal?.stderr !== true || isDumb()) return
      last = now()
      isShown = true
      const percent = total > 1 ? ` ${Math.floor((100 * done) / total)}%` : ''
      say(`${CLEAR}gmonscope: ${WORDS[stage]}${percent}`)
    },
    end() {
      if (isShown) say(CLEAR)
      isShown = false
    },
  }
}

// Listings on a terminal: names from files may contain escape sequences that move the cursor,
// change the title or reverse text.

type Take = (bytes: Uint8Array) => void

/**
 * Returns a writer that replaces control characters of a listing with escapes, \x1b or \u202e,
 * line by line.
 */
export function visibleOutput(take: Take): { readonly write: Take; readonly end: ByteSink['end'] } {
  let begun = ''
  const write: Take = (bytes) => {
    const text = begun + Buffer.from(bytes).toString('latin1')
    const end = text.lastIndexOf('\n') + 1
    begun = text.slice(end)
    if (end > 0) take(visibleBytes(text.slice(0, end)))
  }
  const end = (): void => {
    if (begun !== '') take(visibleBytes(begun))
    begun = ''
  }
  return { write, end }
}

/**
 * Returns a listing with control characters replaced by escapes.
 *
 * @param listing binary string
 */
export const visibleBytes = (listing: string): Buffer =>
  Buffer.from(listing.split('\n').map(visible).join('\n'))

function visible(line: string): string {
  // Source files of Windows end lines so; elsewhere it would overwrite the line.
  const end = line.endsWith('\r') ? '\r' : ''
  return visibleLine(textOfBinary(line.slice(0, line.length - end.length))).replaceAll('\r', '\\x0d') + end
}
