// The program behind bin/gmonscope.mjs.
import { fstatSync } from 'node:fs'
import { runCommandLine } from './command-line.ts'
import { FAILED, StreamError, writeAll } from './io.ts'

/** A mistake of ours: neither of the statuses that mean something, see io.ts. */
const BUG = 70

/** What cannot be said there cannot be complained of either. */
function tell(bytes: Uint8Array): void {
  try {
    writeAll(2, bytes)
  } catch (error) {
    if (!(error instanceof StreamError)) throw error
  }
}

/** Answered at once, of a pipe or a file. */
function mayBeTerminal(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice()
  } catch {
    return false
  }
}

try {
  process.exitCode = await runCommandLine(process.argv.slice(2), {
    stdout: (bytes) => writeAll(1, bytes),
    stderr: tell,
    // Asked for when it matters: to answer, Node starts all of its network code.
    isTerminal: {
      get stdout() {
        return mayBeTerminal(1) && process.stdout.isTTY
      },
      get stderr() {
        return mayBeTerminal(2) && process.stderr.isTTY
      },
    },
  })
} catch (error) {
  if (error instanceof StreamError) {
    tell(Buffer.from(`gmonscope: ${error.message}\n`))
    process.exitCode = FAILED
  } else {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    tell(Buffer.from(`gmonscope: a mistake of ours; please report it with what follows\n${stack}\n`))
    process.exitCode = BUG
  }
}
