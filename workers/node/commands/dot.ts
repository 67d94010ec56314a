// `gmonscope dot`: the important part of the call graph, for Graphviz.
import type { AnalyzedProfile } from '../../core/analysis/analyzed-profile.ts'
import { boundsOf } from '../../core/trust/bounds/bounds.ts'
import { finish } from '../../core/base/yielder.ts'
import { type Arguments, type Command, numberOf, wholeNumberOf } from '../arguments.ts'
import { SCENARIO_OPTIONS } from '../scenario-options.ts'
import { openFiles, scenarioRequest } from '../open-files.ts'
import { statusOfPrinted } from '../print-messages.ts'
import { OUTPUT, withOutput } from '../output.ts'
import { baseName } from '../../core/base/file-names.ts'
import { formatDot } from '../../core/reports/graph/dot.ts'
import { DEFAULT_CHOICE, type NodeLinkChoice } from '../../core/reports/graph/graph-choice.ts'
import { listNodeLink } from '../../core/reports/graph/node-link.ts'

/** More than any of Graphviz's layouts can finish. */
const MOST_NODES = 1e6

/** The `dot` command. */
export const DOT_COMMAND: Command = {
  name: 'dot',
  operands: 'EXECUTABLE [GMON...]',
  summary: 'the call graph, for Graphviz',
  about: `
Prints the functions with the most self time, the callers that explain them, and the
calls between them. A cycle is a box around its members, a large one a single node.

  gmonscope dot prog gmon.out | dot -Tsvg > graph.svg`,
  options: [
    {
      name: 'min',
      value: 'PERCENT',
      about: `functions from PERCENT of the time on (${DEFAULT_CHOICE.threshold * 100})`,
    },
    { name: 'most', value: 'N', about: `at most N functions (${DEFAULT_CHOICE.limit})` },
    { name: 'open-cycles', about: 'draw cycles of more than six functions by their members' },
    OUTPUT,
    ...SCENARIO_OPTIONS,
  ],
  async run(args, io) {
    const limits = limitsOfGraph(args)
    const opened = await openFiles(args.files, scenarioRequest(args), io)
    const { analyzed, name, read } = opened
    const title = baseName(name)
    const choice = { ...limits, cycles: args.has('open-cycles') ? allOpen(analyzed) : [] }
    const text = formatDot(
      analyzed,
      finish(listNodeLink(analyzed, choice)),
      title,
      finish(boundsOf(analyzed)),
    )
    await withOutput(args, io, read, 'text', (write) => write(Buffer.from(text)))
    return statusOfPrinted(opened, io)
  },
}

/** Returns the choice that opens every cycle. */
function allOpen({ cycles }: AnalyzedProfile): NodeLinkChoice['cycles'] {
  const { offsets, items } = cycles.members
  return Array.from({ length: cycles.length }, (_, cycle) => ({
    member: items[offsets[cycle]],
    isOpen: true,
  }))
}

/** @throws UsageError */
function limitsOfGraph(args: Arguments): NodeLinkChoice {
  const percent = numberOf(args, 'min', 0, 100)
  const most = wholeNumberOf(args, 'most', 1)
  return {
    ...DEFAULT_CHOICE,
    ...(percent === undefined ? {} : { threshold: percent / 100 }),
    ...(most === undefined ? {} : { limit: Math.min(most, MOST_NODES) }),
  }
}
