// The command line: arguments → the same pipeline as the page → text on standard output. Nothing is computed here.
import { writeJson } from '../core/reports/json.ts'
import { byteSink } from './byte-sink.ts'
import { CUTS_USAGE, runCuts } from './cuts-command.ts'
import { DOT_USAGE, runDot } from './dot-command.ts'
import { nodeHost } from './gprof/host.ts'
import { runGprof } from './gprof/run.ts'
import { complain, openFiles, type CommandLineIo } from './open-files.ts'
import { requireKnown, takeScenario } from './scenario-options.ts'

export type { CommandLineIo } from './open-files.ts'

const USAGE = `gmonscope: reads what gcc -pg leaves behind

  gmonscope gprof [OPTION...] [EXECUTABLE [GMON...]]
      takes gprof's own options and prints what gprof prints (gmonscope gprof -h)
  gmonscope json [--cut PARENT/CHILD] [--exclude FUNCTION] [--only FUNCTION] EXECUTABLE GMON...
      prints the analysed profile as JSON (docs/formats/json.md), as if the arc had never
      been called; without the function's time; with only what is below the function
${DOT_USAGE}${CUTS_USAGE}`

/** Runs one command and answers its exit status. `args` without node and script. */
export async function runCommandLine(args: readonly string[], io: CommandLineIo): Promise<number> {
  const [command, ...rest] = args
  switch (command) {
    case 'gprof':
      return runGprofCommand(rest, io)
    case 'json':
      return runJson(rest, io)
    case 'dot':
      return runDot(rest, io)
    case 'cuts':
      return runCuts(rest, io)
    case undefined:
    case 'help':
    case '--help':
    case '-h':
      io.stdout(Buffer.from(USAGE))
      return command === undefined ? 1 : 0
    default:
      io.stderr(Buffer.from(`gmonscope: no command '${command}'\n\n${USAGE}`))
      return 1
  }
}

/** gprof's own bytes: text goes through one character a byte, and names of files are taken for bytes too. */
async function runGprofCommand(args: readonly string[], io: CommandLineIo): Promise<number> {
  const sink = byteSink(io.stdout, 'latin1')
  const stderr = (text: string): void => io.stderr(Buffer.from(text, 'latin1'))
  const bytes = args.map((arg) => Buffer.from(arg).toString('latin1'))
  const status = await runGprof(bytes, nodeHost({ stdout: sink.write, stderr }))
  sink.end()
  return status
}

async function runJson(args: readonly string[], io: CommandLineIo): Promise<number> {
  try {
    const { scenario, rest } = takeScenario(args)
    const opened = await openFiles(rest, scenario)
    requireKnown(opened.plain, scenario)
    const sink = byteSink(io.stdout, 'utf8')
    writeJson(opened, sink.write)
    sink.end()
    return 0
  } catch (error) {
    return complain(error, io)
  }
}
