// `gmonscope dot`: the part of the call graph that matters, for Graphviz.
import { formatDot } from '../core/reports/dot.ts'
import { DEFAULT_CHOICE, type NodeLinkChoice } from '../core/reports/node-link-choice.ts'
import { listNodeLink } from '../core/reports/node-link.ts'
import { complain, openFiles, UsageError, type CommandLineIo } from './open-files.ts'
import { requireKnown, takeScenario } from './scenario-options.ts'

export const DOT_USAGE = `  gmonscope dot [--min PERCENT] [--most N] [--cut …] [--exclude …] [--only …] EXECUTABLE GMON...
      prints the call graph for Graphviz (gmonscope dot … | dot -Tsvg > graph.svg): functions
      from PERCENT of the time on (${DEFAULT_CHOICE.threshold * 100}), the heaviest N (${DEFAULT_CHOICE.limit}); the scenario as for json
`

export async function runDot(args: readonly string[], io: CommandLineIo): Promise<number> {
  try {
    const { scenario, rest } = takeScenario(args)
    const { choice, files } = parseArguments(rest)
    const opened = await openFiles(files, scenario)
    requireKnown(opened.plain, scenario)
    const { analyzed } = opened
    const [program = ''] = files
    const title = program.slice(program.lastIndexOf('/') + 1)
    io.stdout(Buffer.from(formatDot(analyzed, listNodeLink(analyzed, choice), title)))
    return 0
  } catch (error) {
    return complain(error, io)
  }
}

function parseArguments(args: readonly string[]): {
  readonly choice: NodeLinkChoice
  readonly files: readonly string[]
} {
  let choice = DEFAULT_CHOICE
  const files: string[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]
    if (arg === '--min') choice = { ...choice, threshold: numberOf(arg, args[++at], 0, 100) / 100 }
    else if (arg === '--most') choice = { ...choice, limit: Math.round(numberOf(arg, args[++at], 1, 1e6)) }
    else if (arg.startsWith('-') && arg !== '-') throw new UsageError(`dot has no option '${arg}'`)
    else files.push(arg)
  }
  return { choice, files }
}

function numberOf(option: string, text: string | undefined, least: number, most: number): number {
  const value = text === undefined || text === '' ? Number.NaN : Number(text)
  if (!(value >= least && value <= most))
    throw new UsageError(`${option} wants a number from ${least} to ${most}`)
  return value
}
