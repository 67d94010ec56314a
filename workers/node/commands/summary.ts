// `gmonscope summary`: the sentences that the page shows first, as text or Markdown.
import { visibleText } from '../../core/base/visible-text.ts'
import { DEFAULT_REQUEST } from '../../core/analysis/cuts/suggest-cuts.ts'
import type { HotLines } from '../../core/profile/lines/hot-lines.ts'
import { cutsOfSummary } from '../../core/reports/summary/summary-cuts.ts'
import { summarize, summaryMarkdown, summaryText } from '../../core/reports/summary/summary.ts'
import type { Arguments, Command } from '../arguments.ts'
import { SCENARIO_OPTIONS } from '../scenario-options.ts'
import { type CommandLineIo, OK } from '../io.ts'
import { progressOn } from '../progress.ts'
import { linesOfFiles } from '../lines-of-files.ts'
import { openFiles, scenarioRequest } from '../open-files.ts'

/** Steps of work for the cut of a cycle; a summary must not take long. */
const WORK = DEFAULT_REQUEST.limit / 20

/** The `summary` command. */
export const SUMMARY_COMMAND: Command = {
  name: 'summary',
  operands: 'EXECUTABLE [GMON...]',
  summary: 'what takes the time, for whom, and how sure that is',
  about: `
Prints at most six sentences: the hottest function and its caller, the hottest line, the
cycle that hides who pays, the slowest run, and what the samples can say. A sentence
that does not apply is not printed.

  gmonscope summary --markdown prog gmon.out >> $GITHUB_STEP_SUMMARY

The hottest line needs a program that was compiled with -g.`,
  options: [{ name: 'markdown', about: 'a Markdown list, with names as code' }, ...SCENARIO_OPTIONS],
  run: runSummary,
}

async function runSummary(args: Arguments, io: CommandLineIo): Promise<number> {
  let hotLines: HotLines | null = null
  const opened = await openFiles(args.files, scenarioRequest(args), io, async (found, sources) => {
    const progress = progressOn(io)
    hotLines = (await linesOfFiles(found, sources, progress)?.sampled()) ?? null
    progress.end()
  })
  const cuts = cutsOfSummary(opened, WORK)
  const { analyzed, listing, notices } = opened
  const sentences = summarize({ analyzed, listing, notices, hotLines, cuts })
  const lines = args.has('markdown') ? summaryMarkdown(sentences) : sentences.map(summaryText)
  for (const line of lines) io.stdout(Buffer.from(`${visibleText(line)}\n`))
  return OK
}
