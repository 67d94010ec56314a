// Commands that write the profile as a document: json and csv, dot, callgrind, pprof, speedscope
// and stacks, html and save, static-arcs.
import { gzipSync } from 'node:zlib'
import { writeJson } from '../../core/reports/exports/json.ts'
import type { AnalyzedProfile } from '../../core/analysis/analyzed-profile.ts'
import { certainTicks } from '../../core/reports/bounds.ts'
import { ENCODING_MARK, flatTableCsv } from '../../core/reports/rows.ts'
import {
  type Arguments,
  type Command,
  numberOf,
  type Option,
  SCENARIO_OPTIONS,
  shiftOf,
  wholeNumberOf,
} from '../arguments.ts'
import { byteSink, type CommandLineIo, OK } from '../io.ts'
import {
  BEFORE,
  openBaseline,
  openFiles,
  openWithLines,
  scenarioRequest,
  statusOfPrinted,
  WITHOUT_LINES,
} from '../open-files.ts'
import { OUTPUT, withOutput } from '../output.ts'
import { baseName } from '../../core/base/file-names.ts'
import { formatDot } from '../../core/reports/graph/dot.ts'
import { DEFAULT_CHOICE, type NodeLinkChoice } from '../../core/reports/graph/graph-choice.ts'
import { listNodeLink } from '../../core/reports/graph/node-link.ts'
import { DEFAULT_LIMITS, type StackLimits } from '../../core/reports/exports/estimated-stacks.ts'
import { type ExportKind, writeExport } from '../../core/reports/exports/write-export.ts'
import { oneFile, savedProfile } from '../one-file.ts'
import { EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import { writeStaticArcs } from '../../core/profile/gmon-sum.ts'

/** Rows per piece of text. */
const SLICE = 1000

const BOUNDS: Option = {
  name: 'bounds',
  about: 'add the least and the most time that each function was on the stack',
}

/** Returns the lower bounds of all functions if `--bounds` is given, else null. */
const boundsWanted = (args: Arguments, analyzed: AnalyzedProfile): Float64Array | null =>
  args.has('bounds') ? certainTicks(analyzed) : null

/** The `json` command. */
export const JSON_COMMAND: Command = {
  name: 'json',
  operands: 'EXECUTABLE [GMON...]',
  summary: 'the analysed profile as JSON: functions, calls, cycles, notices',
  about: `
Prints everything that was worked out, in a documented and versioned form
(docs/formats/json.md). Times are in ticks; divide by "rate" for seconds.

  gmonscope json prog gmon.out | jq '.functions[] | select(.selfTicks > 10).name'`,
  options: [BOUNDS, OUTPUT, ...SCENARIO_OPTIONS],
  async run(args, io) {
    const opened = await openFiles(args.files, scenarioRequest(args), io)
    await withOutput(args, io, opened.read, 'text', (write) => {
      const sink = byteSink(write)
      writeJson(opened, sink.write, boundsWanted(args, opened.analyzed))
      sink.end()
    })
    return statusOfPrinted(opened, io)
  },
}

/** The `csv` command. */
export const CSV_COMMAND: Command = {
  name: 'csv',
  operands: 'EXECUTABLE [GMON...]',
  summary: 'the flat profile as a table for spreadsheets',
  about: `
Prints the functions in gprof's order, one a line, as comma-separated values with
a heading. Numbers are not rounded; what is not known is empty. Text is UTF-8.

  gmonscope csv prog gmon.out > flat.csv`,
  options: [
    {
      name: 'bom',
      about:
        'begin with a byte order mark, without which spreadsheet programs may take\nUTF-8 for something else',
    },
    BOUNDS,
    OUTPUT,
    ...SCENARIO_OPTIONS,
  ],
  async run(args, io) {
    const opened = await openFiles(args.files, scenarioRequest(args), io)
    const { analyzed, listing, read } = opened
    const { printed } = listing.flat
    const bounds = boundsWanted(args, analyzed)
    await withOutput(args, io, read, 'text', (write) => {
      const sink = byteSink(write)
      if (args.has('bom')) sink.write(ENCODING_MARK)
      for (let from = 0; from === 0 || from < printed.length; from += SLICE) {
        const rows = printed.subarray(from, from + SLICE)
        sink.write(flatTableCsv(analyzed, listing.flat, rows, from === 0, bounds))
      }
      sink.end()
    })
    return statusOfPrinted(opened, io)
  },
}

// `gmonscope dot`: the important part of the call graph, for Graphviz.

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
    const text = formatDot(analyzed, listNodeLink(analyzed, choice), title, certainTicks(analyzed))
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

// `gmonscope callgrind`, `pprof`, `speedscope` and `stacks`: the profile for other tools.

const STACK_OPTIONS: readonly Option[] = [
  {
    name: 'min',
    value: 'PERCENT',
    about: `merge paths that have less of the time (${DEFAULT_LIMITS.least * 100})`,
  },
  { name: 'most', value: 'N', about: `keep at most the N heaviest paths (${DEFAULT_LIMITS.most})` },
]

const ESTIMATE = `
The stacks are an estimate, as a gmon.out holds none; files whose format has a place for
it say so. As in gprof, the time of a function is divided among its callers by their
calls. Each function's self time is as measured (docs/formats/exports.md).`

function exportCommand(kind: ExportKind, summary: string, about: string): Command {
  return {
    name: kind,
    ...(kind === 'stacks' && { otherName: 'collapsed' }),
    operands: 'EXECUTABLE [GMON...]',
    summary,
    about: kind === 'callgrind' ? about : `${ESTIMATE}\n${about}`,
    options: [OUTPUT, ...(kind === 'callgrind' ? [WITHOUT_LINES] : STACK_OPTIONS), ...SCENARIO_OPTIONS],
    run: (args, io) => runExport(kind, args, io),
  }
}

async function runExport(kind: ExportKind, args: Arguments, io: CommandLineIo): Promise<number> {
  const limits = kind === 'callgrind' ? DEFAULT_LIMITS : limitsOf(args)
  const { opened, lines } = await openWithLines(args, io, kind === 'callgrind')
  const { analyzed, name, read } = opened
  await withOutput(args, io, read, kind === 'pprof' ? 'bytes' : 'text', (write) => {
    const pieces: Uint8Array[] = []
    const sink = byteSink(write)
    const take = (piece: string | Uint8Array): void => {
      if (typeof piece === 'string') sink.write(piece)
      else pieces.push(piece)
    }
    writeExport(kind, analyzed, name, take, { limits, lines })
    sink.end()
    if (pieces.length > 0) write(gzipSync(Buffer.concat(pieces)))
  })
  return OK
}

/** @throws UsageError */
function limitsOf(args: Arguments): StackLimits {
  const percent = numberOf(args, 'min', 0, 100)
  const most = wholeNumberOf(args, 'most', 1)
  return {
    least: percent === undefined ? DEFAULT_LIMITS.least : percent / 100,
    most: most === undefined ? DEFAULT_LIMITS.most : Math.min(most, MOST_STACKS),
  }
}

/** Limits the tables in memory. */
const MOST_STACKS = 5_000_000

/** The commands that export to formats of other tools. */
export const EXPORT_COMMANDS: readonly Command[] = [
  exportCommand(
    'callgrind',
    'for KCachegrind, QCachegrind and callgrind_annotate',
    `
Prints functions, their own time, and each call with its count and the time gprof's
assumption passes along it; none within a cycle. Nothing else is estimated. Of a program
that was compiled with -g each line has its own time and its calls.

  gmonscope callgrind prog gmon.out > callgrind.out.prog && kcachegrind callgrind.out.prog`,
  ),
  exportCommand(
    'pprof',
    'for go tool pprof and other readers of its format',
    `
  gmonscope pprof -o prog.pb.gz prog gmon.out && go tool pprof -http : prog.pb.gz`,
  ),
  exportCommand(
    'speedscope',
    'for speedscope (speedscope.app)',
    `
  gmonscope speedscope -o prog.speedscope.json prog gmon.out`,
  ),
  exportCommand(
    'stacks',
    'one line per stack, for flamegraph.pl, inferno, speedscope',
    `
Weights are whole microseconds. These lines are also called collapsed or folded stacks;
"gmonscope collapsed" is the same command.

  gmonscope stacks prog gmon.out | flamegraph.pl --countname us > prog.svg`,
  ),
]

// `gmonscope html` and `gmonscope save`: the profile as a file to send.

/** The `html` command. */
export const HTML_COMMAND: Command = {
  name: 'html',
  operands: 'EXECUTABLE [GMON...]',
  summary: 'the viewer and the profile as one HTML file, to send',
  about: `
Prints one HTML file that shows the profile in any browser, from a disk, an e-mail or a
CI artefact, without a network. It holds names, numbers, source paths, times of lines
and notices, nothing of the program's code or its sources, and opens other profiles.

  gmonscope html -o report.html prog gmon.out

With an earlier profile it holds both, and shows what changed:

  gmonscope html -b old/prog -b old/gmon.out -o report.html prog gmon.out`,
  options: [OUTPUT, BEFORE, WITHOUT_LINES, ...SCENARIO_OPTIONS],
  async run(args, io) {
    const { opened, lines } = await openWithLines(args, io)
    const before = args.has(BEFORE.name) ? await openBaseline(args, opened, io) : null
    const pieces = await oneFile(opened, lines, before)
    // Text, but a megabyte of it.
    await withOutput(args, io, [...opened.read, ...(before?.read ?? [])], 'bytes', (write) => {
      for (const piece of pieces) write(Buffer.from(piece))
    })
    return statusOfPrinted(opened, io)
  },
}

/** The `save` command. */
export const SAVE_COMMAND: Command = {
  name: 'save',
  operands: 'EXECUTABLE [GMON...]',
  summary: 'the profile as one small file that opens without the executable',
  about: `
Prints a saved profile (docs/formats/saved-profile.md): what the HTML file holds, alone.
The page and every command here open it like the files it was made of.

  gmonscope save -o prog.gmonscope prog gmon.out && gmonscope json prog.gmonscope`,
  options: [OUTPUT, WITHOUT_LINES, ...SCENARIO_OPTIONS],
  async run(args, io) {
    const { opened, lines } = await openWithLines(args, io)
    const bytes = await savedProfile(opened, lines)
    await withOutput(args, io, opened.read, 'bytes', (write) => write(bytes))
    return statusOfPrinted(opened, io)
  },
}

// `gmonscope static-arcs`: static calls as a profile that gprof reads beside the others. gprof's
// own `-c` finds other calls; see docs/differences.md.

/** The `static-arcs` command. */
export const STATIC_ARCS_COMMAND: Command = {
  name: 'static-arcs',
  operands: 'EXECUTABLE [GMON...]',
  summary: 'static calls (not counted), as a profile for gprof',
  about: `
Writes calls that are in the program's code but were not counted as a profile of
arcs without a count. gprof reads it beside the others; its own -c finds other calls,
on x86 none backwards.

  gmonscope static-arcs -o static-arcs.gmon prog gmon.out
  gprof -b -q prog gmon.out static-arcs.gmon`,
  options: [OUTPUT],
  async run(args, io) {
    const opened = await openFiles(
      args.files,
      { scenario: { ...EMPTY_SCENARIO, staticArcs: true }, asMeasured: true, shift: shiftOf(args) },
      io,
    )
    const bytes = writeStaticArcs(opened.sum(), opened.possible)
    await withOutput(args, io, opened.read, 'bytes', (write) => write(bytes))
    return OK
  },
}
