// Files that a person dropped or named → one opened profile, through the stages by the lenient policy.
import { fail, succeed, type Result } from './base/result.ts'
import type { ByteSource } from './bytes/byte-source.ts'
import { problemOf, type Candidate, type OnStep } from './offered/candidates.ts'
import { identifyAll } from './offered/identify-files.ts'
import { withOneRun } from './offered/one-run.ts'
import type { OfferedFile, OpenFailure } from './profile-view.ts'
import type { Notice } from './problems/problem.ts'
import { sumOf } from './profile/sum/gmon-sum.ts'
import { listProfile, type ListingOptions } from './reports/listing/listing.ts'
import { LenientPolicy, type LenientOptions } from './stages/lenient-policy.ts'
import { noticesOfFiles, noticesOfNames } from './stages/notices-of-files.ts'
import type { Opened, ProfileModel } from './stages/opened.ts'
import { letGoOfSymbols } from './stages/read-names.ts'
import { runStages } from './stages/run-stages.ts'

export { problemOf, type OnStep }
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
  onStep: OnStep,
): Promise<Result<Opened, OpenFailure>> {
  const candidates: Candidate[] = []
  try {
    return succeed(await openOffered(sources, options, onStep, candidates))
  } catch (error) {
    return fail({ problem: problemOf(error), files: candidates.map(({ file }) => file) })
  }
}

async function openOffered(
  sources: readonly ByteSource[],
  options: PipelineOptions,
  onStep: OnStep,
  candidates: Candidate[],
): Promise<Opened> {
  await identifyAll(sources, candidates, onStep)
  const { run, programOf } = options
  if (programOf && areProfilesAlone(candidates)) {
    const program: Candidate[] = []
    const more = await programOf()
    if (more.length > 0) await identifyAll(more, program, onStep)
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
  const opening = LenientPolicy.open(candidates, options, onStep)
  // Meanwhile: nobody waits for its part of the worker then, and the worker begins sooner.
  const doctor = import('./stages/notices.ts')
  // Told where it is asked for; what stands in the way before that is told instead.
  doctor.catch(() => {})
  const policy = await opening
  const notices: Notice[] = [...noticesOfFiles(candidates), ...noticesOfNames(policy.names)]
  const { analyzed, plain, possible, lines, sources, code } = await runStages(policy, onStep)
  const { names, symbols, sum, runReading } = policy
  const { program, executable, listed } = names
  notices.push(...policy.notices, ...(lines?.notices() ?? []))
  const { findNotices } = await doctor
  notices.push(...findNotices({ analyzed, symbols, sum, raw: executable?.raw ?? null, shift: options.shift }))
  if (executable) letGoOfSymbols(executable)
  const named = program ?? listed ?? candidates.find(({ file }) => file.kind === 'profile')
  onStep({ stage: 'listing', file: '', done: 0, total: 1 })
  const listing = listProfile(analyzed, options.listing)
  onStep({ stage: 'listing', file: '', done: 1, total: 1 })
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
