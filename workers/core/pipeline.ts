// Files → one analysed profile: the only place that knows the order of the stages.
import { analyzeProfile } from './analysis/analyze-profile.ts'
import type { AnalyzedProfile } from './analysis/analyzed-profile.ts'
import { fail, succeed, type Result } from './base/result.ts'
import type { ByteLayout } from './bytes/byte-cursor.ts'
import type { ByteSource } from './bytes/byte-source.ts'
import type { SourceLines } from './formats/source-lines.ts'
import { guessTarget, ReadingRoom } from './formats/gmon/read.ts'
import { problemOf, type Candidate, type OnStep } from './offered/candidates.ts'
import type { ReadFile } from './offered/debug-file.ts'
import { identifyAll } from './offered/identify-files.ts'
import { withOneRun } from './offered/one-run.ts'
import type { OfferedFile, OpenedProfile, OpenFailure, OpenOptions, RunReading } from './opened-profile.ts'
import { ProblemError } from './problems/problem-error.ts'
import type { Notice } from './problems/problem.ts'
import { buildProfile } from './profile/build-profile.ts'
import type { CallGraphProfile } from './profile/call-graph-profile.ts'
import type { PossibleArcs } from './profile/code/possible-arcs.ts'
import type { SumInput } from './profile/sum/gmon-sum.ts'
import type { AllLines } from './profile/lines/all-lines.ts'
import { sumAtHand } from './profile/sum/sum-at-hand.ts'
import type { ProfileSum } from './profile/sum/sum-profiles.ts'
import type { ListedText } from './reports/listing/listed-text.ts'
import { listFirstRows } from './reports/listing/first-rows.ts'
import { listProfile, type Listing, type ListingOptions } from './reports/listing/listing.ts'
import { noticesOfFiles, noticesOfNames } from './stages/notices-of-files.ts'
import type { PrintedListing } from './stages/open-listing.ts'
import { chooseSymbols, letGoOfSymbols, readNames, withoutSymbols, type Names } from './stages/read-names.ts'
import { readingOf, readProfiles } from './stages/read-profiles.ts'
import { locateFunctions, type AskedSources } from './stages/read-sources.ts'
import type { SymbolTable } from './symbols/select-functions.ts'
import { CORRECTED, type TargetRules } from './symbols/target-rules.ts'

export { problemOf, type OnStep }

/** An opened profile and the plain one below it, which `analyze` starts from. */
export interface Opened extends OpenedProfile {
  readonly plain: CallGraphProfile
  /** The executable's debugging information, for further questions as long as its file is open; null without any. */
  readonly lines: SourceLines | null
  /** Lines that came with a saved profile; of any other they are read when they are asked for. */
  readonly knownLines?: AllLines | null
  /** The program's file, in which its code is; null where there is none. */
  readonly program: ReadFile | null
  /** The sum of the profiles as recorded, to be written as one; basic-block counts are not kept. */
  readonly sum: () => SumInput
  /**
   * Calls in the code that were never taken: where they are known without the code, and where the scenario opened with has
   * them among its arcs. Null if not, and if they cannot be told.
   */
  readonly possible: PossibleArcs | null
  readonly listed: ListedText | null
  /** The rows of the listing that the profile comes from; null for any other. */
  readonly printed: PrintedListing | null
}

export interface PipelineOptions extends OpenOptions {
  /** As gprof: the first file is the program, whatever it looks like, the others are profiles; the first problem ends it. */
  readonly strict: boolean
  /**
   * Looked up at once. Unless given: those of functions that were used, by the standard, if the line tables are small enough
   * to keep nobody waiting.
   */
  readonly sources?: AskedSources
  /** CORRECTED unless given. */
  readonly targetRules?: TargetRules
  /** How to list the profile, unless it comes from a listing or was saved. */
  readonly listing?: ListingOptions
  /** A program, with what belongs to it, for profiles that come without one. Asked for where it is wanted. */
  readonly programOf?: () => Promise<readonly ByteSource[]>
  /** Tell the first rows of a large profile with the step at which it is put in order. */
  readonly tellsFirst?: boolean
}

/** From so many arcs on, first rows are there a tenth of a second before all rows are; of fewer, drawing them twice costs as much. */
const FIRST_ROWS_FROM_ARCS = 500_000

/** Turns any ProblemError into a value, once; what is not one is a bug of ours. */
export async function openProfile(
  sources: readonly ByteSource[],
  options: PipelineOptions,
  onStep: OnStep,
): Promise<Result<Opened, OpenFailure>> {
  const candidates: Candidate[] = []
  try {
    return succeed(await runStages(sources, options, onStep, candidates))
  } catch (error) {
    return fail({ problem: problemOf(error), files: candidates.map(({ file }) => file) })
  }
}

async function runStages(
  sources: readonly ByteSource[],
  options: PipelineOptions,
  onStep: OnStep,
  candidates: Candidate[],
): Promise<Opened> {
  await identifyAll(sources, options, candidates, onStep)
  const { run, programOf } = options
  if (programOf && areProfilesAlone(candidates)) {
    const program: Candidate[] = []
    const more = await programOf()
    if (more.length > 0) await identifyAll(more, options, program, onStep)
    candidates.unshift(...program)
  }
  if (run) return openRecorded(withOneRun(candidates, run), options, onStep)
  if (candidates.some(({ file }) => file.kind === 'saved')) {
    // A part of its own: most profiles are not saved ones.
    const { openSaved } = await import('./saved/open-saved.ts')
    return openSaved(candidates, options.scenario, onStep)
  }
  const listings = candidates.filter(({ file }) => file.kind === 'listing')
  if (listings.length > 0 && !candidates.some(({ file }) => file.kind === 'profile')) {
    // Few open a listing: what reads it is fetched when there is one.
    const { openLoneListing } = await import('./stages/open-listing.ts')
    return openLoneListing(candidates, listings, options.scenario, onStep)
  }
  return openRecorded(candidates, options, onStep)
}

/** Profiles, and nothing that names functions. */
function areProfilesAlone(candidates: readonly Candidate[]): boolean {
  const kinds = new Set(candidates.map(({ file }) => file.kind))
  return kinds.has('profile') && !NAMING.some((kind) => kinds.has(kind))
}

const NAMING: readonly OfferedFile['kind'][] = ['executable', 'debug', 'symbols', 'saved']

/** Opens what a program left behind, by the names of its functions. */
async function openRecorded(
  candidates: readonly Candidate[],
  options: PipelineOptions,
  onStep: OnStep,
): Promise<Opened> {
  const reading = readRecorded(candidates, options, onStep)
  // Meanwhile: nobody waits for its part of the worker then, and the worker begins sooner.
  const doctor = import('./stages/notices.ts')
  // Told where it is asked for; what stands in the way before that is told instead.
  doctor.catch(() => {})
  const { names, name, symbols, sum, runReading, notices } = await reading
  const { program, executable } = names

  const built = buildProfile(sum.result())
  const { lines, sources } = await locateFunctions(executable, built, options.sources, onStep)
  const plain = { ...built, sources }
  notices.push(...(lines?.notices() ?? []))

  const code = program && executable ? { source: program.source, raw: withoutSymbols(executable.raw) } : null
  const { histograms } = sum
  // What few people ask for is fetched when they do: the worker itself stays small.
  const { possible, profile } = options.scenario.staticArcs
    ? await (await import('./stages/read-code.ts')).withCode({ program: code, plain, histograms }, onStep)
    : { possible: null, profile: plain }
  onStep({ stage: 'analysis', file: '', done: 0, total: 1 })
  const analyzed = analyzeProfile(profile, options.scenario)
  onStep({ stage: 'analysis', file: '', done: 1, total: 1 })
  const { findNotices } = await doctor
  notices.push(...findNotices({ analyzed, symbols, sum, raw: executable?.raw ?? null, shift: options.shift }))
  if (executable) letGoOfSymbols(executable)
  const told = { name, files: candidates.map(({ file }) => file), notices }
  return {
    ...told,
    analyzed,
    listing: listTellingFirst(analyzed, told, options, onStep),
    ...(lines !== null && sources === null ? { sourcesLater: true } : {}),
    plain,
    possible,
    lines,
    program: code,
    listed: null,
    printed: null,
    sum: sumAtHand({ layout: runReading.layout, histograms }, plain),
    reading: runReading,
  }
}

/** What program and profiles say, read and added up. */
interface Recorded {
  readonly names: Names
  /** Of the program, or of what stands for it. */
  readonly name: string
  readonly symbols: SymbolTable
  readonly sum: ProfileSum
  readonly runReading: RunReading
  /** Whoever finds more adds to them. */
  readonly notices: Notice[]
}

/** Errors: those of reading either; what `whatIsMissing` answers. */
async function readRecorded(
  candidates: readonly Candidate[],
  options: PipelineOptions,
  onStep: OnStep,
): Promise<Recorded> {
  const profiles = candidates.filter(({ file }) => file.kind === 'profile')
  const room = new ReadingRoom()
  // While the program is read.
  if (profiles[0]) room.ahead.begin(profiles[0].source)
  const names = await readNamesFor(profiles, candidates, options, onStep)
  const { program, executable, listed } = names
  if (profiles.length === 0 || !(executable || listed || options.withoutNames)) {
    // Few forget a file: what tells of the others alone is fetched when one is missing.
    const { whatIsMissing } = await import('./offered/what-is-missing.ts')
    throw new ProblemError(await whatIsMissing(candidates, profiles, program, executable?.raw, onStep))
  }
  const notices: Notice[] = [...noticesOfFiles(candidates), ...noticesOfNames(names)]

  const layoutOf = (source: ByteSource): Promise<ByteLayout> =>
    executable ? Promise.resolve(executable.raw) : guessTarget(source, listed?.list)
  const symbols = await chooseSymbols(names, profiles, layoutOf)
  const reading = readingOf(executable, layoutOf, room, options)
  const { room: _room, ...again } = reading.options
  const measured = { symbols, program: executable?.raw ?? null }
  const { sum, layout } = await readProfiles(profiles, reading, measured, notices, onStep)
  // It is all in the sum.
  room.letGo()
  const name = (program ?? listed ?? profiles[0])?.file.name ?? ''
  const runReading = { layout, options: again, shift: options.shift, lastIsOpen: symbols.lastIsOpen }
  return { names, name, symbols, sum, runReading, notices }
}

/** The listing; of a large profile its first rows are told before. */
function listTellingFirst(
  analyzed: AnalyzedProfile,
  told: Pick<OpenedProfile, 'name' | 'files' | 'notices'>,
  { tellsFirst = false, listing: wanted }: PipelineOptions,
  onStep: OnStep,
): Listing {
  const isLarge = analyzed.profile.arcs.length >= FIRST_ROWS_FROM_ARCS
  const first = tellsFirst && isLarge ? { first: { ...told, ...listFirstRows(analyzed) } } : {}
  onStep({ stage: 'listing', file: '', done: 0, total: 1, ...first })
  const listing = listProfile(analyzed, wanted)
  onStep({ stage: 'listing', file: '', done: 1, total: 1 })
  return listing
}

/** Errors: as `readNames`; of several programs each says then how well it fits the profiles. */
async function readNamesFor(
  profiles: readonly Candidate[],
  candidates: readonly Candidate[],
  options: PipelineOptions,
  onStep: OnStep,
): Promise<Names> {
  const { strict, targetRules = CORRECTED } = options
  try {
    return await readNames(candidates, targetRules, onStep)
  } catch (error) {
    if (!strict && problemOf(error).code === 'input/several-executables') {
      // Few offer several: what tells them apart is fetched when they do.
      const { setProgramsAside } = await import('./stages/set-programs-aside.ts')
      const { matchPrograms } = await import('./stages/match-programs.ts')
      const programs = candidates.filter(({ file }) => file.kind === 'executable')
      if ((await setProgramsAside(programs)) || (await matchPrograms(programs, profiles, onStep)))
        return readNamesFor(profiles, candidates, options, onStep)
    }
    throw error
  }
}
