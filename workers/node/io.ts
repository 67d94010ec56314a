// What a command reads and writes through: exit statuses, the process's streams and signals, buffered
// writing, the progress line, and escapes for what a terminal would act on. `gprof` loads this file too.
import { readFileSync, readSync, writeSync } from 'node:fs'
import { constants } from 'node:os'
import { errorText } from './file-system.ts'
import type { Stage, StageProgress } from '../core/profile-view.ts'
import { textOfBinary } from '../core/base/string-table.ts'
import { visibleLine } from '../core/base/text.ts'

export interface CommandLineIo {
  readonly stdout: (bytes: Uint8Array) => void
  readonly stderr: (bytes: Uint8Array) => void
  /** Which of the two a person is looking at; neither unless given. */
  readonly isTerminal?: { readonly stdout: boolean; readonly stderr: boolean }
}

export const OK = 0
/** Files that cannot be used; of `check`, a limit that is exceeded. */
export const FAILED = 1
/** A wrong word on the command line; of `check`, also files that cannot be used. */
export const MISUSED = 2

// The process's own words and streams, as bytes: what was typed, and what is written.

/** A stream that takes no more, as on a full disk. */
export class StreamError extends Error {}

const NAMES = ['standard input', 'standard output', 'standard error']

/**
 * Writes all of it, waiting for a slow pipe. A reader that has gone (`| head`) ends the process as the system ends every
 * program that writes on.
 *
 * Errors: StreamError.
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
 * Reads what there is, up to the buffer's length, waiting for a slow pipe; 0 at its end. A program that shares our input may have
 * told it not to wait. Errors: the system's.
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

/** Until a pipe that does not wait by itself is asked again. Milliseconds. */
const REST = 1

function rest(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, REST)
}

/** What a shell adds to the number of the signal that has ended a program. */
const BY_SIGNAL = 128

/**
 * Ends the process as the system ends one that nobody listens to the signal in: by SIGPIPE one that writes into a pipe without
 * a reader, by SIGINT one that Ctrl-C stops. A shell's script goes by that.
 */
export function endBySignal(signal: NodeJS.Signals): never {
  if (process.platform !== 'win32') {
    // Node ignores SIGPIPE; whoever stops listening to a signal gets back what the system does by itself: the end.
    const listener = (): void => {}
    process.on(signal, listener).off(signal, listener)
    process.kill(process.pid, signal)
  }
  process.exit(BY_SIGNAL + constants.signals[signal])
}

/**
 * The bytes of a command line's words. Node hands them over as text, in which a byte that is no UTF-8 is lost: then they
 * are asked of the system, where it tells (Linux).
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
 * A file's name as it was typed, for the system; the text that Node made of it where that is as good, or where several words
 * read alike.
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

// Many small texts → few large writes. Each text is encoded as UTF-8 straight into the buffer: gathering them in one string
// first costs far more, since a string made of a thousand pieces has to be flattened again.

const SIZE = 1 << 18
/** Most bytes that one UTF-16 unit takes in UTF-8. */
const WIDEST = 3

export interface ByteSink {
  readonly write: (text: string) => void
  /** Writes what is left. */
  readonly end: () => void
}

/** `take` gets bytes that are overwritten after it returns. */
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

// How far reading has come, on one line of a terminal that is taken away again. Nothing if it takes no time.

const WORDS: Readonly<Record<Stage, string>> = {
  identify: 'looking at the files',
  symbols: 'reading symbols',
  profiles: 'reading profiles',
  lines: 'looking up source lines',
  code: 'looking for calls in the code',
  analysis: 'passing time along calls',
  listing: 'sorting',
}
/** Milliseconds before the first word, and between two. */
const PATIENCE = 300
const PAUSE = 100
const CLEAR = '\r\u001B[K'

/** A terminal that cannot take a line away again, as in an editor. */
const isDumb = (): boolean => process.env['TERM'] === 'dumb'

/** In milliseconds. Not `performance.now`, for which Node loads a dozen files of its own. */
const sinceStart = (): number => 1000 * process.uptime()

export interface ProgressLine {
  readonly onProgress: (step: StageProgress) => void
  readonly end: () => void
}

export function progressOn(io: CommandLineIo, now: () => number = sinceStart): ProgressLine {
  const say = (text: string): void => io.stderr(Buffer.from(text))
  const began = now()
  let last = began + PATIENCE - PAUSE
  let isShown = false
  return {
    onProgress({ stage, done, total }) {
      // Whether anyone is looking is asked last: most are done before, and it takes Node some time to tell.
      if (now() - last < PAUSE || io.isTerminal?.stderr !== true || isDumb()) return
      last = now()
      isShown = true
      const percent = total > 1 ? ` ${Math.floor((100 * done) / total)} %` : ''
      say(`${CLEAR}gmonscope: ${WORDS[stage]}${percent}`)
    },
    end() {
      if (isShown) say(CLEAR)
      isShown = false
    },
  }
}

// A listing on a terminal: names from files may hold what moves its cursor, changes its title or turns text around.

type Take = (bytes: Uint8Array) => void

/** Bytes of a listing → text in which what a terminal would act on stands as an escape, \x1b or \u202e. Line by line. */
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

/** @param listing a binary string */
export const visibleBytes = (listing: string): Buffer =>
  Buffer.from(listing.split('\n').map(visible).join('\n'))

function visible(line: string): string {
  // Source files of Windows end their lines so; elsewhere it would write over the line.
  const end = line.endsWith('\r') ? '\r' : ''
  return visibleLine(textOfBinary(line.slice(0, line.length - end.length))).replaceAll('\r', '\\x0d') + end
}
