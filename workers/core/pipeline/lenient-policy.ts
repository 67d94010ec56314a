// The policy of the page and of gmonscope's own commands: reads what can be read, skips the rest,
// and adds a notice for each.
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
   * Whose source files to look up while opening. By default those of used functions, in the
   * standard way, if the line tables are small.
   */
  readonly sources?: AskedSources
  /** By default CORRECTED. */
  readonly targetRules?: TargetRules
}

/** The measured profile, the one to analyse, and the source and code of its functions. */
export interface LenientlyBuilt {
  readonly plain: CallGraphProfile
  /** `plain`, with static arcs if the scenario has them. */
  readonly profile: CallGraphProfile
  readonly possible: PossibleArcs | null
  readonly lines: SourceLines | null
  /** Null if the line tables are too large to look up while opening. */
  readonly sources: SourceTable | null
  /** The file with the program's code; null without a program. */
  readonly code: ReadFile | null
}

/** Problems of a profile that cannot be added to those read before it. */
const REFUSALS: readonly ProblemCode[] = [
  'gmon/scale-changed',
  'gmon/overlapping-histograms',
  'gmon/dimension-changed',
  'gmon/rate-changed',
]

/** The sum of the profiles read so far. */
interface Summed {
  readonly sum: ProfileSum
  readonly notices: Notice[]
  /** Null for a single profile. */
  readonly runs: RunNotices | null
  /** Layout of the first profile that could be read. */
  layout: ByteLayout | null
  firstProblem: Problem | null
}

/** Opens profiles leniently: a damaged or unsuitable file becomes a notice, not the end. */
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
  /** Layout of the profile read last. */
  #layout: ByteLayout | null = null
  /** A better order for the profiles, once one was refused. */
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
   * Reads the names of functions: from a program, a list, or the addresses in the profiles.
   *
   * @throws ProblemError if the files cannot be read; the result of `describeMissingInput` if
   * profiles or names are missing
   */
  static async open(
    candidates: readonly Candidate[],
    options: LenientOptions,
    onProgress: OnProgress,
  ): Promise<LenientPolicy> {
    const profiles = candidates.filter(({ file }) => file.kind === 'profile')
    const room = new ReadBuffers()
    // Starts reading the profile while the program is read.
    if (profiles[0]) room.ahead.begin(profiles[0].source)
    const names = await readNamesFor(profiles, candidates, options.targetRules ?? CORRECTED, onProgress)
    const { program, executable, listed } = names
    if (profiles.length === 0 || !(executable || listed || options.withoutNames)) {
      // A missing file is rare, so its diagnosis is loaded on demand.
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

  /** Notices about the profiles, including those that were skipped. */
  get notices(): readonly Notice[] {
    return this.#summed.notices
  }

  /** How the profiles were read, for code that reads them again. */
  get runReading(): RunReading {
    const { layout } = this.#summed
    assert(layout !== null, 'no profile was read')
    return { layout, options: this.#reading, shift: this.#options.shift, lastIsOpen: this.symbols.lastIsOpen }
  }

  /**
   * Yields the profiles to read.
   * @throws ProblemError the first problem, if no profile could be read
   */
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

  /** Ends early if a better order was found. */
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

  /**
   * Reads a profile in the program's layout. A file that is damaged in it but whole in another
   * layout comes from another program, which is what is reported.
   */
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

  /** Adds a profile to the sum, and describes its contents at its file. */
  accept(profile: RawProfile, { candidate, moreFollow }: ProfileTurn): void {
    const { source, file } = candidate
    const { sum, runs, notices } = this.#summed
    if (profile.counters) notices.push({ code: 'counter-width', file: source.name, ...profile.counters })
    // Damage of the text around a profile is the reason why the profile is cut.
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

  /** Skips a profile, unless another order makes it readable. */
  async refuse(error: unknown, { candidate }: ProfileTurn): Promise<void> {
    const problem = problemOf(error)
    candidate.file = { ...candidate.file, problem }
    if (problem.code === 'bug') throw error
    if (!this.#isOrderLookedFor && REFUSALS.includes(problem.code)) {
      this.#isOrderLookedFor = true
      // Profiles of several builds are rare, so this is loaded on demand.
      const { likelyFirst } = await import('./match-programs.ts')
      const own = this.names.executable && ownRange(this.names.executable.raw.symbols)
      const layout = (source: ByteSource): Promise<ByteLayout> => layoutOf(source, this.names)
      this.#order = await likelyFirst(this.#profiles, layout, this.#options.shift, own)
      if (this.#order) return
    }
    this.#summed.firstProblem ??= problem
    this.#summed.notices.push({ code: 'file-skipped', problem })
  }

  /**
   * Builds the profile, and looks up source files and static arcs as the options and scenario ask.
   */
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
    // Rarely used, so loaded on demand: the worker itself stays small.
    const { possible, profile } = this.scenario.staticArcs
      ? await (
          await import('./read-code.ts')
        ).withCode({ program: code, plain, histograms }, this.#onProgress)
      : { possible: null, profile: plain }
    return { plain, profile, possible, lines, sources, code }
  }
}

/** Returns the program's layout; without a program, the one that fits the profile best. */
async function layoutOf(source: ByteSource, { executable, listed }: Names): Promise<ByteLayout> {
  return executable ? executable.raw : guessTarget(source, listed?.list)
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

/**
 * Reads the names for these profiles. Throws as `readNames`; of several programs, each file then
 * says how well it fits.
 */
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
      // Several programs are rare, so the code that compares them is loaded on demand.
      const { dropUnusablePrograms } = await import('./match-programs.ts')
      const { matchPrograms } = await import('./match-programs.ts')
      const programs = candidates.filter(({ file }) => file.kind === 'executable')
      if ((await dropUnusablePrograms(programs)) || (await matchPrograms(programs, profiles, onProgress)))
        return readNamesFor(profiles, candidates, targetRules, onProgress)
    }
    throw error
  }
}
