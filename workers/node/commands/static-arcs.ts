// `gmonscope static-arcs`: static calls as a profile that gprof reads beside the others.
//
// gprof’s own `-c` finds other calls; see docs/differences.md.
import { type Command, shiftOf } from '../arguments.ts'
import { OK } from '../io.ts'
import { openFiles } from '../open-files.ts'
import { OUTPUT, withOutput } from '../output.ts'
import { EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import { writeStaticArcs } from '../../core/profile/write-gmon-sum.ts'

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
    const bytes = writeStaticArcs(opened.contents.sum(), opened.contents.possible)
    await withOutput(args, io, opened.read, 'bytes', (write) => write(bytes))
    return OK
  },
}
