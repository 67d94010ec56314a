// The command line: passes arguments to the page’s pipeline, then text to standard output. It computes
// nothing itself. Code that a command does not need is not loaded: for 2,000 functions, loading all of it
// took as long as their listing.
import type { CommandLineIo } from './io.ts'

export type { CommandLineIo } from './io.ts'

/**
 * Runs one command and returns its exit status.
 *
 * @param args arguments without node and script
 */
export async function runCommandLine(args: readonly string[], io: CommandLineIo): Promise<number> {
  const [word, ...rest] = args
  if (word === 'gprof') {
    const { runGprofCommand } = await import('./gprof/command.ts')
    return runGprofCommand(rest, io)
  }
  const { runOwnCommand } = await import('./commands.ts')
  return runOwnCommand(args, io)
}
