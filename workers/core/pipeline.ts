// Files → one analysed profile: the only place that knows the order of the stages.
import { analyzeProfile } from './analysis/analyze-profile.ts'
import { fail, succeed, type Result } from './base/result.ts'
import type { ByteLayout } from './bytes/byte-cursor.ts'
import type { ByteSource } from './bytes/byte-source.ts'
import { problemOf, type Candidate, type OnStep } from './candidates.ts'
import { pairPrograms, type ReadFile } from './debug-file.ts'
import { readLines } from './formats/dwarf/read.ts'
import type { SourceLines } from './formats/dwarf/types.ts'
import type { RawSection } from './formats/format.ts'
import { guessTarget, readProfile, ReadingRoom, type ReadOptions } from './formats/gmon/read.ts'
import { identifyAll } from './identify-files.ts'
import { describeLoneProfiles, describeProfile } from './lone-profiles.ts'
import { findNotices } from './notices.ts'
import type { PrintedListing } from './open-listing.ts'
import type { OpenedProfile, OpenFailure, OpenOptions } from './opened-profile.ts'
import { ProblemError } from './problems/problem-error.ts'
import type { Notice, Problem } from './problems/problem.ts'
import { buildProfile } from './profile/build-profile.ts'
import type { CallGraphProfile } from './profile/call-graph-profile.ts'
import type { SumInput } from './profile/gmon-sum.ts'
import type { PossibleArcs } from './profile/possible-arcs.ts'
import { buildSources, listWanted, type WantedSources } from './profile/sources.ts'
import { sumAtHand } from './profile/sum-at-hand.ts'
import { ProfileSum } from './profile/sum-profiles.ts'
import type { FunctionIndex, SourceTable } from './profile/tables.ts'
import { listedSymbols, nameless, readList, readProgram, withoutSymbols, type Program } from './read-names.ts'
import { listProfile, type ListingOptions } from './reports/listing/listing.ts'
import type { ListedText } from './reports/listing/listed-text.ts'
import { withoutLoadBias } from './symbols/load-bias.ts'
import { hasNarrowCounts, type TargetRules } from './symbols/target-rules.ts'

export { problemOf, type OnStep }

/** An opened profile and the plain one below it, which `analyze` starts from. */
export interface Opened extends OpenedProfile {
  readonly plain: CallGraphProfile
  /** The executable's debugging information, for further questions as long as its file is open; null without any. */
  readonly lines: SourceLines | null
  /** The program's file, in which its code is; null where there is none. */
  readonly program: ReadFile | null
  /** The sum of the profiles as recorded, to be written as one; basic-block counts are not kept. */
  readonly sum: () => SumInput
  /**
   * Calls in the code that were never taken: where they are known without the code, and where the scenario opened with has
   * them among its arcs. Null if not, and if they cannot be told.
   */
  readonly possible: PossibleArcs | null
  /** How the listing looked that the profile comes from; null for any other. */
  readonly listed: ListedText | null
  /** And its rows; null for any other. */
  readonly printed: PrintedListing | null
}

export interface PipelineOptions extends OpenOptions {
  /** As gprof: the first file is the program, whatever it looks like, the others are profiles; the first problem ends it. */
  readonly strict: boolean
  /**
   * Whose source files and lines to look up at once, and whether with gprof's mistakes. Unless given: those of functions
   * that were used, by the standard, if the line tables are small enough to keep nobody waiting.
   */
  readonly sources?: { readonly wanted: WantedSources; readonly gprofQuirks: boolean }
  /** Whose reading of the program's symbols and of unusual profiles; "corrected" unless given. */
  readonly targetRules?: TargetRules
  /** How to list the profile, unless it comes from a listing or was saved. */
  readonly listing?: ListingOptions
}

/** Line tables, and sections that must be decompressed, of more than this many bytes are left for `readSources`. */
const LARGEST_AT_ONCE = 8 * 1024 * 1024

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
  if (candidates.some(({ file }) => file.kind === 'saved')) {
    // A part of its own: most profiles are not saved ones.
    const { openSaved } = await import('./saved/open-saved.ts')
    return openSaved(candidates, options.scenario, onStep)
  }
  const notices: Notice[] = []
  const profiles = candidates.filter(({ file }) => file.kind === 'profile')
  const listings = candidates.filter(({ file }) => file.kind === 'listing')
  if (listings.length > 0 && profiles.length === 0) {
    // Few open a listing: what reads it is fetched when there is one.
    const { openLoneListing } = await import('./open-listing.ts')
    return openLoneListing(candidates, listings, options.scenario, onStep)
  }
  const room = new ReadingRoom()
  // While the program is read.
  if (profiles[0]) room.ahead.begin(profiles[0].source)
  for (const { file } of listings) notices.push({ code: 'set-aside', file: file.name, kind: 'listing' })
  const executables = candidates.filter(({ file }) => file.kind === 'executable')
  const { program, debug } = await pairPrograms(executables)
  const listed = await readList(candidates, onStep)
  const executable = program
    ? await readProgram(
        program,
        { debug, list: listed?.list ?? null },
        options.targetRules ?? 'corrected',
        onStep,
      )
    : null
  if (profiles.length === 0) throw new ProblemError(withoutProfile(candidates, program))
  if (!executable && !listed && !options.withoutNames) {
    await describeLoneProfiles(profiles)
    const names = profiles.map(({ file }) => file.name)
    throw new ProblemError({ code: 'input/executable-missing', profiles: names })
  }
  for (const { file } of candidates) {
    if (file.kind === 'unknown' && file.problem) notices.push({ code: 'file-skipped', problem: file.problem })
  }

  if (listed) {
    const code = executable && !executable.isListed ? 'symbol-list-unused' : 'symbols-from-list'
    notices.push({ code, file: listed.file.name })
  }
  const layoutOf = (source: ByteSource): Promise<ByteLayout> =>
    executable ? Promise.resolve(executable.raw) : guessTarget(source, listed?.list)
  const symbols = executable
    ? executable.symbols
    : listed
      ? await listedSymbols(listed.list, profiles, layoutOf)
      : await nameless(profiles)
  const sum = new ProfileSum(symbols)
  const reading = readingOf(executable, layoutOf, room, options)
  const layout = await readProfiles(profiles, reading, sum, options, notices, onStep)
  // They are in the sum.
  room.arcs.letGo()

  const built = buildProfile(sum.result())
  const lines = executable
    ? await readLines(executable.lines.source, withoutSymbols(executable.lines.raw), options.sources ?? {})
    : null
  const plain = { ...built, sources: await readSourcesAtOnce(lines, executable, built, options, onStep) }
  notices.push(...(lines?.notices() ?? []))

  const code = program && executable ? { source: program.source, raw: withoutSymbols(executable.raw) } : null
  const { histograms } = sum
  // What few people ask for is fetched when they do: the worker itself stays small.
  const { possible, profile } = options.scenario.staticArcs
    ? await (await import('./read-code.ts')).withCode({ program: code, plain, histograms }, onStep)
    : { possible: null, profile: plain }
  onStep({ stage: 'analysis', file: '', done: 0, total: 1 })
  const analyzed = analyzeProfile(profile, options.scenario)
  onStep({ stage: 'analysis', file: '', done: 1, total: 1 })
  onStep({ stage: 'listing', file: '', done: 0, total: 1 })
  const listing = listProfile(analyzed, options.listing)
  onStep({ stage: 'listing', file: '', done: 1, total: 1 })
  notices.push(...findNotices({ analyzed, symbols, sum, raw: executable?.raw ?? null, shift: options.shift }))
  return {
    name: (program ?? listed ?? profiles[0])?.file.name ?? '',
    files: candidates.map(({ file }) => file),
    analyzed,
    listing,
    notices,
    ...(lines !== null && plain.sources === null ? { sourcesLater: true } : {}),
    plain,
    possible,
    lines,
    program: code,
    listed: null,
    printed: null,
    sum: sumAtHand({ layout, histograms }, plain),
  }
}

async function readSourcesAtOnce(
  lines: SourceLines | null,
  executable: Program | null,
  built: CallGraphProfile,
  options: PipelineOptions,
  onStep: OnStep,
): Promise<SourceTable | null> {
  if (!lines || !executable) return null
  const { debugSections } = executable.lines.raw
  if (!options.sources && debugSections.some((section) => takesLong(section))) return null
  return readSources(lines, built, options.sources?.wanted ?? 'used', onStep)
}

/** Decompressing makes a section about four times as large, and takes all of it. */
function takesLong({ name, size, compressed }: RawSection): boolean {
  const isPacked = compressed || name.startsWith('.zdebug_')
  if (/^\.z?debug_line$/.test(name)) return size > LARGEST_AT_ONCE / (isPacked ? 4 : 1)
  return /^\.z?debug_info$/.test(name) && isPacked && size > LARGEST_AT_ONCE
}

/** Looks up where functions come from. What cannot be read is told by `lines.notices()`. */
export async function readSources(
  lines: SourceLines,
  profile: Pick<CallGraphProfile, 'functions' | 'arcs'>,
  wanted: WantedSources,
  onStep: OnStep,
): Promise<SourceTable> {
  const { functions } = profile
  const rows = listWanted(profile, wanted)
  onStep({ stage: 'lines', file: '', done: 0, total: rows.length })
  const addresses = Float64Array.from(rows, (f) => functions.address[f as FunctionIndex])
  const sources = buildSources(rows, await lines.locate(addresses), functions.length)
  onStep({ stage: 'lines', file: '', done: rows.length, total: rows.length })
  return sources
}

/** How profiles are to be read: in what layout, and with what corrections. */
interface Reading {
  readonly layoutOf: (source: ByteSource) => Promise<ByteLayout>
  readonly options: ReadOptions
  readonly room: ReadingRoom
}

function readingOf(
  executable: Program | null,
  layoutOf: Reading['layoutOf'],
  room: ReadingRoom,
  { targetRules = 'corrected' }: PipelineOptions,
): Reading {
  const corrected = targetRules === 'corrected'
  const narrowCounts = corrected && executable !== null && hasNarrowCounts(executable.raw)
  return { layoutOf, room, options: { anyCounterWidth: corrected, narrowCounts, room } }
}

/** Why there is no profile to open: the first file that failed tells most. */
function withoutProfile(candidates: readonly Candidate[], program: Candidate | undefined): Problem {
  if (program) return { code: 'input/profile-missing', executable: program.file.name }
  const failed = candidates.find(({ file }) => file.problem !== null)
  return failed?.file.problem ?? { code: 'input/nothing-given' }
}

/** Answers the layout of the first that could be read. */
async function readProfiles(
  profiles: readonly Candidate[],
  reading: Reading,
  sum: ProfileSum,
  options: PipelineOptions,
  notices: Notice[],
  onStep: OnStep,
): Promise<ByteLayout> {
  const total = profiles.reduce((bytes, { source }) => bytes + source.size, 0)
  let before = 0
  let firstLayout: ByteLayout | null = null
  let firstProblem: Problem | null = null
  const { room } = reading
  for (const [at, candidate] of profiles.entries()) {
    const { source } = candidate
    room.ahead.following = profiles[at + 1]?.source ?? null
    const tell = (read: number): void =>
      onStep({ stage: 'profiles', file: source.name, done: before + read, total })
    tell(0)
    try {
      const layout = await reading.layoutOf(source)
      const read = await readProfile(source, layout, tell, reading.options)
      const profile = withoutLoadBias(read, options.shift)
      if (profile.counters) notices.push({ code: 'counter-width', file: source.name, ...profile.counters })
      if (profile.damage) {
        if (options.strict) throw new ProblemError(profile.damage)
        const keptHistograms = profile.histograms.length
        if (keptHistograms === 0 && profile.arcs.length === 0) throw new ProblemError(profile.damage)
        const keptArcs = profile.arcs.length
        notices.push({ code: 'gmon/truncated-file', problem: profile.damage, keptArcs, keptHistograms })
      }
      const samples = sum.add(profile, notices, at + 1 < profiles.length)
      firstLayout ??= { wordSize: layout.wordSize, bigEndian: layout.bigEndian }
      const detail = describeProfile(candidate.file.detail, profile, samples)
      candidate.file = { ...candidate.file, detail, ...(profile.damage ? { damage: profile.damage } : {}) }
    } catch (error) {
      const problem = problemOf(error)
      candidate.file = { ...candidate.file, problem }
      if (options.strict || problem.code === 'bug') throw error
      firstProblem ??= problem
      notices.push({ code: 'file-skipped', problem })
    }
    before += source.size
  }
  if (firstLayout) return firstLayout
  throw new ProblemError(firstProblem ?? { code: 'input/nothing-given' })
}
