// The process's own words and streams, as bytes: what was typed, and what is written.
import { readFileSync, readSync, writeSync } from 'node:fs'
import { constants } from 'node:os'
import { wordsFor } from './system-words.ts'

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
      else throw new StreamError(`${NAMES[descriptor] ?? 'a stream'} cannot be written: ${wordsFor(code)}`)
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
