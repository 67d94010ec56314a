// The program behind bin/gmonscope.mjs.
import { writeSync } from 'node:fs'
import { runCommandLine } from './command-line.ts'

/** Writes all of it, waiting for a slow pipe; a reader that has gone (`| head`) ends the program quietly. */
function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(descriptor, bytes, at)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code === 'EPIPE') process.exit(0)
      if (code !== 'EAGAIN') throw error
    }
  }
}

/** A mistake of ours: neither of the statuses that mean something, see io.ts. */
const BUG = 70

try {
  process.exitCode = await runCommandLine(process.argv.slice(2), {
    stdout: (bytes) => writeAll(1, bytes),
    stderr: (bytes) => writeAll(2, bytes),
    // Asked for when it matters: to answer, Node starts all of its network code.
    isTerminal: {
      get stdout() {
        return process.stdout.isTTY
      },
      get stderr() {
        return process.stderr.isTTY
      },
    },
  })
} catch (error) {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  writeAll(2, Buffer.from(`gmonscope: a mistake of ours; please report it with what follows\n${stack}\n`))
  process.exitCode = BUG
}
