// `gmonscope lines`: the hottest lines, or a function's source with the time of each line.
import { dirname } from 'node:path'
import { visibleText } from '../../core/base/visible-text.ts'
import {
  type LineRange,
  readSourceText,
  type TextOfLines,
} from '../../core/profile/lines/read-source-text.ts'
import { shownPath } from '../../core/reports/find-source.ts'
import { hotLinesUnder } from '../../core/reports/lines/explain-lines.ts'
import { functionLinesReport, hotLinesReport } from '../../core/reports/lines/lines-report.ts'
import { hotTexts } from '../../core/reports/lines/hot-rows.ts'
import { rangesOf } from '../../core/reports/lines/source-rows.ts'
import { type Arguments, type Command, UsageError, wholeNumberOf } from '../arguments.ts'
import { SCENARIO_OPTIONS } from '../scenario-options.ts'
import { byteSink } from '../byte-sink.ts'
import { type CommandLineIo, OK } from '../io.ts'
import { progressOn } from '../progress.ts'
import { linesOfFiles } from '../lines-of-files.ts'
import { nothingToPrint, printNotices } from '../print-messages.ts'
import { openFiles, scenarioRequest } from '../open-files.ts'
import { functionsLike } from '../functions-like.ts'
import { LARGEST_SOURCE } from '../file-system.ts'
import { isFolder, openSourceFile } from '../source-files.ts'

/** The `lines` command. */
export const LINES_COMMAND: Command = {
  name: 'lines',
  operands: 'EXECUTABLE [GMON...]',
  summary: 'the hottest lines, or a function line by line, if built with -g',
  about: `
Prints the lines that were sampled, most time first, with the times of gprof -l. With
--of, the source of a function: the self time of each line, its total with what the
calls in it pass to it, and below it these calls. Code of other functions
that was inlined is listed apart.

  gmonscope lines prog gmon.out | head
  gmonscope lines --of solve prog gmon.out

Source files are searched for where the compiler had them, then beside the program and
in the folders named. Files over 100 MB are skipped. ≈ marks calls that may belong to
another line: a profile records where calls come from to within a few bytes.`,
  options: [
    {
      name: 'of',
      value: 'PATTERN',
      about: 'the lines of the functions of that name, in which * matches any text;\nmay be repeated',
    },
    { name: 'source', value: 'FOLDER', about: 'source files are there as well; may be repeated' },
    { name: 'limit', value: 'N', about: 'the first N of the hottest lines' },
    ...SCENARIO_OPTIONS,
  ],
  run: runLines,
}

async function runLines(args: Arguments, io: CommandLineIo): Promise<number> {
  const limit = wholeNumberOf(args, 'limit', 1, Number.MAX_SAFE_INTEGER) ?? Infinity
  const patterns = args.all('of')
  for (const folder of args.all('source'))
    if (!(await isFolder(folder))) throw new UsageError(`--source wants a folder, and '${folder}' is none`)
  const [program = ''] = args.files
  const tooLarge = new Set<string>()
  const sourcesOf: Sources = {
    folders: [dirname(program), ...args.all('source')],
    onTooLarge: (file) => void tooLarge.add(file),
  }
  const sink = byteSink(io.stdout)
  let isEmpty = false
  await openFiles(args.files, scenarioRequest(args), io, async (opened, sources) => {
    const progress = progressOn(io)
    const known = linesOfFiles(opened, sources, progress)
    if (!known)
      throw new UsageError('nothing is known of its lines: lines wants a program that was compiled with -g')
    try {
      if (patterns.length === 0) {
        const hot = hotLinesUnder(opened.analyzed, await known.sampled())
        isEmpty = hot.length === 0
        const { files, placeOf } = hotTexts(hot, Math.min(limit, MOST_TEXTS))
        const texts: (TextOfLines | undefined)[] = []
        for (const { path, ranges } of files) texts.push(await textOf(path, ranges, sourcesOf))
        progress.end()
        const lineAt = (row: number): string => {
          const place = placeOf[row]
          return place ? (texts[place.file]?.ranges[place.nth]?.[0]?.trim() ?? '') : ''
        }
        const report = hotLinesReport(
          opened.analyzed,
          { ...hot, length: Math.min(hot.length, limit) },
          lineAt,
        )
        for (const line of report) sink.write(`${line}\n`)
        return
      }
      const functions = functionsLike(opened.contents.plain.functions, patterns)
      for (let from = 0; from < functions.length; from += AT_ONCE) {
        const some = functions.slice(from, from + AT_ONCE)
        for (const [nth, lines] of (await known.ofFunctions(some)).entries()) {
          const texts: (TextOfLines | undefined)[] = []
          for (const [at, section] of lines.sections.entries())
            texts.push(await textOf(section.file, rangesOf(section, at === 0), sourcesOf))
          progress.end()
          if (from + nth > 0) sink.write('\n')
          for (const line of functionLinesReport(opened.analyzed, some[nth], lines, texts))
            sink.write(`${line}\n`)
        }
      }
    } finally {
      progress.end()
      for (const file of tooLarge)
        io.stderr(
          Buffer.from(
            `gmonscope: ${visibleText(file)} is not read: source files may have ${LARGEST_SOURCE / 1_000_000} MB at most\n`,
          ),
        )
      const { lines } = opened.contents
      if (lines) printNotices(lines.notices(), io)
    }
  })
  sink.end()
  return isEmpty ? nothingToPrint('no line has time', io) : OK
}

/** Functions per pass over the profiles: their lines take memory. */
const AT_ONCE = 5000

/** Lines whose text is read, at most. */
const MOST_TEXTS = 10_000

interface Sources {
  readonly folders: readonly string[]
  readonly onTooLarge: (file: string) => void
}

async function textOf(
  path: string,
  ranges: readonly LineRange[],
  { folders, onTooLarge }: Sources,
): Promise<TextOfLines | undefined> {
  const file = await openSourceFile(shownPath(path), folders)
  if (!file) return undefined
  try {
    if (file.size <= LARGEST_SOURCE) return await readSourceText(file, ranges)
    onTooLarge(file.name)
    return undefined
  } finally {
    await file.close()
  }
}
