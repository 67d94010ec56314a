// Opens the files of a command: a profile with its program’s split-off debug file.
import { existsSync } from 'node:fs'
import {
  bothScenarios,
  EMPTY_SCENARIO,
  isEmptyScenario,
  type Scenario,
} from '../core/analysis/scenario/scenario.ts'
import type { ByteSource } from '../core/bytes/byte-source.ts'
import { type Opened, openProfile, type PipelineOptions } from '../core/pipeline/open-profile.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import { compareMatches } from '../core/reports/messages/program-match.ts'
import { type Arguments, type Option, SHIFT, type Shift, shiftOf, UsageError } from './arguments.ts'
import { AS_MEASURED, FORKED_ONCE, byRawNames, requireKnown, scenarioOf } from './scenario-options.ts'
import { type FileSource, openFileSource } from './file-source.ts'
import type { CommandLineIo } from './io.ts'
import { type ProgressLine, progressOn } from './progress.ts'
import type { AllLines } from '../core/profile/lines/all-lines.ts'
import { openDebugFile } from './open-debug-file.ts'
import { printDoubts, printSavedScenario, MOST_PRINTED, printProblem } from './print-messages.ts'
import { addDuplicateNotice } from './file-identity.ts'
import { linesOfFiles } from './lines-of-files.ts'

/** The scenario that a command's options request. */
export interface ScenarioRequest {
  readonly scenario: Scenario
  /** Ignores the scenario of a saved profile. */
  readonly asMeasured: boolean
  /** Counts once what forked runs share. */
  readonly forkedOnce?: boolean
  /** Bytes to subtract from the profile's addresses. */
  readonly shift: Shift
}

/** Returns the scenario that a command's options request. */
export const scenarioRequest = (args: Arguments): ScenarioRequest => ({
  scenario: scenarioOf(args),
  asMeasured: args.has(AS_MEASURED.name),
  forkedOnce: args.has(FORKED_ONCE.name),
  shift: shiftOf(args),
})

/**
 * An opened profile with the files it was read from, those found automatically included; `-` is
 * standard input.
 */
export interface OpenedFiles extends Opened {
  readonly read: readonly string[]
  /** Pipes by name as typed, because they can be read only once. */
  readonly pipes: ReadonlyMap<string, FileSource>
}

/** Inputs of an earlier profile that a later one reuses. */
export interface SharedInputs {
  readonly pipes: ReadonlyMap<string, FileSource>
  /** The program for profiles that come without one. */
  readonly program: readonly string[]
}

const NOTHING: SharedInputs = { pipes: new Map(), program: [] }

/**
 * Opens files with source lines, however large the program is. A saved profile opens with its own
 * scenario, as in the page.
 *
 * @param whileOpen called while the files are open
 *
 * @throws ProblemError; UsageError for names that do not exist
 */
export async function openFiles(
  files: readonly string[],
  { scenario, asMeasured, forkedOnce = false, shift: wanted }: ScenarioRequest,
  io: CommandLineIo,
  whileOpen: (opened: Opened, sources: readonly ByteSource[]) => Promise<void> = () => Promise.resolve(),
  { pipes: known, program }: SharedInputs = NOTHING,
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
    const { opened, shift } = await openShifted(
      sources,
      { scenario, programOf, forkedOnce },
      wanted,
      progress,
      io,
    )
    const unnamed = [...sources.slice(files.length), ...others].map(({ name }) => name)
    const read = [...files, ...unnamed]
    progress.end()
    printDoubts(opened.notices, io)
    const saved = asMeasured ? EMPTY_SCENARIO : (opened.saved?.scenario ?? EMPTY_SCENARIO)
    const meant = byRawNames(scenario, opened.contents.plain)
    const both = bothScenarios(saved, meant)
    requireKnown(opened, { ...meant, staticArcs: both.staticArcs, foldStd: both.foldStd })
    if (isEmptyScenario(saved) && meant === scenario) {
      await whileOpen(opened, sources)
      return { ...opened, read, pipes }
    }
    const changed = await openUnder(sources, { scenario: both, programOf, forkedOnce, shift }, progress, io)
    progress.end()
    if (!isEmptyScenario(saved)) printSavedScenario(saved, io)
    await whileOpen(changed, sources)
    return { ...changed, read, pipes }
  } finally {
    progress.end()
    for (const source of [...sources, ...others]) await source.close()
  }
}

/**
 * Opens the profile with its addresses moved back. `auto` opens it as it is first, and again if
 * the program fits only when moved.
 *
 * @throws ProblemError; UsageError for a number where there are no addresses to move
 */
async function openShifted(
  sources: FileSource[],
  asked: Pick<PipelineOptions, 'scenario' | 'programOf' | 'forkedOnce'>,
  wanted: Shift,
  progress: ProgressLine,
  io: CommandLineIo,
): Promise<{ readonly opened: Opened; readonly shift: number }> {
  const given = wanted === 'auto' ? 0 : wanted
  const opened = await openUnder(sources, { ...asked, shift: given }, progress, io)
  if (given !== 0 && !opened.reading)
    throw new UsageError(`--${SHIFT.name} wants a program and its gmon.out: these files hold no addresses`)
  const mismatch = opened.notices.find((notice) => notice.code === 'wrong-executable')
  if (wanted !== 'auto' || !mismatch || mismatch.shift === 0) return { opened, shift: given }
  const { shift } = mismatch
  return { opened: await openUnder(sources, { ...asked, shift }, progress, io), shift }
}

/** Default profile, as in gprof. */
const USUAL_PROFILE = 'gmon.out'

/**
 * Opens the profile and prints problems of other files first.
 *
 * @throws ProblemError
 */
async function openUnder(
  sources: FileSource[],
  asked: Pick<PipelineOptions, 'scenario' | 'programOf' | 'forkedOnce' | 'shift'>,
  progress: ProgressLine,
  io: CommandLineIo,
): Promise<Opened> {
  const options = {
    ...asked,
    withoutNames: false,
    sources: { wanted: 'used', gprofQuirks: false },
  } as const
  const result = await openProfile(sources, options, progress.onProgress)
  if (result.ok)
    return addDuplicateNotice(
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
  for (const other of others.slice(0, MOST_PRINTED)) printProblem(other, io)
  // Says which of several programs matches.
  const { words } = compareMatches(files)
  if (words !== '') io.stderr(Buffer.from(`gmonscope: ${words}\n`))
  throw new ProblemError(problem)
}

/** The option that omits lines. */
export const WITHOUT_LINES: Option = { name: 'without-lines', about: 'without the times of lines' }

/**
 * Opens the files of a command with their lines; `lines` is null if they are unknown or not
 * wanted.
 *
 * @throws errors of `openFiles`
 */
export async function openWithLines(
  args: Arguments,
  io: CommandLineIo,
  areWanted = true,
): Promise<{ readonly opened: OpenedFiles; readonly lines: AllLines | null }> {
  let lines: AllLines | null = null
  const opened = await openFiles(args.files, scenarioRequest(args), io, async (found, sources) => {
    if (!areWanted || args.has(WITHOUT_LINES.name)) return
    const progress = progressOn(io)
    lines = (await linesOfFiles(found, sources, progress)?.all()) ?? null
    progress.end()
  })
  return { opened, lines }
}
