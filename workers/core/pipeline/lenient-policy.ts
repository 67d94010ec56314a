// The policy of the page and of our own commands: reads what can be read, skips the rest, and adds a notice for either.
import { assert } from '../base/result.ts'
import type { ByteLayout } from '../bytes/byte-cursor.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import type { RawProfile } from '../formats/format.ts'
import { guessTarget, ReadBuffers, readProfile } from '../formats/gmon/read.ts'
import type { SourceLines } from '../formats/source-lines.ts'
import { type Candidate, describeProfile, type OnProgress, problemOf } from '../inputs/candidates.ts'
import type { ReadFile } from '../inputs/debug-file.ts'
import type { OpenOptions, RunReading } from '../profile-view.ts'
import { ProblemError } from '../problems/problem-error.ts'
import type { Notice, Problem, ProblemCode } from '../problems/problem.ts'
import { buildProfile } from '../profile/build-profile.ts'
import type { CallGraphProfile, SourceTable } from '../profile/call-graph-profile.ts'
import type { PossibleArcs } from '../profile/possible-arcs.ts'
import { ownRange } from '../profile/mismatch/known-symbols.ts'
import { ProfileSum } from '../profile/sum/sum-profiles.ts'
import { withoutLoadBias } from '../profile/mismatch/match-executable.ts'
import type { SymbolTable } from '../symbols/symbol-table.ts'
import { CORRECTED, hasNarrowCounts, type TargetRules } from '../symbols/target-rules.ts'
import {
  type AskedSources,
  chooseSymbols,
  locateFunctions,
  type Names,
  readNames,
  withoutSymbols,
} from './read-names.ts'
import type { RunNotices } from './run-notices.ts'
import type { Policy, ProfileTurn } from './run-stages.ts'

/** How to open files leniently. */
export interface LenientOptions extends OpenOptions {
  /**
   * Looked up at once. Unless given: those of functions that were used, by the standard, if the line tables are small enough
   * to keep nobody waiting.
   */
  readonly sources?: AskedSources
  /** CORRECTED unless given. */
  readonly targetRules?: TargetRules
}

/** The profile as measured, the one to analyse, and where its functions are in source and code. */
export interface LenientlyBuilt {
  readonly plain: CallGraphProfile
  /** `plain`, with static arcs if the scenario has them. */
  readonly profile: CallGraphProfile
  readonly possible: PossibleArcs | null
  readonly lines: SourceLines | null
  /** Null where line tables are too large to look it up at once. */
  readonly sources: SourceTable | null
  /** The program's file, in which its code is; null where there is none. */
  readonly code: ReadFile | null
}

/** Problems of a profile that does not fit those read before it. */
const REFUSALS: readonly ProblemCode[] = [
  'gmon/scale-changed',
  'gmon/overlapping-histograms',
  'gmon/dimension-changed',
  'gmon/rate-changed',
]

/** What profiles were added up to. */
interface Summed {
  readonly sum: ProfileSum
  readonly notices: Notice[]
  /** Of several profiles; null for one alone, as most are. */
  readonly runs: RunNotices | null
  /** Of the first that could be read. */
  layout: ByteLayout | null
  firstProblem: Problem | null
}

export class LenientPolicy implements Policy<LenientlyBuilt> {
  readonly scenario: OpenOptions['scenario']
  readonly room: ReadBuffers
  readonly names: Names
  readonly symbols: SymbolTable
  readonly #profiles: readonly Candidate[]
  readonly #options: LenientOptions
  readonly #reading: RunReading['options']
  readonly #onProgress: OnProgress
  #summed: Summed
  /** Of the profile read last. */
  #layout: ByteLayout | null = null
  /** Another order to read the profiles in, once one was refused. */
  #order: readonly Candidate[] | null = null
  #isOrderLookedFor = false

  private constructor(
    { names, symbols, room }: { names: Names; symbols: SymbolTable; room: ReadBuffers },
    profiles: readonly Candidate[],
    options: LenientOptions,
    onProgress: OnProgress,
  ) {
    const { anyWidth } = options.targetRules ?? CORRECTED
    const { executable } = names
    const narrowCounts = anyWidth && executable !== null && hasNarrowCounts(executable.raw)
    this.scenario = options.scenario
    this.room = room
    this.names = names
    this.symbols = symbols
    this.#profiles = profiles
    this.#options = options
    this.#reading = { anyCounterWidth: anyWidth, narrowCounts }
    this.#onProgress = onProgress
    this.#summed = this.#nothingYet(null)
  }

  /**
   * Reads the names of functions: of a program, of a list, or the addresses that the profiles have.
   *
   * Errors: those of reading them; what `describeMissingInput` answers.
   */
  static async open(
    candidates: readonly Candidate[],
    options: LenientOptions,
    onProgress: OnProgress,
  ): Promise<LenientPolicy> {
    const profiles = candidates.filter(({ file }) => file.kind === 'profile')
    const room = new ReadBuffers()
    // While the program is read.
    if (profiles[0]) room.ahead.begin(profiles[0].source)
    const names = await readNamesFor(profiles, candidates, options.targetRules ?? CORRECTED, onProgress)
    const { program, executable, listed } = names
    if (profiles.length === 0 || !(executable || listed || options.withoutNames)) {
      // Few forget a file: what tells of the others alone is fetched when one is missing.
      const { describeMissingInput } = await import('../inputs/missing-input.ts')
      throw new ProblemError(
        await describeMissingInput(candidates, profiles, program, executable?.raw, onProgress),
      )
    }
    const symbols = await chooseSymbols(names, profiles, (source) => layoutOf(source, names))
    return new LenientPolicy({ names, symbols, room }, profiles, options, onProgress)
  }

  get sum(): ProfileSum {
    return this.#summed.sum
  }

  /** What is worth saying of the profiles, and of those that were skipped. */
  get notices(): readonly Notice[] {
    return this.#summed.notices
  }

  /** How the profiles were read, for those who read them again. */
  get runReading(): RunReading {
    const { layout } = this.#summed
    assert(layout !== null, 'no profile was read')
    return { layout, options: this.#reading, shift: this.#options.shift, lastIsOpen: this.symbols.lastIsOpen }
  }

  /** Errors: the first problem, if no profile could be read. */
  async *profiles(): AsyncGenerator<ProfileTurn> {
    const offered = this.#profiles.map(({ file }) => file)
    const Together = this.#profiles.length > 1 ? (await import('./run-notices.ts')).RunNotices : null
    this.#summed = this.#nothingYet(Together)
    yield* this.#turns(this.#profiles)
    if (this.#order) {
      for (const [at, candidate] of this.#profiles.entries()) candidate.file = offered[at] ?? candidate.file
      this.#summed = this.#nothingYet(Together)
      yield* this.#turns(this.#order)
    }
    const { layout, firstProblem, runs, notices } = this.#summed
    if (!layout) throw new ProblemError(firstProblem ?? { code: 'input/nothing-given' })
    notices.push(...(runs?.notices() ?? []))
  }

  /** Ends early where another order was found. */
  *#turns(order: readonly Candidate[]): Generator<ProfileTurn> {
    const total = order.reduce((bytes, { source }) => bytes + source.size, 0)
    const foundBefore = this.#order
    let before = 0
    for (const [at, candidate] of order.entries()) {
      const { name: file, size } = candidate.source
      this.room.ahead.following = order[at + 1]?.source ?? null
      const onBytes = (read: number): void =>
        this.#onProgress({ stage: 'profiles', file, done: before + read, total })
      onBytes(0)
      yield { candidate, moreFollow: at + 1 < order.length, onBytes }
      if (this.#order !== foundBefore) return
      before += size
    }
  }

  #nothingYet(Together: typeof RunNotices | null): Summed {
    const sum = new ProfileSum(this.symbols, undefined, this.#profiles.length)
    const program = this.names.executable?.raw ?? null
    const runs = Together && new Together(this.symbols, program)
    return { sum, notices: [], runs, layout: null, firstProblem: null }
  }

  /** A file that is damaged in its program's layout and whole in another is not damaged: another program wrote it. */
  async read({ candidate: { source }, onBytes }: ProfileTurn): Promise<RawProfile> {
    const layout = await layoutOf(source, this.names)
    const options = { ...this.#reading, room: this.room }
    const raw = await readProfile(source, layout, onBytes, options).catch(async (error: unknown) => {
      await refuseOtherTarget(source, layout)
      throw error
    })
    if (raw.damage) await refuseOtherTarget(source, layout)
    this.#layout = { wordSize: layout.wordSize, bigEndian: layout.bigEndian }
    return withoutLoadBias(raw, this.#options.shift)
  }

  /** Notes with its file what it holds. */
  accept(profile: RawProfile, { candidate, moreFollow }: ProfileTurn): void {
    const { source, file } = candidate
    const { sum, runs, notices } = this.#summed
    if (profile.counters) notices.push({ code: 'counter-width', file: source.name, ...profile.counters })
    // What is wrong with the text it came as is why it is cut.
    const cause = file.damage ?? profile.damage
    const problem = cause ?? profile.torn
    if (problem) {
      const keptHistograms = profile.histograms.length
      const keptArcs = profile.arcs.length
      if (keptHistograms === 0 && keptArcs === 0) throw new ProblemError(problem)
      notices.push({ code: 'gmon/truncated-file', problem, keptArcs, keptHistograms })
    }
    const samples = sum.add(profile, notices, moreFollow)
    runs?.add(profile, samples)
    this.#summed.layout ??= this.#layout
    candidate.file = {
      ...file,
      detail: describeProfile(file.detail, profile, samples),
      ...(profile.histograms.length > 0 ? { samples } : {}),
      ...(cause ? { damage: cause } : {}),
    }
  }

  /** Skips it, unless another order lets it be read. */
  async refuse(error: unknown, { candidate }: ProfileTurn): Promise<void> {
    const problem = problemOf(error)
    candidate.file = { ...candidate.file, problem }
    if (problem.code === 'bug') throw error
    if (!this.#isOrderLookedFor && REFUSALS.includes(problem.code)) {
      this.#isOrderLookedFor = true
      // Few drop profiles of several builds.
      const { likelyFirst } = await import('./match-programs.ts')
      const own = this.names.executable && ownRange(this.names.executable.raw.symbols)
      const layout = (source: ByteSource): Promise<ByteLayout> => layoutOf(source, this.names)
      this.#order = await likelyFirst(this.#profiles, layout, this.#options.shift, own)
      if (this.#order) return
    }
    this.#summed.firstProblem ??= problem
    this.#summed.notices.push({ code: 'file-skipped', problem })
  }

  /** Looks up source files and, if the scenario asks for them, static arcs. */
  async build(): Promise<LenientlyBuilt> {
    const { program, executable } = this.names
    const built = buildProfile(this.sum.result())
    const { lines, sources } = await locateFunctions(
      executable,
      built,
      this.#options.sources,
      this.#onProgress,
    )
    const plain = { ...built, sources }
    const code =
      program && executable ? { source: program.source, raw: withoutSymbols(executable.raw) } : null
    const { histograms } = this.sum
    // What few people ask for is fetched when they do: the worker itself stays small.
    const { possible, profile } = this.scenario.staticArcs
      ? await (
          await import('./read-code.ts')
        ).withCode({ program: code, plain, histograms }, this.#onProgress)
      : { possible: null, profile: plain }
    return { plain, profile, possible, lines, sources, code }
  }
}

/** The program's word size and byte order; without a program those that fit the profile best. */
async function layoutOf(source: ByteSource, { executable, listed }: Names): Promise<ByteLayout> {
  return executable ? executable.raw : guessTarget(source, listed?.list)
}

/** Throws `gmon/other-target` where the profile certainly has another layout than `layout`. */
async function refuseOtherTarget(source: ByteSource, layout: ByteLayout): Promise<void> {
  const guess = await guessTarget(source)
  const profile = wordsOf(guess)
  const program = wordsOf(layout)
  if (guess.certain && profile !== program)
    throw new ProblemError({ code: 'gmon/other-target', file: source.name, profile, program })
}

const wordsOf = ({ wordSize, bigEndian }: ByteLayout): string =>
  `${8 * wordSize}-bit ${bigEndian ? 'big' : 'little'}-endian`

/** Errors: as `readNames`; of several programs each says then how well it fits the profiles. */
async function readNamesFor(
  profiles: readonly Candidate[],
  candidates: readonly Candidate[],
  targetRules: TargetRules,
  onProgress: OnProgress,
): Promise<Names> {
  try {
    return await readNames(candidates, targetRules, onProgress)
  } catch (error) {
    if (problemOf(error).code === 'input/several-executables') {
      // Few offer several: what tells them apart is fetched when they do.
      const { dropUnusablePrograms } = await import('./match-programs.ts')
      const { matchPrograms } = await import('./match-programs.ts')
      const programs = candidates.filter(({ file }) => file.kind === 'executable')
      if ((await dropUnusablePrograms(programs)) || (await matchPrograms(programs, profiles, onProgress)))
        return readNamesFor(profiles, candidates, targetRules, onProgress)
    }
    throw error
  }
}
