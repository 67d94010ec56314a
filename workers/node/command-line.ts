// The command line: arguments → the same pipeline as the page → text on standard output. Nothing is computed here, and
// what a command does not need is not loaded: at 2,000 functions reading our own code took as long as their listing.
import type { CommandLineIo } from './io.ts'

export type { CommandLineIo } from './io.ts'

/** Runs one command and answers its exit status. `args` without node and script. */
export async function runCommandLine(args: readonly string[], io: CommandLineIo): Promise<number> {
  const [word, ...rest] = args
  if (word === 'gprof') {
    const { runGprofCommand } = await import('./gprof/command.ts')
    return runGprofCommand(rest, io)
  }
  const { runOwnCommand } = await import('./commands.ts')
  return runOwnCommand(args, io)
}
