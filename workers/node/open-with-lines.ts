// Files of the command line → an opened profile and its lines, for what is written with them unless a person does without.
import type { AllLines } from '../core/profile/lines/all-lines.ts'
import type { Arguments, Option } from './arguments.ts'
import type { CommandLineIo } from './io.ts'
import { linesOfFiles } from './lines-of-files.ts'
import { askedBy, openFiles, type OpenedFiles } from './open-files.ts'
import { progressOn } from './progress.ts'

export const WITHOUT_LINES: Option = { name: 'without-lines', about: 'without the times of lines' }

/** Lines are null where nothing is known of them, and where they are not wanted. Errors: as of `openFiles`. */
export async function openWithLines(
  args: Arguments,
  io: CommandLineIo,
  areWanted = true,
): Promise<{ readonly opened: OpenedFiles; readonly lines: AllLines | null }> {
  let lines: AllLines | null = null
  const opened = await openFiles(args.files, askedBy(args), io, async (found, sources) => {
    if (!areWanted || args.has(WITHOUT_LINES.name)) return
    const progress = progressOn(io)
    lines = (await linesOfFiles(found, sources, progress)?.all()) ?? null
    progress.end()
  })
  return { opened, lines }
}
