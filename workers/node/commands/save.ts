// Files of a profile to send: `gmonscope html`, `gmonscope save`.
import type { Command } from '../arguments.ts'
import { SCENARIO_OPTIONS } from '../scenario-options.ts'
import { BEFORE, openBaseline } from '../open-baseline.ts'
import { openWithLines, WITHOUT_LINES } from '../open-files.ts'
import { statusOfPrinted } from '../print-messages.ts'
import { OUTPUT, withOutput } from '../output.ts'
import { oneFile, savedProfile } from '../one-file.ts'

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
