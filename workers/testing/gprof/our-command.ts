// Our own command line, run within this process and caught: as a person meets it, and in the shape in which gprof's outcome
// comes.
import { runCommandLine } from '../../node/command-line.ts'
import type { CommandLineIo } from '../../node/io.ts'
import type { Outcome } from './live-gprof.ts'

export interface Caught {
  readonly status: number
  readonly out: Buffer
  readonly err: Buffer
}

export interface Printed {
  readonly status: number
  readonly out: string
  readonly err: string
}

export async function runCommand(
  args: readonly string[],
  isTerminal?: CommandLineIo['isTerminal'],
): Promise<Caught> {
  const out: Uint8Array[] = []
  const err: Uint8Array[] = []
  const status = await runCommandLine(args, {
    // The listing's buffer is written into again.
    stdout: (bytes) => void out.push(bytes.slice()),
    stderr: (bytes) => void err.push(bytes.slice()),
    ...(isTerminal && { isTerminal }),
  })
  return { status, out: Buffer.concat(out), err: Buffer.concat(err) }
}

/** As a person reads it; a document that is no text wants `runCommand`. */
export async function runAsText(
  args: readonly string[],
  isTerminal?: CommandLineIo['isTerminal'],
): Promise<Printed> {
  const { status, out, err } = await runCommand(args, isTerminal)
  return { status, out: out.toString(), err: err.toString() }
}

/** Runs `gmonscope gprof` as this machine's gprof; output in binary strings. */
export function runOurs(args: readonly string[]): Promise<Outcome> {
  return runNative(['--as-host', ...args])
}

/** Runs `gmonscope gprof` as the gprof of the program's own machine; output in binary strings. */
export async function runNative(args: readonly string[]): Promise<Outcome> {
  const { status, out, err } = await runCommand(['gprof', ...args])
  return { status, stdout: out.toString('latin1'), stderr: err.toString('latin1') }
}
