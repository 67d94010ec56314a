// The command line: arguments → the same pipeline as the page → text on standard output. Nothing is computed here.
import { EMPTY_SCENARIO } from '../core/analysis/scenario.ts'
import { openProfile, type Opened } from '../core/pipeline.ts'
import { writeJson } from '../core/reports/json.ts'
import { problemText } from '../core/reports/problem-text.ts'
import type { Problem } from '../core/problems/problem.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import { writeFlatProfile } from '../core/reports/text/flat-text.ts'
import { writeCallGraph } from '../core/reports/text/graph-text.ts'
import { writeIndex } from '../core/reports/text/index-text.ts'
import { openFileSource } from './file-source.ts'
import { parseGprofOptions } from './gprof-options.ts'

export interface CommandLineIo {
  readonly stdout: (bytes: Uint8Array) => void
  readonly stderr: (bytes: Uint8Array) => void
}

const USAGE = `gmonscope: reads what gcc -pg leaves behind

  gmonscope gprof [-b] [-p] [-q] [-w WIDTH] EXECUTABLE [GMON...]
      prints what gprof prints: the flat profile (-p), the call graph (-q), or both
  gmonscope json EXECUTABLE GMON...
      prints the analysed profile as JSON (docs/formats/json.md)
`

/** Runs one command and answers its exit status. `args` without node and script. */
export async function runCommandLine(args: readonly string[], io: CommandLineIo): Promise<number> {
  const [command, ...rest] = args
  switch (command) {
    case 'gprof':
      return runGprof(rest, io)
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

/** Gathers small texts, one character a byte, into large writes. */
function byteSink(
  io: CommandLineIo,
  encoding: 'latin1' | 'utf8',
): { write(text: string): void; end(): void } {
  let pending = ''
  const flush = (): void => {
    if (pending !== '') io.stdout(Buffer.from(pending, encoding))
    pending = ''
  }
  return {
    write(text) {
      pending += text
      if (pending.length > 1 << 16) flush()
    },
    end: flush,
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

async function runGprof(args: readonly string[], io: CommandLineIo): Promise<number> {
  const parsed = parseGprofOptions(args)
  if (!parsed.ok) {
    io.stderr(Buffer.from(`gmonscope: ${parsed.message}\n`))
    return 1
  }
  const { flat, graph, width, image, profiles } = parsed.options
  try {
    const opened = await open([image, ...profiles], true)
    const { profile } = opened.analyzed
    if (flat && !profile.hasHistogram) {
      io.stderr(Buffer.from('gmonscope: gmon.out file is missing histogram\n'))
      return 1
    }
    if (graph && !profile.hasArcs) {
      io.stderr(Buffer.from('gmonscope: gmon.out file is missing call-graph data\n'))
      return 1
    }
    const sink = byteSink(io, 'latin1')
    if (flat) writeFlatProfile(opened, sink.write)
    if (flat && graph) sink.write('\f\n')
    if (graph) {
      writeCallGraph(opened, sink.write)
      writeIndex(opened, width, sink.write)
    }
    sink.end()
    return 0
  } catch (error) {
    return complain(error, io)
  }
}

async function runJson(args: readonly string[], io: CommandLineIo): Promise<number> {
  try {
    const opened = await open(args, false)
    const sink = byteSink(io, 'utf8')
    writeJson(opened, sink.write)
    sink.end()
    return 0
  } catch (error) {
    return complain(error, io)
  }
}
