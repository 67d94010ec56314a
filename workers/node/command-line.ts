// The command line: arguments → the same pipeline as the page → text on standard output. Nothing is computed here.
import { EMPTY_SCENARIO } from '../core/analysis/scenario.ts'
import { openProfile, type Opened } from '../core/pipeline.ts'
import { writeJson } from '../core/reports/json.ts'
import { problemText } from '../core/reports/problem-text.ts'
import type { Problem } from '../core/problems/problem.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import { byteSink } from './byte-sink.ts'
import { openFileSource } from './file-source.ts'
import { nodeHost } from './gprof/host.ts'
import { runGprof } from './gprof/run.ts'

export interface CommandLineIo {
  readonly stdout: (bytes: Uint8Array) => void
  readonly stderr: (bytes: Uint8Array) => void
}

const USAGE = `gmonscope: reads what gcc -pg leaves behind

  gmonscope gprof [OPTION...] [EXECUTABLE [GMON...]]
      takes gprof's own options and prints what gprof prints (gmonscope gprof -h)
  gmonscope json EXECUTABLE GMON...
      prints the analysed profile as JSON (docs/formats/json.md)
`

/** Runs one command and answers its exit status. `args` without node and script. */
export async function runCommandLine(args: readonly string[], io: CommandLineIo): Promise<number> {
  const [command, ...rest] = args
  switch (command) {
    case 'gprof':
      return runGprofCommand(rest, io)
    case 'json':
      return runJson(rest, io)
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

async function open(files: readonly string[], strict: boolean): Promise<Opened> {
  const sources = []
  try {
    for (const file of files) sources.push(await openFileSource(file))
    const options = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0, strict }
    const result = await openProfile(sources, options, () => {})
    if (!result.ok) throw new ProblemError(result.problem.problem)
    return result.value
  } finally {
    for (const source of sources) await source.close()
  }
}

function complain(error: unknown, io: CommandLineIo): number {
  if (!(error instanceof ProblemError)) throw error
  io.stderr(Buffer.from(`gmonscope: ${sentence(error.problem)}\n`))
  return 1
}

function sentence(problem: Problem): string {
  const { title, explanation, remedy } = problemText(problem)
  return [title, explanation, remedy].filter((part) => part !== '').join('\n  ')
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
    const opened = await open(args, false)
    const sink = byteSink(io.stdout, 'utf8')
    writeJson(opened, sink.write)
    sink.end()
    return 0
  } catch (error) {
    return complain(error, io)
  }
}
