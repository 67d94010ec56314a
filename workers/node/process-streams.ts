// The process’s own arguments, streams, signals, as bytes.
import { readFileSync, readSync, writeSync } from 'node:fs'
import { constants } from 'node:os'
import { errorText } from './file-system.ts'

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
