// Adds up the profiles among the files, and skips those that cannot be used with a notice.
import { type FileKey, fileKeysOf } from '../base/file-key.ts'
import { assert } from '../base/result.ts'
import type { ByteLayout } from '../bytes/byte-cursor.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import type { RawProfile } from '../formats/format.ts'
import { guessTarget } from '../formats/gmon/guess-target.ts'
import { ReadBuffers, type ReadOptions, readProfile } from '../formats/gmon/read.ts'
import {
  type Candidate,
  describedBy,
  describeProfile,
  type OnProgress,
  OpeningError,
  problemOf,
  rethrowBug,
  withFindings,
} from '../inputs/candidates.ts'
import { ProblemError } from '../problems/problem-error.ts'
import type { Notice, Problem, ProblemCode } from '../problems/problem.ts'
import type { RunReading } from '../profile-view.ts'
import { withoutLoadBias } from '../profile/load-bias.ts'
import { ProfileSum } from '../profile/sum-profiles.ts'
import { CORRECTED, hasNarrowCounts, type TargetRules } from '../symbols/target-rules.ts'
import { ownRange } from '../trust/program/own-range.ts'
import type { CommonPast } from '../trust/runs/forked-runs.ts'
import type { RunImbalance } from '../trust/runs/run-imbalance.ts'
import type { RunNotices } from '../trust/runs/run-notices.ts'
import type { Names } from './read-program.ts'
import { readRuns } from './read-runs.ts'

/** The sum of the profiles. */
export interface Runs {
  /** All files, with what was found out about the profiles. */
  readonly files: readonly Candidate[]
  readonly sum: ProfileSum
  /** How the profiles were read, for code that reads them again. */
  readonly reading: RunReading
  /** Which run has the most of each function; null for a single profile. */
  readonly imbalance: RunImbalance | null
  readonly notices: readonly Notice[]
}

/** How profiles are read and added up. */
export interface RunOptions {
  /** Bytes subtracted from every address of the profiles. */
  readonly shift: number
  /** Counts once what forked runs share. */
  readonly forkedOnce?: boolean
  /** By default CORRECTED. */
  readonly targetRules?: TargetRules
}

/** Problems of a profile that cannot be added to those read before it. */
const REFUSALS: readonly ProblemCode[] = [
  'gmon/scale-changed',
  'gmon/overlapping-histograms',
  'gmon/dimension-changed',
  'gmon/rate-changed',
]

/**
 * Adds up the profiles. Starts again in a better order if the first ones are of another build than the program,
 * or than most.
 *
 * @param room buffers that the profiles are read into, one after the other; detached afterwards
 * @throws OpeningError the first problem, if no profile could be read
 */
export async function sumRuns(
  names: Names,
  options: RunOptions,
  room: ReadBuffers,
  onProgress: OnProgress,
): Promise<Runs> {
  const profiles = names.files.filter(({ file }) => file.kind === 'profile')
  const rules = { names, room, onProgress, ...(await rulesFor(profiles, names, options)) }
  let order: readonly Candidate[] | null = null
  const isOrderGood = async (problem: Problem): Promise<boolean> => {
    if (order || !REFUSALS.includes(problem.code)) return true
    // Profiles of several builds are rare, so this is loaded on demand.
    const { likelyFirst } = await import('./reading-order.ts')
    const own = names.program && ownRange(names.program.raw.symbols)
    const better = await likelyFirst(profiles, (source) => layoutOf(source, names), options.shift, own)
    order = better ?? profiles
    return better === null
  }
  const outcome =
    (await sumInOrder(profiles, rules, isOrderGood)) ??
    (await sumInOrder(order ?? profiles, rules, isOrderGood))
  // The sum now holds all that is needed.
  room.detachBuffers()
  assert(outcome !== null, 'no order is good')
  const { sum, runs, layout, firstProblem } = outcome
  const files = withFindings(names.files, outcome.findings)
  if (!layout) throw new OpeningError(firstProblem ?? { code: 'input/nothing-given' }, files)
  const { past, counters, shift } = rules
  return {
    files,
    sum,
    reading: {
      layout,
      options: counters,
      shift,
      lastIsOpen: names.symbols.lastIsOpen,
      ...(past && { forkedOnce: true }),
    },
    imbalance: runs?.imbalance() ?? null,
    notices: [...outcome.notices, ...(past ? [past.notice] : []), ...(runs?.notices() ?? [])],
  }
}

/** How the profiles of this program are read and compared. */
interface Rules {
  readonly names: Names
  readonly room: ReadBuffers
  readonly onProgress: OnProgress
  readonly counters: RunReading['options']
  readonly shift: number
  /** Key of each profile among all files. */
  readonly keys: ReadonlyMap<Candidate, FileKey>
  /** Null for a single profile. */
  readonly Notices: typeof RunNotices | null
  /** What forked runs share; null unless it is counted once. */
  readonly past: CommonPast<ByteSource> | null
}

async function rulesFor(
  profiles: readonly Candidate[],
  names: Names,
  { targetRules = CORRECTED, shift, forkedOnce }: RunOptions,
): Promise<Omit<Rules, 'names' | 'room' | 'onProgress'>> {
  const { files, program } = names
  const { anyWidth } = targetRules
  const counters = {
    anyCounterWidth: anyWidth,
    narrowCounts: anyWidth && program !== null && hasNarrowCounts(program.raw),
  }
  const keys = fileKeysOf(files.map(({ file }) => file))
  const areSeveral = profiles.length > 1
  return {
    counters,
    shift,
    keys: new Map(files.flatMap((candidate, at) => (keys[at] ? [[candidate, keys[at]]] : []))),
    Notices: areSeveral ? (await import('../trust/runs/run-notices.ts')).RunNotices : null,
    past: areSeveral && forkedOnce ? await findCommonPast(profiles, names, counters) : null,
  }
}

async function findCommonPast(
  profiles: readonly Candidate[],
  names: Names,
  counters: RunReading['options'],
): Promise<CommonPast<ByteSource> | null> {
  // Rarely used, so loaded on demand.
  const { CommonPast } = await import('../trust/runs/forked-runs.ts')
  const sources = profiles.map(({ source }) => source)
  return CommonPast.find(sources, async (source) => {
    const layout = await layoutOf(source, names)
    try {
      return await readProfile(source, layout, () => {}, { ...counters, room: new ReadBuffers() })
    } catch (error) {
      rethrowBug(error)
      // Reported when its turn comes.
      return null
    }
  })
}

/** A profile whose turn it is to be read. */
interface Turn {
  readonly candidate: Candidate
  readonly moreFollow: boolean
  /** Receives the bytes read so far. */
  readonly onBytes: (read: number) => void
}

function* turnsOf(
  order: readonly Candidate[],
  { ahead }: ReadBuffers,
  onProgress: OnProgress,
): Generator<Turn> {
  const total = order.reduce((bytes, { source }) => bytes + source.size, 0)
  let before = 0
  for (const [at, candidate] of order.entries()) {
    const { name: file, size } = candidate.source
    const start = before
    const onBytes = (read: number): void => onProgress({ stage: 'profiles', file, done: start + read, total })
    ahead.following = order[at + 1]?.source ?? null
    onBytes(0)
    yield { candidate, moreFollow: at + 1 < order.length, onBytes }
    before += size
  }
}

/** The sum of the profiles in one order. */
interface SumInOrder {
  readonly sum: ProfileSum
  readonly runs: RunNotices | null
  /** Of the first profile that could be added; null if none could. */
  readonly layout: ByteLayout | null
  readonly firstProblem: Problem | null
  readonly findings: readonly Candidate[]
  readonly notices: readonly Notice[]
}

/** @param isOrderGood is asked about the problem of each profile; the result is null once it answers no */
async function sumInOrder(
  order: readonly Candidate[],
  { names, room, onProgress, counters, shift, keys, Notices, past }: Rules,
  isOrderGood: (problem: Problem) => Promise<boolean>,
): Promise<SumInOrder | null> {
  const sum = new ProfileSum(names.symbols, undefined, order.length)
  const runs = Notices && new Notices(names.symbols, sum.filters, names.program?.raw ?? null)
  const notices: Notice[] = []
  const findings: Candidate[] = []
  let firstProblem: Problem | null = null
  let layout: ByteLayout | null = null
  let layoutOfTurn: ByteLayout | null = null
  const areAllRead = await readRuns(turnsOf(order, room, onProgress), {
    async read({ candidate: { source }, onBytes }) {
      const target = await layoutOf(source, names)
      const raw = await readIn(target, source, onBytes, { ...counters, room })
      layoutOfTurn = { wordSize: target.wordSize, bigEndian: target.bigEndian }
      return withoutLoadBias(past?.without(source, raw) ?? raw, shift)
    },
    add(profile, { candidate, moreFollow }) {
      const { source, file } = candidate
      if (profile.counters) notices.push({ code: 'counter-width', file: source.name, ...profile.counters })
      // Damage of the text around a profile is the reason why the profile is cut.
      const damage = file.damage ?? profile.damage
      const problem = damage ?? profile.torn
      if (problem) {
        const keptHistograms = profile.histograms.length
        const keptArcs = profile.arcs.length
        if (keptHistograms === 0 && keptArcs === 0) throw new ProblemError(problem)
        notices.push({ code: 'gmon/truncated-file', problem, keptArcs, keptHistograms })
      }
      const samples = sum.add(profile, notices, moreFollow)
      runs?.add(profile, samples, keys.get(candidate) ?? { name: source.name, nth: 1 })
      layout ??= layoutOfTurn
      const detail = describeProfile(file.detail, profile, samples)
      const hasSamples = profile.histograms.length > 0
      findings.push(
        describedBy(candidate, { detail, ...(hasSamples && { samples }), ...(damage && { damage }) }),
      )
    },
    async onRefused(error, { candidate }) {
      const problem = problemOf(error)
      findings.push(describedBy(candidate, { problem }))
      if (problem.code === 'bug') throw new OpeningError(problem, withFindings(names.files, findings))
      if (!(await isOrderGood(problem))) return false
      firstProblem ??= problem
      notices.push({ code: 'file-skipped', problem })
      return true
    },
  })
  return areAllRead ? { sum, runs, layout, firstProblem, findings, notices } : null
}

/** Returns the program's layout; without a program, the one that fits the profile best. */
async function layoutOf(source: ByteSource, { program, list }: Names): Promise<ByteLayout> {
  return program ? program.raw : guessTarget(source, list ?? undefined)
}

/**
 * Reads a profile. One that is damaged in this layout but whole in another comes from another program, which
 * is what is reported.
 */
async function readIn(
  layout: ByteLayout,
  source: ByteSource,
  onBytes: (read: number) => void,
  options: ReadOptions,
): Promise<RawProfile> {
  const raw = await readProfile(source, layout, onBytes, options).catch(async (error: unknown) => {
    await refuseOtherTarget(source, layout)
    throw error
  })
  if (raw.damage) await refuseOtherTarget(source, layout)
  return raw
}

/** Throws `gmon/other-target` if the profile certainly has another layout. */
async function refuseOtherTarget(source: ByteSource, layout: ByteLayout): Promise<void> {
  const guess = await guessTarget(source)
  const profile = wordsOf(guess)
  const program = wordsOf(layout)
  if (guess.certain && profile !== program)
    throw new ProblemError({ code: 'gmon/other-target', file: source.name, profile, program })
}

const wordsOf = ({ wordSize, bigEndian }: ByteLayout): string =>
  `${8 * wordSize}-bit ${bigEndian ? 'big' : 'little'}-endian`
