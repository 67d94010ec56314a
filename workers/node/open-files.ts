// Opens the files of a command: a profile with the split-off debug file of its program, its lines, and the
// earlier profile to compare it with; prints problems and doubts.
import { existsSync, fstatSync, statSync } from 'node:fs'
import {
  bothScenarios,
  EMPTY_SCENARIO,
  isEmptyScenario,
  type Scenario,
} from '../core/analysis/scenario/scenario.ts'
import { textOfBinary } from '../core/base/string-table.ts'
import { visibleText } from '../core/base/text.ts'
import type { ByteSource } from '../core/bytes/byte-source.ts'
import { type Opened, openProfile, type PipelineOptions } from '../core/pipeline/open-profile.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import type { Notice, NoticeOf, Problem } from '../core/problems/problem.ts'
import { compareMatches, problemText } from '../core/reports/messages/problems.ts'
import { groupNotices } from '../core/reports/messages/notices.ts'
import {
  type Arguments,
  AS_MEASURED,
  byRawNames,
  type Option,
  requireKnown,
  scenarioOf,
  UsageError,
} from './arguments.ts'
import { type FileSource, openFileSource } from './file-source.ts'
import {
  type CommandLineIo,
  FAILED,
  MISUSED,
  type ProgressLine,
  progressOn,
  StreamError,
  typedName,
} from './io.ts'
import type { RawExecutable } from '../core/formats/format.ts'
import { identify, readExecutable } from '../core/formats/registry.ts'
import { pairPrograms } from '../core/inputs/debug-file.ts'
import { identifyOne } from '../core/inputs/identify-files.ts'
import { nodeFiles } from './gprof/host.ts'
import {
  type AllLines,
  type HotLines,
  linesOfFunction,
  sampledLines,
} from '../core/profile/lines/all-lines.ts'
import type { FunctionLines } from '../core/profile/lines/function-lines.ts'
import type { FunctionIndex } from '../core/profile/call-graph-profile.ts'
import { rawName } from '../core/reports/names/names.ts'
import { linesInputOf, readAllLines, readHotLines, readLinesOf } from '../core/pipeline/read-lines.ts'

/** What numbers are asked for. */
export interface ScenarioRequest {
  readonly scenario: Scenario
  /** Whatever a saved profile was saved with. */
  readonly asMeasured: boolean
}

export const scenarioRequest = (args: Arguments): ScenarioRequest => ({
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
export interface SharedInputs {
  readonly pipes: ReadonlyMap<string, FileSource>
  /** The files of a program for profiles that come without one. */
  readonly program: readonly string[]
}

const NOTHING: SharedInputs = { pipes: new Map(), program: [] }

/**
 * With source lines, however large the program is; a saved profile with what it was saved with, as in the page.
 *
 * @param whileOpen what else is to be asked of it while its files are open
 *
 * Errors: ProblemError; UsageError for names that are not there.
 */
export async function openFiles(
  files: readonly string[],
  { scenario, asMeasured }: ScenarioRequest,
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
  progress: ProgressLine,
  io: CommandLineIo,
): Promise<Opened> {
  const options = {
    ...asked,
    withoutNames: false,
    shift: 0,
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
  printNotices(toTell, io)
}

export function printNotices(notices: readonly Notice[], io: CommandLineIo): void {
  for (const told of groupNotices(notices)) io.stderr(Buffer.from(`gmonscope: ${messageLines(told)}\n`))
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
export function reportError(error: unknown, io: CommandLineIo): number {
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
  io.stderr(Buffer.from(`gmonscope: ${messageLines(problemText(problem))}\n`))
}

const messageLines = ({ title, explanation, remedy }: ReturnType<typeof problemText>): string =>
  [title, explanation, remedy].filter((part) => part !== '').join('\n  ')

// A profile that is named twice, as `gmon.out ./gmon.out` does, counts twice. The page sees no paths; here the system tells for certain.

/** What two names of one file have in common, links among them; null for what is not there. `-` is standard input. */
export function fileIdentity(path: string): string | null {
  try {
    const { dev, ino } =
      path === '-' ? fstatSync(0, { bigint: true }) : statSync(typedName(path), { bigint: true })
    return ino === 0n ? null : `${dev} ${ino}`
  } catch {
    return null
  }
}

/** The profile with what is to be said of its files, by their paths, in place of what their samples alone made likely. */
function addDuplicateNotice(opened: Opened, paths: readonly string[]): Opened {
  const notice = fileTwice(opened, paths)
  if (notice === null) return opened
  const { more } = notice
  const others = opened.notices.filter(
    (other) => other.code !== 'run-twice' || other.same === null || other.more > more,
  )
  return { ...opened, notices: [...others, notice] }
}

function fileTwice({ files }: Opened, paths: readonly string[]): NoticeOf<'file-twice'> | null {
  // Of a program named twice one is left out, and that is told.
  const profiles = new Set(
    files.filter(({ kind, problem }) => kind === 'profile' && !problem).map(({ name }) => name),
  )
  const firsts = new Map<string, string>()
  const again: { readonly file: string; readonly same: string }[] = []
  for (const file of paths) {
    const identity = profiles.has(file) ? fileIdentity(file) : null
    if (identity === null) continue
    const same = firsts.get(identity)
    if (same === undefined) firsts.set(identity, file)
    else again.push({ file, same })
  }
  const [one] = again
  return one ? { code: 'file-twice', ...one, more: again.length - 1 } : null
}

// A program among the files whose debugging information was split off → the file that holds it, if it lies where gprof looks.

/** A program stands before its profiles, or behind a few. */
const LOOKED_AT = 8

/** Null also where another program is among the files: it may be the debug file. Errors: none; files are read again later. */
async function openDebugFile(sources: readonly ByteSource[]): Promise<FileSource | null> {
  try {
    const programs: ByteSource[] = []
    for (const source of sources.slice(0, LOOKED_AT))
      if ((await identify(source)).kind === 'executable') programs.push(source)
    const [program] = programs
    if (!program || programs.length > 1) return null
    const raw = await readExecutable(program, true)
    return await findFor(program, raw)
  } catch (error) {
    if (error instanceof ProblemError) return null
    throw error
  }
}

async function findFor(program: ByteSource, raw: RawExecutable): Promise<FileSource | null> {
  const { findDebugFile } = await import('./find-debug-file.ts')
  const path = Buffer.from(program.name).toString('latin1')
  const found = await findDebugFile(path, program, raw, nodeFiles)
  if (found === null) return null
  const { source, close } = found.file
  const name = Buffer.from(source.name, 'latin1').toString()
  const file = { ...source, name, close: () => Promise.resolve(close()) }
  if (await isPair(program, file)) return file
  close()
  return null
}

/** What gprof takes is not always what the files say of each other. */
async function isPair(program: ByteSource, other: ByteSource): Promise<boolean> {
  try {
    const both = [program, other].map(async (source) => ({ source, file: await identifyOne(source) }))
    const { debug } = await pairPrograms(await Promise.all(both))
    return debug?.source === other
  } catch (error) {
    if (error instanceof ProblemError) return false
    throw error
  }
}

// Lines of an opened profile: of its program and profiles while their files are open, or those that came with a saved one.

export interface LinesOfFiles {
  readonly sampled: () => Promise<HotLines>
  /** In the order of these. */
  readonly ofFunctions: (functions: readonly FunctionIndex[]) => Promise<readonly FunctionLines[]>
  readonly all: () => Promise<AllLines>
}

/** Null where nothing is known of them. */
export function linesOfFiles(
  opened: Opened,
  sources: readonly ByteSource[],
  progress: ProgressLine,
): LinesOfFiles | null {
  const { knownLines, plain } = opened
  if (knownLines)
    return {
      sampled: () => Promise.resolve(sampledLines(knownLines)),
      ofFunctions: (functions) =>
        Promise.resolve(functions.map((f) => linesOfFunction(knownLines, f, rawName(plain.functions, f)))),
      all: () => Promise.resolve(knownLines),
    }
  const input = linesInputOf(opened)
  if (!input) return null
  const goOn = (part: number): boolean => {
    progress.onProgress({ stage: 'lines', file: '', done: part, total: 1 })
    return true
  }
  return {
    sampled: () => readHotLines(input, goOn),
    ofFunctions: (functions) => readLinesOf(profilesAmong(opened, sources), functions, input, goOn),
    all: () => readAllLines(profilesAmong(opened, sources), plain.arcs, input, goOn),
  }
}

/** Those that count in the sum. */
function profilesAmong({ files }: Opened, sources: readonly ByteSource[]): readonly ByteSource[] {
  if (files.length !== sources.length) return sources
  return sources.filter((_, at) => files[at]?.kind === 'profile' && files[at].problem === null)
}

// Files of the command line → an opened profile and its lines, for what is written with them unless a person does without.

export const WITHOUT_LINES: Option = { name: 'without-lines', about: 'without the times of lines' }

/** Lines are null where nothing is known of them, and where they are not wanted. Errors: as of `openFiles`. */
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

// The files of an earlier profile, to be compared with a later one.

export const BEFORE: Option = {
  name: 'before',
  short: 'b',
  value: 'FILE',
  isFile: true,
  about: 'a file of the earlier profile; may be repeated,\nand a pattern in quotes stands for several',
}

/** Where no program is among them, by the later profile's. Errors: UsageError; ProblemError. */
export async function openBaseline(
  args: Arguments,
  after: OpenedFiles,
  io: CommandLineIo,
): Promise<OpenedFiles> {
  refuseUnquoted(args, after)
  const programs = new Set(
    after.files
      .filter(({ kind }) => ['executable', 'debug', 'symbols'].includes(kind))
      .map(({ name }) => name),
  )
  const isProgram = (file: string): boolean => programs.has(after.pipes.get(file)?.name ?? file)
  const program = [...new Set(args.files.filter(isProgram))]
  const before = await openNamed(args.all(BEFORE.name), { pipes: after.pipes, program }, io)
  for (const side of [before, after])
    if (side.notices.some(({ code }) => code === 'wrong-executable'))
      throw new UsageError('nothing can be compared by the names of another program')
  return before
}

/**
 * `--before old/gmon.*` without quotes: all but the first would count for the later profile, without a word. One that stands there
 * alone, as in `--before gmon.1 gmon.2 prog`, is meant so.
 *
 * Errors: UsageError.
 */
function refuseUnquoted(args: Arguments, { files }: OpenedFiles): void {
  const profiles = new Set(files.filter(({ kind }) => kind === 'profile').map(({ name }) => name))
  const behind = args.behind(BEFORE.name)
  const end = behind.findIndex((file) => !profiles.has(file))
  const stray = new Set(end < 0 ? behind : behind.slice(0, end))
  const [first] = stray
  if (first === undefined || (stray.size === 1 && profiles.size === 1)) return
  throw new UsageError(
    `--before takes one file, and ${first} stands behind it: a pattern wants quotes, as in --before 'old/gmon.*'; of the later files the program comes first`,
  )
}

/** A profile that nobody named is the one beside, and would be compared with itself. */
async function openNamed(
  files: readonly string[],
  earlier: SharedInputs,
  io: CommandLineIo,
): Promise<OpenedFiles> {
  const asked = { scenario: EMPTY_SCENARIO, asMeasured: true }
  const opened = await openFiles(files, asked, io, undefined, earlier)
  const isUnnamed = opened.files.some(
    ({ kind, name }) =>
      kind === 'profile' && name === 'gmon.out' && opened.read.includes(name) && !files.includes(name),
  )
  if (isUnnamed) throw new UsageError('--before names a program and no profile of it')
  return opened
}
