// `gmonscope json` and `gmonscope csv`: the profile for other programs and for spreadsheets.
import { writeJson } from '../../core/reports/exports/json.ts'
import { ENCODING_MARK, flatTableCsv } from '../../core/reports/flat-profile/table-text.ts'
import type { Command } from '../arguments.ts'
import { byteSink } from '../byte-sink.ts'
import { OK } from '../io.ts'
import { askedBy, openFiles } from '../open-files.ts'
import { OUTPUT, withOutput } from '../output.ts'
import { SCENARIO_OPTIONS } from '../scenario-options.ts'

/** Rows of a table that become one text. */
const SLICE = 1000

export const JSON_COMMAND: Command = {
  name: 'json',
  operands: 'EXECUTABLE [GMON...]',
  summary: 'the analysed profile as JSON: functions, calls, cycles, notices',
  about: `
Prints everything that was worked out, in a documented and versioned form
(docs/formats/json.md). Times are in ticks; divide by "rate" for seconds.

  gmonscope json prog gmon.out | jq '.functions[] | select(.selfTicks > 10).name'`,
  options: [OUTPUT, ...SCENARIO_OPTIONS],
  async run(args, io) {
    const opened = await openFiles(args.files, askedBy(args), io)
    await withOutput(args, io, opened.read, 'text', (write) => {
      const sink = byteSink(write)
      writeJson(opened, sink.write)
      sink.end()
    })
    return OK
  },
}

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
    OUTPUT,
    ...SCENARIO_OPTIONS,
  ],
  async run(args, io) {
    const { analyzed, listing, read } = await openFiles(args.files, askedBy(args), io)
    const { printed } = listing.flat
    await withOutput(args, io, read, 'text', (write) => {
      const sink = byteSink(write)
      if (args.has('bom')) sink.write(ENCODING_MARK)
      for (let from = 0; from === 0 || from < printed.length; from += SLICE) {
        const rows = printed.subarray(from, from + SLICE)
        sink.write(flatTableCsv(analyzed, listing.flat, rows, from === 0))
      }
      sink.end()
    })
    return OK
  },
}
