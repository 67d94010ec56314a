// Opens the files of a command: a profile with its program's split-off debug file, its lines, and
// the earlier profile to compare with. Prints problems and warnings.
import { existsSync, fstatSync, statSync } from 'node:fs'
import {
  bothScenarios,
  EMPTY_SCENARIO,
  isEmptyScenario,
  type Scenario,
} from '../core/analysis/scenario/scenario.ts'
import { textOfBinary, visibleText } from '../core/base/string-table.ts'
import type { ByteSource } from '../core/bytes/byte-source.ts'
import { type Opened, openProfile, type PipelineOptions } from '../core/pipeline/open-profile.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import type { Notice, NoticeOf, Problem } from '../core/problems/problem.ts'
import { compareMatches, problemText } from '../core/reports/messages/problems.ts'
import { groupNotices } from '../core/reports/messages/notices.ts'
import {
  type Arguments,
  AS_MEASURED,
  FORKED_ONCE,
  byRawNames,
  type Option,
  requireKnown,
  scenarioOf,
  SHIFT,
  type Shift,
  shiftOf,
  UsageError,
} from './arguments.ts'
import { type FileSource, openFileSource } from './file-source.ts'
import {
  type CommandLineIo,
  EMPTY,
  FAILED,
  MISUSED,
  OK,
  type ProgressLine,
  progressOn,
  StreamError,
  typedName,
} from './io.ts'
import type { RawExecutable } from '../core/formats/format.ts'
import { identify, readExecutable } from '../core/formats/registry.ts'
import { identifyOne, pairPrograms } from '../core/inputs/identify-files.ts'
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
import { factorText } from '../core/reports/savings.ts'
import { linesInputOf, readAllLines, readHotLines, readLinesOf } from '../core/pipeline/read-lines.ts'

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
    const meant = byRawNames(scenario, opened.plain)
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

/**
 * Notices that put numbers in doubt, or name a slow run; printed even into a pipe, whose reader does
 * not see the profile's notices.
 */
const DOUBTS: ReadonlySet<Notice['code']> = new Set([
  'wrong-executable',
  'position-independent',
  'odd-run',
  'run-twice',
  'slow-run',
  'coarse-bins',
  'forked-runs',
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

function printDoubts(notices: readonly Notice[], io: CommandLineIo): void {
  // A linker's map may lack functions, which looks like another program.
  const isDoubted = notices.some(({ code }) => code === 'wrong-executable')
  const doubts = notices.filter(({ code }) => DOUBTS.has(code) || (isDoubted && code === 'symbols-from-list'))
  printNotices(doubts, io)
}

/** Prints the notices that put numbers in doubt. */
export function printNotices(notices: readonly Notice[], io: CommandLineIo): void {
  for (const group of groupNotices(notices)) io.stderr(Buffer.from(`gmonscope: ${messageLines(group)}\n`))
}

/** Printed on a terminal only: a pipe's reader did not ask for it. */
function printSavedScenario(saved: Scenario, io: CommandLineIo): void {
  if (io.isTerminal?.stderr !== true) return
  const changes = changesIn(saved).map((change) => visibleText(textOfBinary(change)))
  const shown = changes.slice(0, MOST_PRINTED).join(', ')
  const more = changes.length > MOST_PRINTED ? ` and ${changes.length - MOST_PRINTED} more` : ''
  io.stderr(
    Buffer.from(`gmonscope: as it was saved: ${shown}${more}; --${AS_MEASURED.name} for the plain profile\n`),
  )
}

const MOST_PRINTED = 3

/** Describes changes, with names as in the options. */
function changesIn({ cutArcs, staticArcs, foldStd, ...lists }: Scenario): readonly string[] {
  return [
    ...cutArcs.map(({ parent, child }) => `${parent}/${child} cut`),
    ...lists.leftOut.map((name) => `${name} left out`),
    ...lists.timeLeftOut.map((name) => `time of ${name} left out`),
    ...lists.only.map((name) => `only ${name}`),
    ...lists.timeOnly.map((name) => `only time of ${name}`),
    ...lists.faster.map(({ name, factor }) => `${name} ${factorText(factor)}`),
    ...(staticArcs ? ['with static calls'] : []),
    ...(foldStd ? ['std:: folded'] : []),
  ]
}

/**
 * Returns the exit status of a command that printed a profile: `EMPTY`, with a message, if no
 * function of it has time or calls.
 */
export function statusOfPrinted({ listing }: Pick<Opened, 'listing'>, io: CommandLineIo): number {
  return listing.flat.printed.length > 0 ? OK : nothingToPrint('no function has time or calls', io)
}

/** Says why there is nothing to print, and returns the exit status for it. */
export function nothingToPrint(reason: string, io: CommandLineIo): number {
  io.stderr(Buffer.from(`gmonscope: nothing to print: ${reason}\n`))
  return EMPTY
}

/** Prints an error and returns its exit status; rethrows internal errors. */
export function reportError(error: unknown, io: CommandLineIo): number {
  if (error instanceof UsageError || error instanceof StreamError) {
    // These words were typed, or came from a script.
    io.stderr(Buffer.from(`gmonscope: ${visibleText(error.message)}\n`))
    return error instanceof UsageError ? MISUSED : FAILED
  }
  if (!(error instanceof ProblemError)) throw error
  printProblem(error.problem, io)
  return error.problem.code === 'export/no-time' ? EMPTY : FAILED
}

function printProblem(problem: Problem, io: CommandLineIo): void {
  io.stderr(Buffer.from(`gmonscope: ${messageLines(problemText(problem))}\n`))
}

const messageLines = ({ title, explanation, remedy }: ReturnType<typeof problemText>): string =>
  [title, explanation, remedy].filter((part) => part !== '').join('\n  ')

// A profile that is named twice, as in `gmon.out ./gmon.out`, counts twice. The page sees no
// paths; here the system knows for certain.

/**
 * Returns an identity that all names of one file share, links included; null for a missing file.
 * `-` is standard input.
 */
export function fileIdentity(path: string): string | null {
  try {
    const { dev, ino } =
      path === '-' ? fstatSync(0, { bigint: true }) : statSync(typedName(path), { bigint: true })
    return ino === 0n ? null : `${dev} ${ino}`
  } catch {
    return null
  }
}

/**
 * Replaces the notice about likely duplicates, which is based on samples, with one based on
 * paths.
 */
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
  // Of a program named twice one is ignored, with a notice.
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

// Split-off debugging information of a program among the files, if it is where gprof looks.

/** Number of files examined: a program comes before its profiles, or after a few. */
const LOOKED_AT = 8

/**
 * Returns null if another program is among the files, because that may be the debug file. Ignores
 * errors; the files are read again later.
 */
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

/** gprof's criteria do not always agree with what the files say about each other. */
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

// Lines of an opened profile: read from its program and profiles while these are open, or stored
// in a saved profile.

/** Reads the lines of a profile. */
export interface LinesOfFiles {
  readonly sampled: () => Promise<HotLines>
  /** Returns the lines of these functions, in their order. */
  readonly ofFunctions: (functions: readonly FunctionIndex[]) => Promise<readonly FunctionLines[]>
  readonly all: () => Promise<AllLines>
}

/** Returns the reader of lines; null if nothing is known of them. */
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

/** The profiles that are part of the sum. */
function profilesAmong({ files }: Opened, sources: readonly ByteSource[]): readonly ByteSource[] {
  if (files.length !== sources.length) return sources
  return sources.filter((_, at) => files[at]?.kind === 'profile' && files[at].problem === null)
}

// Opening with lines, for documents that contain them by default.

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

// The earlier profile of a diff.

/** The option that names the earlier profile. */
export const BEFORE: Option = {
  name: 'before',
  short: 'b',
  value: 'FILE',
  isFile: true,
  about: 'a file of the earlier profile; may be repeated,\nand a pattern in quotes stands for several',
}

/**
 * Opens the earlier profile, with the later one's program if it has none of its own.
 *
 * @throws UsageError, ProblemError
 */
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
  // Two runs are moved by different amounts.
  const shift = args.has(SHIFT.name) ? 'auto' : 0
  const before = await openNamed(args.all(BEFORE.name), { pipes: after.pipes, program }, shift, io)
  for (const side of [before, after])
    if (side.notices.some(({ code }) => code === 'wrong-executable'))
      throw new UsageError('nothing can be compared by the names of another program')
  return before
}

/**
 * Refuses `--before old/gmon.*` without quotes: all files but the first would count for the later
 * profile, unnoticed. A single file there, as in `--before gmon.1 gmon.2 prog`, is intended.
 *
 * @throws UsageError
 */
function refuseUnquoted(args: Arguments, { files }: OpenedFiles): void {
  const profiles = new Set(files.filter(({ kind }) => kind === 'profile').map(({ name }) => name))
  const behind = args.behind(BEFORE.name)
  const end = behind.findIndex((file) => !profiles.has(file))
  const stray = new Set(end < 0 ? behind : behind.slice(0, end))
  const [first] = stray
  if (first === undefined || (stray.size === 1 && profiles.size === 1)) return
  throw new UsageError(
    `--before takes one file, but ${first} follows it: quote patterns, as in --before 'old/gmon.*', and name the later program before its profiles`,
  )
}

/** The default profile is the later one's, and would be compared with itself. */
async function openNamed(
  files: readonly string[],
  earlier: SharedInputs,
  shift: Shift,
  io: CommandLineIo,
): Promise<OpenedFiles> {
  const asked = { scenario: EMPTY_SCENARIO, asMeasured: true, shift }
  const opened = await openFiles(files, asked, io, undefined, earlier)
  const isUnnamed = opened.files.some(
    ({ kind, name }) =>
      kind === 'profile' && name === 'gmon.out' && opened.read.includes(name) && !files.includes(name),
  )
  if (isUnnamed) throw new UsageError('--before names a program and no profile of it')
  return opened
}
