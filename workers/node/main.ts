// The program behind bin/gmonscope.mjs.
import { fstatSync } from 'node:fs'
import { runCommandLine } from './command-line.ts'
import { FAILED } from './io.ts'
import { StreamError, writeAll } from './process-streams.ts'

/** Exit status of an internal error; differs from those in io.ts. */
const BUG = 70

/** If standard error cannot be written, there is nowhere to report it. */
function writeError(bytes: Uint8Array): void {
  try {
    writeAll(2, bytes)
  } catch (error) {
    if (!(error instanceof StreamError)) throw error
  }
}

/** A quick answer for pipes and files. */
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
    stderr: writeError,
    // Determined on demand, because the check makes Node load all of its network code.
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
    writeError(Buffer.from(`gmonscope: ${error.message}\n`))
    process.exitCode = FAILED
  } else {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    writeError(
      Buffer.from(`gmonscope: internal error; please report it with the stack trace below\n${stack}\n`),
    )
    process.exitCode = BUG
  }
}
