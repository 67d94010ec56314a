// Commands that write the profile for other tools: `callgrind`, `pprof`, `speedscope`, `stacks`.
import { gzipSync } from 'node:zlib'
import { type Arguments, type Command, numberOf, type Option, wholeNumberOf } from '../arguments.ts'
import { SCENARIO_OPTIONS } from '../scenario-options.ts'
import { byteSink } from '../byte-sink.ts'
import { type CommandLineIo, OK } from '../io.ts'
import { openWithLines, WITHOUT_LINES } from '../open-files.ts'
import { OUTPUT, withOutput } from '../output.ts'
import { DEFAULT_LIMITS, type StackLimits } from '../../core/reports/exports/estimated-stacks.ts'
import { type ExportKind, writeExport } from '../../core/reports/exports/write-export.ts'

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
