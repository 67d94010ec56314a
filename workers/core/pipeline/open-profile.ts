// Files that a person dropped or named → one opened profile, through the stages by the lenient policy, with
// the notices about the files.
import { fail, type Result, succeed } from '../base/result.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { type Candidate, type OnProgress, problemOf, withOneRun } from '../inputs/candidates.ts'
import { identifyAll } from '../inputs/identify-files.ts'
import type { OfferedFile, OpenFailure } from '../profile-view.ts'
import type { Notice, ProblemCode } from '../problems/problem.ts'
import { sumOf } from '../profile/sum/gmon-sum.ts'
import { type ListingOptions, listProfile } from '../reports/listing/listing.ts'
import { type LenientOptions, LenientPolicy } from './lenient-policy.ts'
import { type Opened, type ProfileModel, runStages } from './run-stages.ts'
import { dropSymbols, type Names } from './read-names.ts'
import { isSourceCode } from '../base/file-names.ts'

export { problemOf, type OnProgress }
export type { Opened, ProfileModel }

export interface PipelineOptions extends LenientOptions {
  /** How to list the profile, unless it comes from a listing or was saved. */
  readonly listing?: ListingOptions
  /** A program, with what belongs to it, for profiles that come without one. Asked for where it is wanted. */
  readonly programOf?: () => Promise<readonly ByteSource[]>
}

/** Turns any ProblemError into a value, once; what is not one is a bug of ours. */
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
    // A part of its own: most profiles are not saved ones.
    const { openSaved } = await import('../saved/open-saved.ts')
    return openSaved(candidates, options.scenario, onProgress)
  }
  const listings = candidates.filter(({ file }) => file.kind === 'listing')
  if (listings.length > 0 && !candidates.some(({ file }) => file.kind === 'profile')) {
    // Few open a listing: what reads it is fetched when there is one.
    const { openLoneListing } = await import('./open-listing.ts')
    return openLoneListing(candidates, listings, options.scenario, onProgress)
  }
  return openRecorded(candidates, options, onProgress)
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
  onProgress: OnProgress,
): Promise<Opened> {
  const opening = LenientPolicy.open(candidates, options, onProgress)
  // Meanwhile: nobody waits for its part of the worker then, and the worker begins sooner.
  const doctor = import('./notices.ts')
  // Told where it is asked for; what stands in the way before that is told instead.
  doctor.catch(() => {})
  const policy = await opening
  const notices: Notice[] = [...noticesOfFiles(candidates), ...noticesOfNames(policy.names)]
  const { analyzed, plain, possible, lines, sources, code } = await runStages(policy, onProgress)
  const { names, symbols, sum, runReading } = policy
  const { program, executable, listed } = names
  notices.push(...policy.notices, ...(lines?.notices() ?? []))
  const { findNotices } = await doctor
  notices.push(...findNotices({ analyzed, symbols, sum, raw: executable?.raw ?? null, shift: options.shift }))
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
  }
}

// What is worth saying about the files offered, before any is read in full.

/** A folder holds a good deal besides: of more than these one word is said of all that is neither profile nor program. */
const FEW = 3
const OF_NO_USE: readonly ProblemCode[] = [
  'input/unknown-format',
  'input/same-program',
  'elf/not-executable',
  'archive/nothing-of-use',
]

/** Files that are left aside, and why. */
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

/** The text of lines comes from it, as soon as somebody looks at them. */
const isSource = ({ name, problem }: OfferedFile): boolean =>
  problem?.code === 'input/unknown-format' && isSourceCode(name)

/** Where names are missing, and what a list of symbols beside the profile was good for. */
function noticesOfNames({ executable, listed }: Names): readonly Notice[] {
  if (!listed) return executable ? [] : [{ code: 'no-names' }]
  const code = executable && !executable.isListed ? 'symbol-list-unused' : 'symbols-from-list'
  return [{ code, file: listed.file.name }]
}

/** What gfortran keeps of a module's names for whoever uses it: a packed text, beside each program that has modules. */
const isModule = ({ name, problem }: OfferedFile): boolean =>
  problem?.code === 'archive/nothing-of-use' && /\.s?mod$/i.test(name)
