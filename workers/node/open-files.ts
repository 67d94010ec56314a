// Files of the command line → an opened profile, or a problem in words.
import { existsSync } from 'node:fs'
import {
  bothScenarios,
  EMPTY_SCENARIO,
  isEmptyScenario,
  type Scenario,
} from '../core/analysis/scenario/scenario.ts'
import { textOfBinary } from '../core/base/string-table.ts'
import { visibleText } from '../core/base/visible-text.ts'
import type { ByteSource } from '../core/bytes/byte-source.ts'
import { openProfile, type Opened, type PipelineOptions } from '../core/pipeline.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import type { Notice, Problem } from '../core/problems/problem.ts'
import { compareMatches } from '../core/reports/words/program-match.ts'
import { problemText } from '../core/reports/words/problem-text.ts'
import { toldNotices } from '../core/reports/words/told-notices.ts'
import { UsageError, type Arguments } from './arguments.ts'
import { openDebugFile } from './debug-beside.ts'
import { openFileSource, type FileSource } from './file-source.ts'
import { FAILED, MISUSED, type CommandLineIo } from './io.ts'
import { StreamError } from './process-streams.ts'
import { tellFilesTwice } from './files-twice.ts'
import { progressOn, type Progress } from './progress.ts'
import { AS_MEASURED, byRawNames, requireKnown, scenarioOf } from './scenario-options.ts'

/** What numbers are asked for. */
export interface Asked {
  readonly scenario: Scenario
  /** Whatever a saved profile was saved with. */
  readonly asMeasured: boolean
}

export const askedBy = (args: Arguments): Asked => ({
  scenario: scenarioOf(args),
  asMeasured: args.has(AS_MEASURED.name),
})

/** A profile, and the files it was read from, those that nobody named among them; `-` is standard input. */
export interface OpenedFiles extends Opened {
  readonly read: readonly string[]
  /** By what was typed: they can be read once. */
  readonly pipes: ReadonlyMap<string, FileSource>
}

/** What was read before, to read others by. */
export interface Earlier {
  readonly pipes: ReadonlyMap<string, FileSource>
  /** The files of a program for profiles that come without one. */
  readonly program: readonly string[]
}

const NOTHING: Earlier = { pipes: new Map(), program: [] }

/**
 * With source lines, however large the program is; a saved profile with what it was saved with, as in the page.
 *
 * @param whileOpen what else is to be asked of it while its files are open
 *
 * Errors: ProblemError; UsageError for names that are not there.
 */
export async function openFiles(
  files: readonly string[],
  { scenario, asMeasured }: Asked,
  io: CommandLineIo,
  whileOpen: (opened: Opened, sources: readonly ByteSource[]) => Promise<void> = () => Promise.resolve(),
  { pipes: known, program }: Earlier = NOTHING,
): Promise<OpenedFiles> {
  if (files.length === 0) throw new UsageError('which files? An executable and its gmon.out')
  const progress = progressOn(io)
  const pipes = new Map(known)
  const sources: FileSource[] = []
  const others: FileSource[] = []
  const openInto = async (opened: FileSource[], names: readonly string[]): Promise<void> => {
    for (const file of names) {
      const source = pipes.get(file) ?? (await openFileSource(file))
      if (source.isPipe) pipes.set(file, source)
      opened.push(source)
    }
    const debug = await openDebugFile(opened)
    if (debug) opened.push(debug)
  }
  const programOf = async (): Promise<readonly FileSource[]> => {
    if (others.length === 0) await openInto(others, program)
    return others
  }
  try {
    await openInto(sources, files)
    const opened = await openUnder(sources, { scenario, programOf }, progress, io)
    const unnamed = [...sources.slice(files.length), ...others].map(({ name }) => name)
    const read = [...files, ...unnamed]
    progress.end()
    tellDoubts(opened.notices, io)
    const saved = asMeasured ? EMPTY_SCENARIO : (opened.saved?.scenario ?? EMPTY_SCENARIO)
    const meant = byRawNames(scenario, opened.plain)
    const both = bothScenarios(saved, meant)
    requireKnown(opened, { ...meant, staticArcs: both.staticArcs })
    if (isEmptyScenario(saved) && meant === scenario) {
      await whileOpen(opened, sources)
      return { ...opened, read, pipes }
    }
    const changed = await openUnder(sources, { scenario: both, programOf }, progress, io)
    progress.end()
    if (!isEmptyScenario(saved)) tellSaved(saved, io)
    await whileOpen(changed, sources)
    return { ...changed, read, pipes }
  } finally {
    progress.end()
    for (const source of [...sources, ...others]) await source.close()
  }
}

/** Where no profile is named: as gprof has it. */
const USUAL_PROFILE = 'gmon.out'

/** Errors: ProblemError; what is wrong with other files is told before. */
async function openUnder(
  sources: FileSource[],
  asked: Pick<PipelineOptions, 'scenario' | 'programOf'>,
  progress: Progress,
  io: CommandLineIo,
): Promise<Opened> {
  const options = {
    ...asked,
    withoutNames: false,
    shift: 0,
    sources: { wanted: 'used', gprofQuirks: false },
  } as const
  const result = await openProfile(sources, options, progress.onStep)
  if (result.ok)
    return tellFilesTwice(
      result.value,
      sources.map(({ name }) => name),
    )
  const { problem, files } = result.problem
  const isUnnamed = problem.code === 'input/profile-missing' && files.every((file) => !file.problem)
  if (isUnnamed && existsSync(USUAL_PROFILE)) {
    sources.push(await openFileSource(USUAL_PROFILE))
    return openUnder(sources, asked, progress, io)
  }
  progress.end()
  const others = files.flatMap((file) => {
    const other = file.problem ?? file.damage
    return other && other !== problem ? [other] : []
  })
  for (const other of others.slice(0, MOST_TOLD)) tellProblem(other, io)
  // Of several programs, which of them fits.
  const { words } = compareMatches(files)
  if (words !== '') io.stderr(Buffer.from(`gmonscope: ${words}\n`))
  throw new ProblemError(problem)
}

/** What makes the numbers those of other files than were named; in a pipe as well, where nobody sees the profile's notices. */
const DOUBTS: ReadonlySet<Notice['code']> = new Set([
  'wrong-executable',
  'odd-run',
  'run-twice',
  'file-twice',
  'file-skipped',
  'files-unused',
  'gmon/truncated-file',
  'listing-again',
  'listing-conflict',
  'listing-cut',
  'listing-headless',
  'listing-unread',
])

function tellDoubts(notices: readonly Notice[], io: CommandLineIo): void {
  // A linker's map may lack functions: that looks like another program.
  const isDoubted = notices.some(({ code }) => code === 'wrong-executable')
  const toTell = notices.filter(({ code }) => DOUBTS.has(code) || (isDoubted && code === 'symbols-from-list'))
  tellNotices(toTell, io)
}

export function tellNotices(notices: readonly Notice[], io: CommandLineIo): void {
  for (const told of toldNotices(notices)) io.stderr(Buffer.from(`gmonscope: ${lines(told)}\n`))
}

/** To a person alone: what reads a pipe asked for no news. */
function tellSaved(saved: Scenario, io: CommandLineIo): void {
  if (io.isTerminal?.stderr !== true) return
  const changes = changesIn(saved).map((change) => visibleText(textOfBinary(change)))
  const shown = changes.slice(0, MOST_TOLD).join(', ')
  const more = changes.length > MOST_TOLD ? ` and ${changes.length - MOST_TOLD} more` : ''
  io.stderr(
    Buffer.from(`gmonscope: as it was saved: ${shown}${more}; --${AS_MEASURED.name} for the plain profile\n`),
  )
}

const MOST_TOLD = 3

/** In words, names as in the options. */
function changesIn({ cutArcs, staticArcs, ...lists }: Scenario): readonly string[] {
  return [
    ...cutArcs.map(({ parent, child }) => `${parent}/${child} cut`),
    ...lists.leftOut.map((name) => `${name} left out`),
    ...lists.timeLeftOut.map((name) => `time of ${name} left out`),
    ...lists.only.map((name) => `only ${name}`),
    ...lists.timeOnly.map((name) => `only time of ${name}`),
    ...(staticArcs ? ['with calls never taken'] : []),
  ]
}

/** Tells what went wrong and answers the exit status; what is a bug of ours passes on. */
export function complain(error: unknown, io: CommandLineIo): number {
  if (error instanceof UsageError || error instanceof StreamError) {
    // Words that were typed, or that a script took from somewhere.
    io.stderr(Buffer.from(`gmonscope: ${visibleText(error.message)}\n`))
    return error instanceof UsageError ? MISUSED : FAILED
  }
  if (!(error instanceof ProblemError)) throw error
  tellProblem(error.problem, io)
  return FAILED
}

function tellProblem(problem: Problem, io: CommandLineIo): void {
  io.stderr(Buffer.from(`gmonscope: ${lines(problemText(problem))}\n`))
}

const lines = ({ title, explanation, remedy }: ReturnType<typeof problemText>): string =>
  [title, explanation, remedy].filter((part) => part !== '').join('\n  ')
