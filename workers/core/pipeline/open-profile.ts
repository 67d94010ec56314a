// Opens the files that a person dropped or named, by the lenient policy, with notices about the
// files.
import { fail, type Result, succeed } from '../base/result.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { type Candidate, type OnProgress, problemOf, withOneRun } from '../inputs/candidates.ts'
import { identifyAll } from '../inputs/identify-files.ts'
import type { OfferedFile, OpenFailure } from '../profile-view.ts'
import type { Notice, ProblemCode } from '../problems/problem.ts'
import {
  callerGrain,
  type CallSiteScore,
  contradicts,
  findCounting,
  scoreCallSites,
} from '../trust/program/call-sites.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import { isStartedByGlibc, linksProfiler } from '../trust/program/linked-libraries.ts'
import { sumOf } from '../profile/gmon-sum.ts'
import { type ListingOptions, listProfile } from '../reports/listing/listing.ts'
import { findNotices } from '../trust/doctor/examine.ts'
import { isProgramNewer, type LenientOptions, LenientPolicy } from './lenient-policy.ts'
import { findUncalled } from '../trust/doctor/check-samples.ts'
import { hasFewSamples } from '../trust/doctor/examined.ts'
import { type Opened, type ProfileModel, runStages } from './run-stages.ts'
import { dropSymbols, type Names } from './read-names.ts'
import { isSourceCode } from '../base/file-names.ts'

export { problemOf, type OnProgress }
export type { Opened, ProfileModel }

/** How to open files. */
export interface PipelineOptions extends LenientOptions {
  /** How to list the profile, unless it is a listing or a saved profile. */
  readonly listing?: ListingOptions
  /** Returns a program and its files, for profiles that come without one. Called only if needed. */
  readonly programOf?: () => Promise<readonly ByteSource[]>
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
  const candidates: Candidate[] = []
  try {
    return succeed(await openOffered(sources, options, onProgress, candidates))
  } catch (error) {
    return fail({ problem: problemOf(error), files: candidates.map(({ file }) => file) })
  }
}

async function openOffered(
  sources: readonly ByteSource[],
  options: PipelineOptions,
  onProgress: OnProgress,
  candidates: Candidate[],
): Promise<Opened> {
  await identifyAll(sources, candidates, onProgress)
  const { run, programOf } = options
  if (programOf && areProfilesAlone(candidates)) {
    const program: Candidate[] = []
    const more = await programOf()
    if (more.length > 0) await identifyAll(more, program, onProgress)
    candidates.unshift(...program)
  }
  if (run) return openRecorded(withOneRun(candidates, run), options, onProgress)
  if (candidates.some(({ file }) => file.kind === 'saved')) {
    // Most profiles are not saved ones, so this is loaded on demand.
    const { openSaved } = await import('../saved/open-saved.ts')
    return openSaved(candidates, options.scenario, onProgress)
  }
  const listings = candidates.filter(({ file }) => file.kind === 'listing')
  if (listings.length > 0 && !candidates.some(({ file }) => file.kind === 'profile')) {
    // Listings are rare, so this is loaded on demand.
    const { openLoneListing } = await import('./open-listing.ts')
    return openLoneListing(candidates, listings, options.scenario, onProgress)
  }
  return openRecorded(candidates, options, onProgress)
}

/** Functions without counted calls that are looked at for calls of the profiler, at most. */
const MOST_UNCALLED = 64

/** Whether there are profiles, and nothing that names functions. */
function areProfilesAlone(candidates: readonly Candidate[]): boolean {
  const kinds = new Set(candidates.map(({ file }) => file.kind))
  return kinds.has('profile') && !NAMING.some((kind) => kinds.has(kind))
}

const NAMING: readonly OfferedFile['kind'][] = ['executable', 'debug', 'symbols', 'saved']

/** Opens profiles, with the names of their functions. */
async function openRecorded(
  candidates: readonly Candidate[],
  options: PipelineOptions,
  onProgress: OnProgress,
): Promise<Opened> {
  const policy = await LenientPolicy.open(candidates, options, onProgress)
  const notices: Notice[] = [...noticesOfFiles(candidates), ...noticesOfNames(policy.names)]
  const stages = await runStages(policy, onProgress)
  const { possible, lines, sources, code } = stages
  const { names, symbols, sum, runReading, imbalance } = policy
  const { program, executable, listed } = names
  notices.push(...policy.notices, ...(lines?.notices() ?? []))
  const raw = executable?.raw ?? null
  const callSites =
    code && raw && raw.format === undefined && options.shift === 0 && linksProfiler(raw.symbols)
      ? await scoreCallSites(
          code.source,
          code.raw,
          symbols,
          sum.evidence(),
          isStartedByGlibc(raw.symbols) ? callerGrain(raw.wordSize) : 0,
        )
      : null
  const { analyzed, plain } = withUnexplained(stages, callSites)
  // Notices describe the measurement, whatever the scenario.
  const measured = { ...analyzed, profile: plain }
  const { others } = findUncalled(measured)
  const starts = others.slice(0, MOST_UNCALLED).map((f) => plain.functions.address[f])
  const counting =
    callSites && code && starts.length > 0
      ? await findCounting(code.source, code.raw, starts, symbols, sum.evidence())
      : new Set<number>()
  // Rarely needed, so loaded on demand.
  const libraries =
    code && code.raw.format === undefined && hasFewSamples(measured)
      ? await (await import('../formats/elf-libraries.ts')).readLibraries(code.source, code.raw)
      : []
  const { shift } = options
  const profiles = candidates.filter(({ file }) => file.kind === 'profile').map(({ source }) => source)
  const isNewer = program !== undefined && isProgramNewer(program.source, profiles)
  notices.push(
    ...findNotices({ analyzed: measured, symbols, sum, raw, shift, callSites, isNewer, counting, libraries }),
  )
  if (executable) dropSymbols(executable)
  const named = program ?? listed ?? candidates.find(({ file }) => file.kind === 'profile')
  onProgress({ stage: 'listing', file: '', done: 0, total: 1 })
  const listing = listProfile(analyzed, options.listing)
  onProgress({ stage: 'listing', file: '', done: 1, total: 1 })
  const { histograms } = sum
  return {
    name: named?.file.name ?? '',
    files: candidates.map(({ file }) => file),
    notices,
    analyzed,
    listing,
    ...(lines !== null && sources === null ? { sourcesLater: true } : {}),
    plain,
    possible,
    lines,
    program: code,
    listed: null,
    printed: null,
    sum: () => sumOf(runReading.layout, histograms.records, plain),
    reading: runReading,
    ...(imbalance && { imbalance }),
  }
}

/** Adds the arcs that no call explains, where so few are no sign of another program. */
function withUnexplained(
  { analyzed, plain }: Pick<Opened, 'analyzed' | 'plain'>,
  score: CallSiteScore | null,
): Pick<Opened, 'analyzed' | 'plain'> {
  if (!score || score.unexplained.length === 0 || contradicts(score.callers)) return { analyzed, plain }
  const unexplained = score.unexplained as readonly (readonly [FunctionIndex, FunctionIndex])[]
  return {
    analyzed: { ...analyzed, profile: { ...analyzed.profile, unexplained } },
    plain: { ...plain, unexplained },
  }
}

/**
 * A folder has many other files: from this many on, one notice covers all that are neither profile
 * nor program.
 */
const FEW = 3
const OF_NO_USE: readonly ProblemCode[] = [
  'input/unknown-format',
  'input/same-program',
  'elf/not-executable',
  'archive/nothing-of-use',
]

/** Returns notices about unused files, with the reason. */
function noticesOfFiles(candidates: readonly Candidate[]): readonly Notice[] {
  const files = candidates.map(({ file }) => file)
  const notices: Notice[] = []
  for (const { kind, name } of files) {
    if (kind === 'listing') notices.push({ code: 'set-aside', file: name, kind: 'listing' })
  }
  const others = files.filter((file) => !isSource(file) && !isModule(file))
  const skipped = others.flatMap(({ kind, problem }) => (kind === 'unknown' && problem ? [problem] : []))
  const unused = others.filter(({ problem }) => problem && OF_NO_USE.includes(problem.code))
  const isMuch = unused.length > FEW
  for (const problem of skipped) {
    if (!isMuch || !OF_NO_USE.includes(problem.code)) notices.push({ code: 'file-skipped', problem })
  }
  if (isMuch) {
    const named = unused.slice(0, FEW).map(({ name }) => name)
    notices.push({ code: 'files-unused', files: named, count: unused.length })
  }
  return notices
}

/** Whether a file is source code; the text of lines is read from it when a person looks at them. */
const isSource = ({ name, problem }: OfferedFile): boolean =>
  problem?.code === 'input/unknown-format' && isSourceCode(name)

/** Returns notices about missing names, and about the use of a list of symbols. */
function noticesOfNames({ executable, listed }: Names): readonly Notice[] {
  if (!listed) return executable ? [] : [{ code: 'no-names' }]
  const code = executable && !executable.isListed ? 'symbol-list-unused' : 'symbols-from-list'
  return [{ code, file: listed.file.name }]
}

/**
 * Whether a file is a gfortran module: a packed text that lies beside each program with modules.
 */
const isModule = ({ name, problem }: OfferedFile): boolean =>
  problem?.code === 'archive/nothing-of-use' && /\.s?mod$/i.test(name)
