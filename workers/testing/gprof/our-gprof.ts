// Our own command line, run within this process and caught, in the shape in which gprof's outcome comes.
import { runCommandLine } from '../../node/command-line.ts'
import type { Outcome } from './live-gprof.ts'

export async function runOurs(args: readonly string[]): Promise<Outcome> {
  const stdout: string[] = []
  const stderr: string[] = []
  const status = await runCommandLine(['gprof', ...args], {
    stdout: (bytes) => void stdout.push(Buffer.from(bytes).toString('latin1')),
    stderr: (bytes) => void stderr.push(Buffer.from(bytes).toString('latin1')),
  })
  return { status, stdout: stdout.join(''), stderr: stderr.join('') }
}
