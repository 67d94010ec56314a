// `gmonscope dot`: the part of the call graph that matters, for Graphviz.
import { baseName } from '../../core/base/base-name.ts'
import { formatDot } from '../../core/reports/node-link/dot.ts'
import { DEFAULT_CHOICE, type NodeLinkChoice } from '../../core/reports/node-link/choice.ts'
import { listNodeLink } from '../../core/reports/node-link/node-link.ts'
import { numberOf, wholeNumberOf, type Arguments, type Command } from '../arguments.ts'
import { OK } from '../io.ts'
import { askedBy, openFiles } from '../open-files.ts'
import { OUTPUT, withOutput } from '../output.ts'
import { SCENARIO_OPTIONS } from '../scenario-options.ts'

/** More than any layout of Graphviz's ends with. */
const MOST_EVER = 1e6

export const DOT_COMMAND: Command = {
  name: 'dot',
  operands: 'EXECUTABLE [GMON...]',
  summary: 'the call graph, for Graphviz',
  about: `
Prints the functions that matter and the calls between them, cycles as boxes.

  gmonscope dot prog gmon.out | dot -Tsvg > graph.svg`,
  options: [
    {
      name: 'min',
      value: 'PERCENT',
      about: `functions from PERCENT of the time on (${DEFAULT_CHOICE.threshold * 100})`,
    },
    { name: 'most', value: 'N', about: `the heaviest N of them (${DEFAULT_CHOICE.limit})` },
    OUTPUT,
    ...SCENARIO_OPTIONS,
  ],
  async run(args, io) {
    const choice = choiceOf(args)
    const { analyzed, name, read } = await openFiles(args.files, askedBy(args), io)
    const title = baseName(name)
    const text = formatDot(analyzed, listNodeLink(analyzed, choice), title)
    await withOutput(args, io, read, 'text', (write) => write(Buffer.from(text)))
    return OK
  },
}

/** Errors: UsageError. */
function choiceOf(args: Arguments): NodeLinkChoice {
  const percent = numberOf(args, 'min', 0, 100)
  const most = wholeNumberOf(args, 'most', 1)
  return {
    ...DEFAULT_CHOICE,
    ...(percent === undefined ? {} : { threshold: percent / 100 }),
    ...(most === undefined ? {} : { limit: Math.min(most, MOST_EVER) }),
  }
}
