// Profiles, one or a thousand → one sum: each is read in the layout of its program, and let go of before the next.
import type { ByteLayout } from '../bytes/byte-cursor.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import type { RawExecutable, RawProfile } from '../formats/format.ts'
import { problemOf, type Candidate, type OnStep } from '../offered/candidates.ts'
import { guessTarget, readProfile, type ReadingRoom, type ReadOptions } from '../formats/gmon/read.ts'
import { describeProfile } from '../offered/describe-profile.ts'
import { ProblemError } from '../problems/problem-error.ts'
import type { Notice, Problem, ProblemCode } from '../problems/problem.ts'
import { ownRange } from '../profile/evidence/own-range.ts'
import { ProfileSum } from '../profile/sum/sum-profiles.ts'
import type { Program } from './read-names.ts'
import type { SymbolTable } from '../symbols/select-functions.ts'
import { withoutLoadBias } from '../symbols/load-bias.ts'
import { CORRECTED, hasNarrowCounts, type TargetRules } from '../symbols/target-rules.ts'

/** How profiles are to be read: in what layout, and with what corrections. */
export interface Reading {
  readonly layoutOf: (source: ByteSource) => Promise<ByteLayout>
  readonly options: ReadOptions
  readonly room: ReadingRoom
  /** The first problem ends it. */
  readonly strict: boolean
  /** Subtracted from every address. */
  readonly shift: number
}

/** What decides how profiles are read, of what the person asked for. */
interface Wishes {
  readonly strict: boolean
  readonly shift: number
  readonly targetRules?: TargetRules
}

export function readingOf(
  executable: Program | null,
  layoutOf: Reading['layoutOf'],
  room: ReadingRoom,
  { targetRules = CORRECTED, strict, shift }: Wishes,
): Reading {
  const { anyWidth } = targetRules
  const narrowCounts = anyWidth && executable !== null && hasNarrowCounts(executable.raw)
  const options = { anyCounterWidth: anyWidth, narrowCounts, room }
  return { layoutOf, room, strict, shift, options }
}

/** A file that is damaged in its program's layout and whole in another is not damaged: another program wrote it. */
async function readAs(
  layout: ByteLayout,
  source: ByteSource,
  { strict, shift, options }: Reading,
  tell: (read: number) => void,
): Promise<RawProfile> {
  const refuseOther = async (): Promise<void> => {
    const guess = await guessTarget(source)
    const profile = wordsOf(guess)
    const program = wordsOf(layout)
    if (!strict && guess.certain && profile !== program)
      throw new ProblemError({ code: 'gmon/other-target', file: source.name, profile, program })
  }
  const raw = await readProfile(source, layout, tell, options).catch(async (error: unknown) => {
    await refuseOther()
    throw error
  })
  if (raw.damage) await refuseOther()
  return withoutLoadBias(raw, shift)
}

const wordsOf = ({ wordSize, bigEndian }: ByteLayout): string =>
  `${8 * wordSize}-bit ${bigEndian ? 'big' : 'little'}-endian`

/** Profiles that one program may have written. */
export interface Summed {
  readonly sum: ProfileSum
  /** Of the first that could be read. */
  readonly layout: ByteLayout
}

/** What the profiles are of. */
export interface Measured {
  readonly symbols: SymbolTable
  /** Null where its symbols come from elsewhere. */
  readonly program: RawExecutable | null
}

/** What cannot be added to what was read before. */
const REFUSALS: readonly ProblemCode[] = [
  'gmon/scale-changed',
  'gmon/overlapping-histograms',
  'gmon/dimension-changed',
  'gmon/rate-changed',
]

/**
 * Adds up profiles. What each holds is noted with its file.
 *
 * Errors: the first problem, if `reading.strict` or if no profile could be read; others become notices.
 */
export async function readProfiles(
  profiles: readonly Candidate[],
  reading: Reading,
  measured: Measured,
  notices: Notice[],
  onStep: OnStep,
): Promise<Summed> {
  const offered = profiles.map(({ file }) => file)
  let order: readonly Candidate[] | null = null
  for (;;) {
    const read = await readInOrder(order ?? profiles, reading, measured, onStep, order === null)
    if (!('order' in read)) {
      notices.push(...read.notices)
      return read
    }
    order = read.order
    for (const [at, candidate] of profiles.entries()) candidate.file = offered[at] ?? candidate.file
  }
}

/** Answers another order to read them in instead, once and if need be: `mayTurn`. */
async function readInOrder(
  profiles: readonly Candidate[],
  reading: Reading,
  { symbols, program }: Measured,
  onStep: OnStep,
  mayTurn: boolean,
): Promise<(Summed & { readonly notices: readonly Notice[] }) | { readonly order: readonly Candidate[] }> {
  const total = profiles.reduce((bytes, { source }) => bytes + source.size, 0)
  let before = 0
  let firstLayout: ByteLayout | null = null
  let firstProblem: Problem | null = null
  let isAsked = !mayTurn
  const { room, strict } = reading
  const notices: Notice[] = []
  const sum = new ProfileSum(symbols, undefined, profiles.length)
  // Most open one profile.
  const runs =
    profiles.length > 1 ? new (await import('./runs-together.ts')).RunsTogether(symbols, program) : null
  for (const [at, candidate] of profiles.entries()) {
    const { source } = candidate
    room.ahead.following = profiles[at + 1]?.source ?? null
    const tell = (read: number): void =>
      onStep({ stage: 'profiles', file: source.name, done: before + read, total })
    tell(0)
    try {
      const layout = await reading.layoutOf(source)
      const profile = await readAs(layout, source, reading, tell)
      if (profile.counters) notices.push({ code: 'counter-width', file: source.name, ...profile.counters })
      // What is wrong with the text it came as is why it is cut.
      const cause = candidate.file.damage ?? profile.damage
      const damage = cause ?? (strict ? null : (profile.torn ?? null))
      if (damage) {
        if (strict) throw new ProblemError(damage)
        const keptHistograms = profile.histograms.length
        if (keptHistograms === 0 && profile.arcs.length === 0) throw new ProblemError(damage)
        const keptArcs = profile.arcs.length
        notices.push({ code: 'gmon/truncated-file', problem: damage, keptArcs, keptHistograms })
      }
      const samples = sum.add(profile, notices, at + 1 < profiles.length)
      runs?.add(profile, samples)
      firstLayout ??= { wordSize: layout.wordSize, bigEndian: layout.bigEndian }
      const detail = describeProfile(candidate.file.detail, profile, samples)
      candidate.file = {
        ...candidate.file,
        detail,
        ...(profile.histograms.length > 0 ? { samples } : {}),
        ...(cause ? { damage: cause } : {}),
      }
    } catch (error) {
      const problem = problemOf(error)
      candidate.file = { ...candidate.file, problem }
      if (strict || problem.code === 'bug') throw error
      if (!isAsked && REFUSALS.includes(problem.code)) {
        isAsked = true
        // Few drop profiles of several builds.
        const own = program && ownRange(program.symbols)
        const { likelyFirst } = await import('./choose-first.ts')
        const order = await likelyFirst(profiles, reading.layoutOf, reading.shift, own)
        if (order) return { order }
      }
      firstProblem ??= problem
      notices.push({ code: 'file-skipped', problem })
    }
    before += source.size
  }
  if (!firstLayout) throw new ProblemError(firstProblem ?? { code: 'input/nothing-given' })
  notices.push(...(runs?.notices() ?? []))
  return { sum, layout: firstLayout, notices }
}
