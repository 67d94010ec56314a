// The policy of the page: reads what can be read, skips the rest with a notice.
import { type FileKey, fileKeysOf } from '../base/file-key.ts'
import type { RawProfile } from '../formats/format.ts'
import { guessTarget } from '../formats/gmon/guess-target.ts'
import { ReadBuffers, readProfile } from '../formats/gmon/read.ts'
import type { Notice, Problem, ProblemCode } from '../problems/problem.ts'
import { ownRange } from '../trust/program/own-range.ts'
import { withoutLoadBias } from '../profile/load-bias.ts'
import { ProfileSum } from '../profile/sum-profiles.ts'
import type { CallGraphProfile, SourceTable } from '../profile/call-graph-profile.ts'
import { CORRECTED, hasNarrowCounts, type TargetRules } from '../symbols/target-rules.ts'
import type { SymbolTable } from '../symbols/symbol-table.ts'
import { assert } from '../base/result.ts'
import type { ByteLayout } from '../bytes/byte-cursor.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import type { SourceLines } from '../formats/source-lines.ts'
import { type Candidate, describeProfile, type OnProgress, problemOf } from '../inputs/candidates.ts'
import type { ReadFile } from '../inputs/pair-programs.ts'
import type { OpenOptions, RunReading } from '../profile-view.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { buildProfile } from '../profile/build-profile.ts'
import type { PossibleArcs } from '../profile/possible-arcs.ts'
import { type AskedSources, locateFunctions } from './locate-functions.ts'
import { chooseSymbols, type Names, readNames, withoutSymbols } from './read-names.ts'
import type { RunNotices } from '../trust/runs/run-notices.ts'
import type { RunImbalance } from '../trust/runs/run-imbalance.ts'
import type { CommonPast } from '../trust/runs/forked-runs.ts'
import type { Policy, ProfileTurn } from './run-stages.ts'
import { CLOCKS_MS } from '../trust/doctor/check-samples.ts'

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
  /** By profile, its key among all files. */
  readonly #keys: ReadonlyMap<Candidate, FileKey>
  /** A better order for the profiles, once one was refused. */
  #order: readonly Candidate[] | null = null
  #isOrderLookedFor = false
  /** What forked runs share; null unless it is counted once. */
  #past: CommonPast<ByteSource> | null = null

  private constructor(
    { names, symbols, room }: { names: Names; symbols: SymbolTable; room: ReadBuffers },
    candidates: readonly Candidate[],
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
    this.#profiles = candidates.filter(({ file }) => file.kind === 'profile')
    const keys = fileKeysOf(candidates.map(({ file }) => file))
    this.#keys = new Map(candidates.flatMap((candidate, at) => (keys[at] ? [[candidate, keys[at]]] : [])))
    this.#options = options
    this.#reading = { anyCounterWidth: anyWidth, narrowCounts }
    this.#onProgress = onProgress
    this.#summed = this.#nothingYet(null)
  }

  /**
   * Reads the names of functions: from a program, a list, or the addresses in the profiles.
   *
   * @param candidates their `file` is replaced by a fuller description
   * @throws ProblemError if the files cannot be read; the result of `describeMissingInput` if profiles or
   *   names are missing
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
    return new LenientPolicy({ names, symbols, room }, candidates, options, onProgress)
  }

  /** The sum of the profiles accepted so far. */
  get sum(): ProfileSum {
    return this.#summed.sum
  }

  /** Notices about the profiles, including those that were skipped. */
  get notices(): readonly Notice[] {
    return this.#summed.notices
  }

  /** Which run has the most of each function; null for a single profile. */
  get imbalance(): RunImbalance | null {
    return this.#summed.runs?.imbalance() ?? null
  }

  /** How the profiles were read, for code that reads them again. Only after a profile was accepted. */
  get runReading(): RunReading {
    const { layout } = this.#summed
    assert(layout !== null, 'no profile was read')
    return {
      layout,
      options: this.#reading,
      shift: this.#options.shift,
      lastIsOpen: this.symbols.lastIsOpen,
      ...(this.#past && { forkedOnce: true }),
    }
  }

  /**
   * Yields the profiles to read, once or, if a better order was found, from the beginning again.
   *
   * @throws ProblemError the first problem, if no profile could be read
   */
  async *profiles(): AsyncGenerator<ProfileTurn> {
    const offered = this.#profiles.map(({ file }) => file)
    const Together =
      this.#profiles.length > 1 ? (await import('../trust/runs/run-notices.ts')).RunNotices : null
    this.#summed = this.#nothingYet(Together)
    if (Together && this.#options.forkedOnce) this.#past = await this.#findCommonPast()
    yield* this.#turns(this.#profiles)
    if (this.#order) {
      for (const [at, candidate] of this.#profiles.entries()) candidate.file = offered[at] ?? candidate.file
      this.#summed = this.#nothingYet(Together)
      yield* this.#turns(this.#order)
    }
    const { layout, firstProblem, runs, notices } = this.#summed
    if (!layout) throw new ProblemError(firstProblem ?? { code: 'input/nothing-given' })
    if (this.#past) notices.push(this.#past.notice)
    notices.push(...(runs?.notices() ?? []))
  }

  async #findCommonPast(): Promise<CommonPast<ByteSource> | null> {
    // Rarely used, so loaded on demand.
    const { CommonPast } = await import('../trust/runs/forked-runs.ts')
    const sources = this.#profiles.map(({ source }) => source)
    return CommonPast.find(sources, async (source) => {
      const layout = await layoutOf(source, this.names)
      return readOrNull(source, layout, this.#reading)
    })
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
    const runs = Together && new Together(this.symbols, sum.filters, program)
    return { sum, notices: [], runs, layout: null, firstProblem: null }
  }

  /**
   * Reads a profile in the program's layout, in link-time addresses and in shared memory. A file that is
   * damaged in it but whole in another layout comes from another program, which is what is reported.
   *
   * @throws ProblemError `gmon/…`, `bytes/…`
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
    const own = this.#past?.without(source, raw) ?? raw
    return withoutLoadBias(own, this.#options.shift)
  }

  /**
   * Adds a profile to the sum, and describes its contents at its file.
   *
   * @throws ProblemError for a damaged file without anything whole, and those of `ProfileSum.add`
   */
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
    runs?.add(profile, samples, this.#keys.get(candidate) ?? { name: source.name, nth: 1 })
    this.#summed.layout ??= this.#layout
    candidate.file = {
      ...file,
      detail: describeProfile(file.detail, profile, samples),
      ...(profile.histograms.length > 0 ? { samples } : {}),
      ...(cause ? { damage: cause } : {}),
    }
  }

  /**
   * Skips a profile with a notice, unless another order makes it readable.
   *
   * @throws the error, if it is a bug
   */
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
   *
   * @throws ProblemError `bytes/…` of the program's file
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

/** Whether the program was written after all profiles, by more than file systems round; false if unknown. */
export function isProgramNewer(program: ByteSource, profiles: readonly ByteSource[]): boolean {
  const last = Math.max(...profiles.map(({ modified }) => modified ?? Infinity))
  return program.modified !== undefined && program.modified > last + CLOCKS_MS
}

/** Reads a profile; null if it cannot be read, which is reported when its turn comes. */
async function readOrNull(
  source: ByteSource,
  layout: ByteLayout,
  options: RunReading['options'],
): Promise<RawProfile | null> {
  try {
    return await readProfile(source, layout, () => {}, { ...options, room: new ReadBuffers() })
  } catch (error) {
    if (problemOf(error).code === 'bug') throw error
    return null
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
