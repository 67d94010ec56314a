// Commands that write tables: `gmonscope json`, `gmonscope csv`.
import { writeJson } from '../../core/reports/exports/json.ts'
import type { AnalyzedProfile } from '../../core/analysis/analyzed-profile.ts'
import { type Bounds, boundsOf } from '../../core/trust/bounds/bounds.ts'
import { finish } from '../../core/base/yielder.ts'
import { ENCODING_MARK, flatTableCsv } from '../../core/reports/flat-table.ts'
import type { Arguments, Command, Option } from '../arguments.ts'
import { SCENARIO_OPTIONS } from '../scenario-options.ts'
import { byteSink } from '../byte-sink.ts'
import { openFiles, scenarioRequest } from '../open-files.ts'
import { statusOfPrinted } from '../print-messages.ts'
import { OUTPUT, withOutput } from '../output.ts'

/** Rows per piece of text. */
const SLICE = 1000

const BOUNDS: Option = {
  name: 'bounds',
  about: 'add the least and the most time that each function was on the stack',
}

/** Returns the bounds of all functions if `--bounds` is given, else null. */
const boundsWanted = (args: Arguments, analyzed: AnalyzedProfile): Bounds | null =>
  args.has('bounds') ? finish(boundsOf(analyzed)) : null

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
