// The profile that the worker has open: the contents of its files, with what is prepared for questions
// about it.
//
// Built from files or, once these have changed, from the page’s data. A scenario’s numbers belong to the
// page: the worker transfers them and analyses the profile again when a document needs them. The groups
// of arcs are rebuilt by the first question that needs them. A profile opened later has a WorkerProfile
// of its own and closes this one, so no question mixes two profiles.
import { analyzeProfile } from '../core/analysis/analyze-profile.ts'
import { EMPTY_SCENARIO, isEmptyScenario, type Scenario } from '../core/analysis/scenario/scenario.ts'
import type { Contents, Opened } from '../core/pipeline/opened.ts'
import type { ProfileFacts } from '../core/profile-view.ts'
import { groupArcs } from '../core/profile/build-profile.ts'
import type { ArcGroups, CallGraphProfile } from '../core/profile/call-graph-profile.ts'
import { type Analysis, listProfile } from '../core/reports/listing/listing.ts'
import { type SortTables, sortTablesOf } from '../core/reports/sort-functions.ts'
import { raise } from '../core/problems/problem-error.ts'
import type { NameOrder } from '../core/names/name-order.ts'
import type { RanksTogether } from '../core/names/rank-together.ts'
import type { Named } from '../core/names/names.ts'
import { SearchIndex } from '../core/reports/search/search-names.ts'
import { type AnalysisChange, changeOf } from '../core/reports/analysis-change.ts'
import type { ByteSource } from '../core/bytes/byte-source.ts'
import type { AllLines } from '../core/profile/lines/all-lines.ts'
import { Yielder } from '../core/base/yielder.ts'
import type { StaticCalls } from './static-calls.ts'

/**
 * Names to prepare for the search, and comparisons for sorting names, before other questions get
 * their turn.
 */
const PREPARED_NAMES = 2000
const COMPARISONS = 10_000

/**
 * Milliseconds between the answer and the preparation of names: the page first shows its rows, on
 * the same processors.
 */
const FIRST_ROWS_MS = 250

/** The open profile, with what is prepared for questions. */
export class WorkerProfile {
  readonly #facts: ProfileFacts
  #contents: Omit<Contents, 'plain'>
  /** The profile as measured, without the groups of its arcs. */
  #plain: Omit<CallGraphProfile, keyof ArcGroups>
  /** Groups of `#plain`; null until they are needed. */
  #groups: ArcGroups | null = null
  /** Order of raw names, which no scenario changes. */
  readonly #byName: Uint32Array<ArrayBuffer> | null
  /** The scenario on screen and its profile; null without one. */
  #shown: { readonly scenario: Scenario; readonly profile: CallGraphProfile } | null = null
  readonly #measuredTables: SortTables
  #sortTables: SortTables
  readonly #search: SearchIndex
  /** Order of readable names, from its first use on. */
  #order: Promise<NameOrder> | null = null
  /** Static calls, from their first use on. */
  #code: StaticCalls | null = null
  /** Lines of all functions: read once, because a link and a file are made at the same time. */
  #lines: Promise<AllLines | null> | null = null
  #isClosed = false

  /** @param opened without a scenario */
  constructor({ analyzed, listing, contents: { plain, ...contents }, ...facts }: Opened) {
    const { arcsByParent: _byParent, arcsByChild: _byChild, ...tables } = plain
    this.#facts = facts
    this.#contents = contents
    this.#plain = tables
    this.#byName = listing.byName ?? null
    this.#measuredTables = this.#sortTables = sortTablesOf(analyzed, listing)
    this.#search = new SearchIndex(plain.functions, listing.flat.printed)
    setTimeout(() => {
      if (this.#isClosed) return
      this.order().then(
        (names) => this.#prepareNames(names),
        () => {},
      )
    }, FIRST_ROWS_MS)
  }

  /** Stops preparing, because another profile is opened. */
  close(): void {
    this.#isClosed = true
  }

  get contents(): Contents {
    this.#groups ??= groupArcs(this.#plain.arcs, this.#plain.functions.length)
    return { ...this.#contents, plain: { ...this.#plain, ...this.#groups } }
  }

  /** The profile without an analysis. */
  get model(): ProfileFacts & Pick<Opened, 'contents'> {
    return { ...this.#facts, contents: this.contents }
  }

  /** Sort keys of rows under the scenario on screen. */
  get sortTables(): SortTables {
    return this.#sortTables
  }

  /** Buffers that the worker still needs: answers contain copies of them. */
  get held(): readonly unknown[] {
    const { profile } = this.#shown ?? {}
    return [
      this.#facts,
      this.#contents,
      this.#plain,
      this.#groups,
      this.#byName,
      profile,
      this.#measuredTables,
      this.#sortTables,
    ]
  }

  /** Keeps sources or static calls that were found later. */
  add({ sources, possible }: Partial<Pick<CallGraphProfile, 'sources'> & Pick<Contents, 'possible'>>): void {
    if (sources !== undefined) this.#plain = { ...this.#plain, sources }
    if (possible !== undefined) this.#contents = { ...this.#contents, possible }
  }

  /**
   * Returns the plain profile for a scenario, with static arcs if it has them and they can be
   * found.
   */
  async plainFor({ staticArcs }: Scenario): Promise<CallGraphProfile> {
    const withCode = staticArcs ? await (await this.code()).profile(this.contents) : null
    return withCode ?? this.contents.plain
  }

  /**
   * Analyses another scenario, which is on screen from now on, and returns what changes. @param
   * profile result of `plainFor`
   */
  show(scenario: Scenario, profile: CallGraphProfile): AnalysisChange {
    if (isEmptyScenario(scenario)) {
      this.#shown = null
      this.#sortTables = this.#measuredTables
      return null
    }
    const analysis = this.#analyze(profile, scenario)
    this.#shown = { scenario, profile }
    this.#sortTables = sortTablesOf(analysis.analyzed, analysis.listing)
    return changeOf(analysis)
  }

  /** Returns the analysis without a scenario. */
  measured(): Analysis {
    const { printed } = this.#contents
    return printed ? printed.measured : this.#analyze(this.contents.plain, EMPTY_SCENARIO)
  }

  /** Returns the profile under the scenario on screen. */
  opened(): Opened {
    const { sources } = this.#plain
    const { analyzed, listing } = this.#shown
      ? this.#analyze(this.#shown.profile, this.#shown.scenario)
      : this.measured()
    return {
      ...this.model,
      analyzed: { ...analyzed, profile: { ...analyzed.profile, sources } },
      listing,
    }
  }

  #analyze(profile: CallGraphProfile, scenario: Scenario): Analysis {
    const analyzed = analyzeProfile(profile, scenario)
    const byName = this.#byName
    return { analyzed, listing: listProfile(analyzed, { lines: 'long', ...(byName && { byName }) }) }
  }

  search(query: string): ReturnType<SearchIndex['search']> {
    // If nothing is prepared yet, a first slice must be.
    this.#search.prepare(PREPARED_NAMES)
    return this.#search.search(query)
  }

  order(): Promise<NameOrder> {
    this.#order ??= import('../core/names/name-order.ts').then(
      ({ NameOrder: Made }) => new Made(this.#plain.functions, this.#search.names),
    )
    return this.#order
  }

  /**
   * Ranks names of another profile together with these.
   *
   * @param check throws if the question is aborted
   * @throws what `check` throws, and `host/cancelled` if another profile was opened
   */
  async rankNames(others: Named, check: () => void): Promise<RanksTogether> {
    const { rankTogether } = await import('../core/names/rank-together.ts')
    const work = new Yielder(() => {
      check()
      if (this.#isClosed) raise({ code: 'host/cancelled' })
    })
    const steps = rankTogether(this.#plain.functions, (await this.order()).ranks(), others)
    for (;;) {
      const { done, value } = steps.next()
      if (done) return value
      await work.report(0)
    }
  }

  /**
   * Returns the lines of all functions, for saving; null if they are unknown.
   *
   * @param sources the profiles, read for calls
   */
  async allLines(sources: readonly ByteSource[], goOn: (part: number) => boolean): Promise<AllLines | null> {
    const { allKnownLines } = await import('./source-lines.ts')
    return (this.#lines ??= allKnownLines(this.model, sources, goOn))
  }

  async code(): Promise<StaticCalls> {
    // Rarely used code is loaded on demand, so that the worker stays small.
    const { StaticCalls: Made } = await import('./static-calls.ts')
    return (this.#code ??= new Made())
  }

  /** Prepares names for the search, and their order; other questions get their turn between. */
  async #prepareNames(names: NameOrder): Promise<void> {
    const work = new Yielder(() => {})
    while (!this.#isClosed && (this.#search.prepare(PREPARED_NAMES) || names.prepare(COMPARISONS)))
      await work.report(0)
  }
}
