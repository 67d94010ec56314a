// `gmonscope static-arcs`: calls that stand in the program's code and were never taken, as a profile that gprof reads
// beside the others. What gprof finds with its own `-c` is something else: see docs/differences.md.
import { EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import { writeStaticArcs } from '../../core/profile/sum/gmon-sum.ts'
import type { Command } from '../arguments.ts'
import { OK } from '../io.ts'
import { openFiles } from '../open-files.ts'
import { OUTPUT, withOutput } from '../output.ts'

export const STATIC_ARCS_COMMAND: Command = {
  name: 'static-arcs',
  operands: 'EXECUTABLE [GMON...]',
  summary: 'calls never taken, as a profile for gprof',
  about: `
Writes the calls that stand in the program's code and were never taken as a profile of
arcs without a count. gprof reads it beside the others; its own -c finds other calls,
on x86 none backwards.

  gmonscope static-arcs -o static-arcs.gmon prog gmon.out
  gprof -b -q prog gmon.out static-arcs.gmon`,
  options: [OUTPUT],
  async run(args, io) {
    const opened = await openFiles(
      args.files,
      { scenario: { ...EMPTY_SCENARIO, staticArcs: true }, asMeasured: true },
      io,
    )
    const bytes = writeStaticArcs(opened.sum(), opened.possible)
    await withOutput(args, io, opened.read, 'bytes', (write) => write(bytes))
    return OK
  },
}
