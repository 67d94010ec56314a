// The profile worker's service: the profile that is open with all that its files say, the page's questions
// about it, and buffers that move across.
import { transfer } from 'comlink'
import { analyzeProfile } from '../core/analysis/analyze-profile.ts'
import { EMPTY_SCENARIO, isEmptyScenario, type Scenario } from '../core/analysis/scenario/scenario.ts'
import { type Opened, openProfile, problemOf, type ProfileModel } from '../core/pipeline/open-profile.ts'
import { groupArcs } from '../core/profile/build-profile.ts'
import type { ArcGroups, CallGraphProfile } from '../core/profile/call-graph-profile.ts'
import { type Analysis, listProfile } from '../core/reports/listing/listing.ts'
import { sortFunctions, type SortTables, sortTablesOf } from '../core/reports/sort-functions.ts'
import type { NameOrder, RanksTogether } from '../core/reports/names/name-order.ts'
import type { Named } from '../core/reports/names/names.ts'
import { findInNames, SearchIndex } from '../core/reports/search.ts'
import { type AnalysisChange, changeOf } from '../core/reports/analysis-change.ts'
import type { StaticCalls } from './static-calls.ts'
import type {
  Answer,
  Arguments,
  ProfileView,
  ProfileWorker,
  ProgressOf,
  Question,
  ReadForWorker,
  SourcesAnswer,
} from '../api/contract.ts'
import type { SourceLines } from '../core/formats/source-lines.ts'
import { ProblemError, raise } from '../core/problems/problem-error.ts'
import type { Problem } from '../core/problems/problem.ts'
import type { PossibleArcs } from '../core/profile/possible-arcs.ts'
import { buffersIn, withCopies } from '../core/base/columns.ts'
import { orderOfStrings } from '../core/base/sorting.ts'
import { fail, type Result, succeed } from '../core/base/result.ts'
import { identifyOne, type OnProgress, rethrowBug } from '../core/inputs/identify-files.ts'
import { readSources } from '../core/pipeline/read-names.ts'
import { blobSource, blobSources } from './blob-source.ts'

// The profile that the worker has open: the contents of its files, and what is prepared for
// questions about it. Analyses it again for a scenario when a document needs the numbers. Built
// from files or, once these have changed, from the page's data.

// A scenario's numbers belong to the page: the worker transfers them and analyses the profile
// again when a document needs them. The groups of arcs are rebuilt by the first question that
// needs them. A profile opened later has a WorkerProfile of its own and closes this one, so no
// question mixes two profiles.

/**
 * Names to prepare for the search, and comparisons for sorting names, before other questions get
 * their turn.
 */
const PREPARED_NAMES = 2000
const COMPARISONS = 10_000
/** Milliseconds of ranking names together, before other questions get their turn. */
const RANK_SLICE_MS = 20

/**
 * Milliseconds between the answer and the preparation of names: the page first shows its rows, on
 * the same processors.
 */
const FIRST_ROWS_MS = 250

/** The contents of the files, without what can be derived from them quickly. */
type Said = Omit<ProfileModel, 'plain'> & { readonly plain: Omit<CallGraphProfile, keyof ArcGroups> }

/** The open profile, with what is prepared for questions. */
export class WorkerProfile {
  #said: Said
  /** Groups of `#said.plain`; null until they are needed. */
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
  #isClosed = false

  /** @param opened without a scenario */
  constructor({ analyzed, listing, plain, ...rest }: Opened) {
    const { arcsByParent: _byParent, arcsByChild: _byChild, ...tables } = plain
    this.#said = { ...rest, plain: tables }
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

  get model(): ProfileModel {
    const { plain } = this.#said
    this.#groups ??= groupArcs(plain.arcs, plain.functions.length)
    return { ...this.#said, plain: { ...plain, ...this.#groups } }
  }

  /** Sort keys of rows under the scenario on screen. */
  get sortTables(): SortTables {
    return this.#sortTables
  }

  /** Buffers that the worker still needs: answers contain copies of them. */
  get held(): readonly unknown[] {
    const { profile } = this.#shown ?? {}
    return [this.#said, this.#groups, this.#byName, profile, this.#measuredTables, this.#sortTables]
  }

  /** Keeps sources or static calls that were found later. */
  add({ sources, possible }: Partial<Pick<CallGraphProfile, 'sources'> & Pick<Opened, 'possible'>>): void {
    const { plain } = this.#said
    if (sources !== undefined) this.#said = { ...this.#said, plain: { ...plain, sources } }
    if (possible !== undefined) this.#said = { ...this.#said, possible }
  }

  /**
   * Returns the plain profile for a scenario, with static arcs if it has them and they can be
   * found.
   */
  async plainFor({ staticArcs }: Scenario): Promise<CallGraphProfile> {
    const withCode = staticArcs ? await (await this.code()).profile(this.model) : null
    return withCode ?? this.model.plain
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
    const { printed } = this.#said
    return printed ? printed.measured : this.#analyze(this.model.plain, EMPTY_SCENARIO)
  }

  /** Returns the profile under the scenario on screen. */
  opened(): Opened {
    const { sources } = this.#said.plain
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
    this.#order ??= import('../core/reports/names/name-order.ts').then(
      ({ NameOrder: Made }) => new Made(this.#said.plain.functions, this.#search.names),
    )
    return this.#order
  }

  /**
   * Ranks names of another profile together with these; null if aborted or if another profile was
   * opened.
   */
  async rankNames(others: Named, signal: AbortSignal): Promise<RanksTogether | null> {
    const { rankTogether } = await import('../core/reports/names/name-order.ts')
    const steps = rankTogether(this.#said.plain.functions, (await this.order()).ranks(), others)
    let since = performance.now()
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return step.value
      if (this.#isClosed || signal.aborted) return null
      if (performance.now() - since < RANK_SLICE_MS) continue
      await new Promise((resolve) => setTimeout(resolve))
      since = performance.now()
    }
  }

  async code(): Promise<StaticCalls> {
    // Rarely used code is loaded on demand, so that the worker stays small.
    const { StaticCalls: Made } = await import('./static-calls.ts')
    return (this.#code ??= new Made())
  }

  /**
   * Prepares names for the search, and their order, in slices, so that other questions do not
   * wait.
   */
  #prepareNames(names: NameOrder): void {
    if (this.#isClosed) return
    if (this.#search.prepare(PREPARED_NAMES) || names.prepare(COMPARISONS))
      setTimeout(() => this.#prepareNames(names))
  }
}

// Replacement of a worker that was ended, from the page's data, once the files have changed. The
// page never had the histogram's bins, the program's code and lines, and the text of a listing:
// questions about those fail.

/**
 * Makes the profile of a replacement worker.
 *
 * @param shown as measured
 * @param why why the files cannot be read again
 */
export function resume(shown: ProfileView, possible: PossibleArcs | null, why: Problem): WorkerProfile {
  const gone = (): never => raise(why)
  const { analyzed, listing, listed = null } = shown
  return new WorkerProfile({
    ...shown,
    plain: analyzed.profile,
    possible,
    saved: { scenario: EMPTY_SCENARIO, view: '', hasPossible: possible !== null, hasLines: false },
    // Source positions are known; lines are not.
    lines: analyzed.profile.sources && linesGone(why),
    program: null,
    listed,
    printed: listed && { raw: gone, measured: { analyzed, listing } },
    // A listing never has one.
    sum: listed ? () => raise({ code: 'listing/no-samples', what: 'gmon.sum' }) : gone,
  })
}

function linesGone(why: Problem): SourceLines {
  const gone = async (): Promise<never> => raise(why)
  return { locate: gone, runs: gone, runsOf: gone, notices: () => [] }
}

// The profile worker's service: opens a profile, answers the page's questions about it, and
// transfers buffers.

/**
 * Lines of entries are sorted when they are viewed; functions are found by the order of their
 * names.
 */
const FOR_PAGE = {
  listing: { lines: 'long', keepsNameOrder: true },
} as const

/** Context of a question for its handler. */
interface Asked<K extends Question> {
  readonly signal: AbortSignal
  readonly onProgress: (progress: ProgressOf<K>) => void
  /** Null if the worker may read the question's files itself. */
  readonly read: ReadForWorker | null
}

type Handlers = {
  readonly [K in Question]: (asked: Asked<K>, ...args: Arguments<K>) => Answer<K> | Promise<Answer<K>>
}

/** Changed by `open` only: null while it works, then the profile it opened. */
let current: WorkerProfile | null = null
/** Counts the profiles that were asked for: an older one may take longer than the newest. */
let profiles = 0

/** Transfers an answer's buffers to the page, except those in `held`, which the worker keeps. */
function handOver<T>(value: T, held: readonly unknown[] = []): T {
  // Copied here, or the page would have to copy.
  const copied = withCopies(value, held)
  return transfer(copied, [...buffersIn(copied)])
}

/** Returns an answer about the open profile, or the problem. */
async function answer<T>(find: (profile: WorkerProfile) => Promise<T>): Promise<Result<T, Problem>> {
  if (!current) return fail({ code: 'input/nothing-given' })
  const profile = current
  try {
    return handOver(succeed(await find(profile)), profile.held)
  } catch (error) {
    return fail(problemOf(error))
  }
}

/**
 * Returns the source positions of functions: known ones, or those in the debugging information,
 * which are then kept.
 */
async function lookUpSources(
  profile: WorkerProfile,
  onFraction: (part: number) => void = () => {},
): Promise<SourcesAnswer> {
  const { lines, plain } = profile.model
  if (!lines) return { sources: plain.sources, notices: [] }
  const sources =
    plain.sources ?? (await readSources(lines, plain, 'used', ({ done, total }) => onFraction(done / total)))
  profile.add({ sources })
  return { sources, notices: lines.notices() }
}

/**
 * For questions that can do without: a missing program costs a document its lines and nothing
 * else.
 */
async function tryToLookUpSources(profile: WorkerProfile): Promise<void> {
  await lookUpSources(profile).catch(rethrowBug)
}

/** Returns an answer about lines, or the problem. */
async function answerLines<T>(find: (model: ProfileModel) => Promise<T>): Promise<Result<T, Problem>> {
  if (!current) return fail({ code: 'input/nothing-given' })
  try {
    return succeed(await find(current.model))
  } catch (error) {
    return fail(problemOf(error))
  }
}

/** Returns a function that reports progress, 0–1, now and then, and returns whether to continue. */
function followed({ signal, onProgress }: Asked<Exclude<Question, 'open'>>): (part: number) => boolean {
  const report = throttledPart((done) => onProgress({ done, total: 1 }))
  return (part) => {
    report(part)
    return !signal.aborted
  }
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new ProblemError({ code: 'host/cancelled' })
}

const handlers: Handlers = {
  async open({ onProgress, read }, files, options) {
    const turn = ++profiles
    current?.close()
    current = null
    const result = await openProfile(
      blobSources(files, read),
      { ...options, ...FOR_PAGE },
      throttled(onProgress),
    )
    if (!result.ok) return result
    const opened = result.value
    const {
      name,
      files: offered,
      analyzed,
      listing,
      notices,
      sourcesLater,
      saved,
      reading,
      imbalance,
      listed,
    } = opened
    const { functions } = analyzed.profile
    if (turn !== profiles) return failed('open', { code: 'host/cancelled' })
    const profile = new WorkerProfile(opened)
    current = profile
    const { byName = orderOfStrings(functions.names) } = listing
    const forPage = {
      name,
      files: offered,
      analyzed,
      listing: { ...listing, byName },
      notices,
      ...(sourcesLater && { sourcesLater }),
      ...(saved && { saved }),
      ...(reading && { reading }),
      ...(imbalance && { imbalance }),
      listed,
    }
    return handOver(succeed(forPage), profile.held)
  },
  async resume(_, shown, possible, why) {
    profiles++
    current?.close()
    current = resume(shown, possible, why)
    return succeed(null)
  },
  analyze({ signal }, scenario) {
    return answer(async (profile) => {
      const plain = await profile.plainFor(scenario)
      throwIfAborted(signal)
      return profile.show(scenario, plain)
    })
  },
  cutPayers({ signal }, scenario, sets, limit) {
    return answer(async (profile) => {
      const { comparePayers } = await import('./compare-payers.ts')
      const plain = await profile.plainFor(scenario)
      return comparePayers(plain, scenario, sets, limit, () => throwIfAborted(signal))
    })
  },
  sources(asked) {
    const report = followed(asked)
    return answer((profile) =>
      lookUpSources(profile, (part) => {
        report(part)
        throwIfAborted(asked.signal)
      }),
    )
  },
  possibleCalls({ signal, onProgress }) {
    return answer(async (profile) => {
      const code = await profile.code()
      signal.addEventListener('abort', () => code.stop())
      const possible = await code.possible(profile.model, (done, total) => onProgress({ done, total }))
      // A saved profile includes them, too.
      profile.add({ possible })
      return possible
    })
  },
  async inEachRun(asked, files, f) {
    const { plain, reading } = current?.model ?? {}
    if (!plain || !reading) return fail({ code: 'input/nothing-given' })
    const { readEachRun } = await import('../core/pipeline/read-each-run.ts')
    return succeed(
      await readEachRun(blobSources(files, asked.read), plain.functions, f, reading, followed(asked)),
    )
  },
  functionLines(asked, files, f) {
    return answerLines(async (model) => {
      const { functionLines } = await import('./source-lines.ts')
      return functionLines(model, blobSources(files, asked.read), f, followed(asked))
    })
  },
  hotLines(asked) {
    return answerLines(async (model) => {
      const { linesOfSampled } = await import('./source-lines.ts')
      return linesOfSampled(model, followed(asked))
    })
  },
  async sourceText({ read }, file, ranges) {
    const { readSourceText } = await import('../core/profile/lines/read-source-text.ts')
    return succeed(await readSourceText(blobSource(file, read), ranges))
  },
  write({ read }, document, files) {
    return answer(async (profile) => {
      const { writeDocument, showsSources, linesFor } = await import('./write-document.ts')
      if (showsSources(document)) await tryToLookUpSources(profile)
      const { model } = profile
      const possible = document === 'static-arcs.gmon' ? await (await profile.code()).possible(model) : null
      const lines = files && (await linesFor(model, document, blobSources(files, read)))
      return writeDocument(profile.opened(), document, { possible, lines })
    })
  },
  share(asked, request, files) {
    return answer(async (profile) => {
      const { shareOpened, linesToShare } = await import('./write-document.ts')
      if (!request.choice.withoutSources) await tryToLookUpSources(profile)
      const { model } = profile
      const lines = await linesToShare(model, request, blobSources(files, asked.read), followed(asked))
      // A scenario with static arcs needs them when it is opened.
      const possible = request.scenario.staticArcs ? await (await profile.code()).possible(model) : null
      return shareOpened({ ...model, possible: possible ?? model.possible }, request, lines)
    })
  },
  async identify({ read }, file) {
    return succeed(await identifyOne(blobSource(file, read)))
  },
  compare(asked, file) {
    return answer(async (profile) => {
      const { verifyListing } = await import('../core/verify-listing/verify-listing.ts')
      return verifyListing(blobSource(file, asked.read), profile.measured(), followed(asked))
    })
  },
  async sort(_, wanted) {
    if (!current) return succeed(new Uint32Array(0))
    const profile = current
    const ranks = wanted.column === 'name' ? (await profile.order()).ranks() : undefined
    return handOver(succeed(sortFunctions(profile.sortTables, wanted, ranks)))
  },
  search(_, query) {
    if (!current) return succeed({ ok: true, matches: new Uint32Array(0), ranks: new Uint8Array(0), left: 0 })
    return handOver(succeed(current.search(query)))
  },
  findInNames(_, query, names) {
    return succeed(findInNames(query, names))
  },
  async rankNames({ signal }, others) {
    if (!current) return fail({ code: 'input/nothing-given' })
    const ranks = await current.rankNames(others, signal)
    return ranks ? handOver(succeed(ranks)) : fail({ code: 'host/cancelled' })
  },
}

/** Open questions by number. */
const underWay = new Map<number, AbortController>()

/** The service, as exposed to the page. */
export const service: ProfileWorker = {
  async ask(id, question, args, onProgress, read) {
    const controller = new AbortController()
    const { signal } = controller
    underWay.set(id, controller)
    const report = (progress: ProgressOf<typeof question>) => onProgress?.(progress)
    try {
      const found = await handlers[question]({ signal, onProgress: report, read }, ...args)
      return signal.aborted ? failed(question, { code: 'host/cancelled' }) : found
    } catch (error) {
      return failed(question, problemOf(error))
    } finally {
      underWay.delete(id)
    }
  },
  abort(id) {
    underWay.get(id)?.abort()
  },
}

function failed<K extends Question>(question: K, problem: Problem): Answer<K> {
  return { ok: false, problem: question === 'open' ? { problem, files: [] } : problem } as Answer<K>
}

// Limits the rate of progress reports to what people can see, because the page draws them in its
// own thread.

/** Milliseconds between two reports of one stage. */
const PAUSE = 100

/**
 * Returns a callback that passes on the first report of each stage, and then at most one per
 * interval.
 */
export function throttled(onProgress: OnProgress, now: () => number = () => performance.now()): OnProgress {
  let stage = ''
  let reportedAt = 0
  return (step) => {
    const at = now()
    if (step.stage === stage && at - reportedAt < PAUSE) return
    stage = step.stage
    reportedAt = at
    onProgress(step)
  }
}

/** Does the same for work of one stage that reports its share done, 0–1. */
function throttledPart(onFraction: (part: number) => void): (part: number) => void {
  let reportedAt = 0
  return (part) => {
    const at = performance.now()
    if (at - reportedAt < PAUSE) return
    reportedAt = at
    onFraction(part)
  }
}
