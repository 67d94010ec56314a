// Opens the files that a person dropped or named, stage by stage: each is a function from what is known so far
// to a new value.
import type { Scenario } from '../analysis/scenario/scenario.ts'
import { FILE_KINDS, isAlone, isFallback, isRun, type KindWith } from '../base/file-kinds.ts'
import { fail, type Result, succeed } from '../base/result.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { ReadBuffers } from '../formats/gmon/read.ts'
import {
  type Candidate,
  type OnProgress,
  OpeningError,
  problemOf,
  withFiles,
  withFindings,
  withOneRun,
} from '../inputs/candidates.ts'
import { identifyAll } from '../inputs/identify-files.ts'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import type { OpenFailure, OpenOptions } from '../profile-view.ts'
import { buildProfile } from '../profile/build-profile.ts'
import type { CallGraphProfile } from '../profile/call-graph-profile.ts'
import { sumOf } from '../profile/write-gmon-sum.ts'
import { findSharedBins } from '../profile/shared-bins.ts'
import { withStaticArcs } from '../profile/static-arcs.ts'
import { type ListingOptions, listProfile } from '../reports/listing/listing.ts'
import type { TargetRules } from '../symbols/target-rules.ts'
import { examineProfile } from './examine-profile.ts'
import { noticesOfFiles } from './file-notices.ts'
import type { AskedSources } from './locate-functions.ts'
import { inStage } from './in-stage.ts'
import { type Contents, contentsOf, type Opened } from './opened.ts'
import { dropSymbols } from './program-symbols.ts'
import { type Code, readCode } from './read-code.ts'
import { type Names, readProgram } from './read-program.ts'
import { type Runs, sumRuns } from './sum-runs.ts'

export { problemOf }
export type { Opened }

/** How to open files. */
export interface PipelineOptions extends OpenOptions {
  /** How to list the profile, unless it is a listing or a saved profile. */
  readonly listing?: ListingOptions
  /** Returns a program and its files, for profiles that come without one. Called only if needed. */
  readonly programOf?: () => Promise<readonly ByteSource[]>
  /**
   * Whose source files to look up while opening. By default those of used functions, in the
   * standard way, if the line tables are small.
   */
  readonly sources?: AskedSources
  /** By default CORRECTED. */
  readonly targetRules?: TargetRules
}

/**
 * Opens files as one profile: programs with profiles, a listing or a saved profile, in any order and in
 * archives. Returns any error as a failure with the files identified so far; one that is no ProblemError has
 * the code 'bug'. Does not throw.
 *
 * @param onProgress receives the stage and its progress; cancels by throwing a ProblemError
 */
export async function openProfile(
  sources: readonly ByteSource[],
  options: PipelineOptions,
  onProgress: OnProgress,
): Promise<Result<Opened, OpenFailure>> {
  let files: readonly Candidate[] = []
  try {
    files = await identify(sources, options, onProgress)
    return succeed(await openIdentified(files, options, onProgress))
  } catch (error) {
    const latest = error instanceof OpeningError ? withFindings(files, error.files) : files
    return fail({ problem: problemOf(error), files: latest.map(({ file }) => file) })
  }
}

async function identify(
  sources: readonly ByteSource[],
  { programOf }: PipelineOptions,
  onProgress: OnProgress,
): Promise<readonly Candidate[]> {
  const files = await identifyAll(sources, onProgress)
  const more = programOf && areRunsAlone(files) ? await programOf() : []
  return more.length > 0 ? [...(await identifyAll(more, onProgress)), ...files] : files
}

/** Whether there are runs, and nothing that names their functions. */
function areRunsAlone(files: readonly Candidate[]): boolean {
  const kinds = files.map(({ file }) => file.kind)
  return kinds.some(isRun) && !kinds.some((kind) => isAlone(kind) || FILE_KINDS[kind].isOfProgram)
}

type Opener = (files: readonly Candidate[], scenario: Scenario, onProgress: OnProgress) => Promise<Opened>

/** What opens whole profiles. They are rarer than runs, so this is loaded on demand. */
const OPENERS: Readonly<Record<KindWith<'alone' | 'fallback'>, () => Promise<Opener>>> = {
  saved: async () => (await import('../saved/open-saved.ts')).openSaved,
  listing: async () => (await import('./open-listing.ts')).openLoneListing,
}

/** Returns the kind of the whole profile among the files that is to be opened; undefined for runs. */
function wholeProfileIn(files: readonly Candidate[]): keyof typeof OPENERS | undefined {
  const kinds = files.map(({ file }) => file.kind)
  return kinds.find(isAlone) ?? (kinds.some(isRun) ? undefined : kinds.find(isFallback))
}

async function openIdentified(
  files: readonly Candidate[],
  options: PipelineOptions,
  onProgress: OnProgress,
): Promise<Opened> {
  if (options.run) return openRecorded(withOneRun(files, options.run), options, onProgress)
  const whole = wholeProfileIn(files)
  if (!whole) return openRecorded(files, options, onProgress)
  const open = await OPENERS[whole]()
  return open(files, options.scenario, onProgress)
}

/** Opens profiles, with the names of their functions. */
async function openRecorded(
  inputs: readonly Candidate[],
  options: PipelineOptions,
  onProgress: OnProgress,
): Promise<Opened> {
  const room = new ReadBuffers()
  const firstRun = inputs.find(({ file }) => isRun(file.kind))
  // Starts reading the profile while the program is read.
  if (firstRun) room.ahead.begin(firstRun.source)
  const names = await readProgram(inputs, options, onProgress)
  const runs = await withFiles(names.files, () => sumRuns(names, options, room, onProgress))
  return withFiles(runs.files, () => analyzeRuns(names, runs, options, onProgress))
}

async function analyzeRuns(
  names: Names,
  runs: Runs,
  options: PipelineOptions,
  onProgress: OnProgress,
): Promise<Opened> {
  const { scenario, shift } = options
  const { files, sum, reading, imbalance } = runs
  const profile = buildProfile(sum.result())
  const codeOptions = { ...options, staticArcs: scenario.staticArcs }
  const code = await readCode(names, profile, sum, codeOptions, onProgress)
  const plain = asMeasured(profile, names, runs, code)
  const { possible, lines } = code
  const whole = possible ? { ...plain, ...withStaticArcs(plain, possible) } : plain
  const analyzed = inStage('analysis', onProgress, () => analyzeProfile(whole, scenario))
  // Notices describe the measurement, whatever the scenario.
  const remarks = await examineProfile({ ...analyzed, profile: plain }, names, runs, code, shift)
  if (names.program) dropSymbols(names.program)
  const listing = inStage('listing', onProgress, () => listProfile(analyzed, options.listing))
  return {
    name:
      names.program?.source.name ??
      names.list?.file ??
      files.find(({ file }) => isRun(file.kind))?.file.name ??
      '',
    files: files.map(({ file }) => file),
    notices: [
      ...noticesOfFiles(files),
      ...names.notices,
      ...runs.notices,
      ...(lines?.notices() ?? []),
      ...remarks,
    ],
    analyzed,
    listing,
    ...(lines && !code.sources && { sourcesLater: true }),
    reading,
    ...(imbalance && { imbalance }),
    contents: contentsOf(plain, {
      lines,
      program: code.file,
      sum: sumLater(reading.layout, sum.histograms.records, plain),
      possible,
    }),
  }
}

/** Returns the profile with what its names, its runs and its code add to it, before any scenario. */
function asMeasured(
  profile: CallGraphProfile,
  { symbols }: Names,
  { sum: { histograms } }: Runs,
  { sources, unexplained }: Code,
): CallGraphProfile {
  const sharedBins = findSharedBins(histograms.records, histograms.scale, symbols)
  return { ...profile, sources, ...(sharedBins && { sharedBins }), ...(unexplained && { unexplained }) }
}

/** In a function of its own, so that the sum keeps nothing else in memory. */
const sumLater =
  (...sum: Parameters<typeof sumOf>): Contents['sum'] =>
  () =>
    sumOf(...sum)
