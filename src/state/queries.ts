// Questions to the worker that follow from the state: the analysis under the scenario, the matches of the
// search, sorted rows, and source positions.
import type {
  Analysis,
  AnalysisChange,
  ProfileView,
  Progress,
  SortOrder,
  StageProgress,
} from '../../workers/api/contract.ts'
import type { Notice, Problem } from '../../workers/core/problems/problem.ts'
import { isExpression } from '../../workers/core/reports/search.ts'
import { isCycleQuery, withMembers } from '../../workers/core/reports/cycle-query.ts'
import {
  abort,
  askQuickly,
  askWorker,
  beginRequest,
  type Connection,
  failed,
  IDLE,
  isWorkerBusy,
  load,
  loading,
  PROGRESS_DELAY_MS,
  ready,
  settled,
  valueOf,
} from './requests.ts'
import {
  dispatch,
  historyAfter,
  isSameScenario,
  navigate,
  NO_HISTORY,
  openedIn,
  type ParamsCodec,
  readParams,
  reduceSession,
  type Session,
  settledIn,
  setUi,
  setViewParams,
  type State,
  type UiState,
  useStore,
} from './store.ts'
import {
  type ArcName,
  cutAlso,
  EMPTY_SCENARIO,
  isEmptyScenario,
  type NameList,
  restoreArcs,
  type Scenario,
  withFactor,
} from '../../workers/core/analysis/scenario/scenario.ts'
import { applyChange, mapEntries } from '../../workers/core/reports/analysis-change.ts'

// Keeps the worker's answers in step with the link: the search's matches and the sorted rows.
// Ignores results of superseded requests.

/**
 * Requests matches and sorted rows whenever the link's query or order changes. Returns the
 * subscriber.
 * @param interrupt ends the worker's current work and starts it again in another worker
 */
export function followQueries(interrupt: () => void): (state: State) => void {
  endSearch = interrupt
  let opened: ProfileView | null = null
  let query = ''
  let sort: SortOrder | null = null
  return (state) => {
    const nowOpened = openedIn(state.session)
    const isNew = nowOpened !== opened
    // Another scenario changes the order of rows, but not the names.
    const isOther = nowOpened?.files !== opened?.files
    if (isOther) stopped = null
    opened = nowOpened
    if (isOther || state.shared.query !== query || (isNew && isCycleQuery(query))) {
      query = state.shared.query
      if (opened) void askSearch(query)
    }
    if (isNew || !isSameOrder(state.shared.sort, sort)) {
      sort = state.shared.sort
      if (opened) void askSort(sort)
    }
  }
}

/** Repeats the pending requests with another worker after the previous one ended. */
export function requestQueriesAgain(): void {
  const { query, sort } = useStore.getState().shared
  void askSearch(query)
  void askSort(sort)
}

/**
 * Delay before a search that did not cover all names is repeated. It grows, because every answer is
 * drawn.
 */
const AGAIN_MS = 50
const AGAIN_AT_MOST_MS = 200

/**
 * Age at which a superseded search counts as stuck. Plain searches, and most expressions, take no
 * time.
 */
const STUCK_MS = 2000

/**
 * Milliseconds after which an expression is stopped. A search answers after each slice of names, which plain
 * searches and most expressions do at once.
 */
const STOP_MS = 10_000
/** The expression that was stopped, which is not tried again on the same names. */
let stopped: string | null = null

/** The search that the worker is running, as far as is known; null once it has answered. */
let unanswered: { readonly since: number } | null = null
let endSearch = () => {}

/** Ends a stuck search when another query is made, which would otherwise wait for it. */
function overtake(): void {
  const older = unanswered
  if (!older) return
  const left = older.since + STUCK_MS - performance.now()
  setTimeout(
    () => {
      if (unanswered !== older) return
      unanswered = null
      endSearch()
    },
    Math.max(0, left),
  )
}

async function askSearch(query: string): Promise<void> {
  // The worker's search cannot be interrupted, so it does not see the abort.
  const signal = beginRequest('search')
  overtake()
  if (query.trim() === '') {
    setUi({ found: IDLE })
    return
  }
  if (query === stopped) {
    setUi({ found: ready({ ok: false, message: 'Stopped after 10 s: this expression takes too long' }) })
    return
  }
  setUi({ found: loading(null, valueOf(useStore.getState().ui.found)) })
  let wait = AGAIN_MS
  for (let isLeft = true; isLeft;) {
    const answer = await trackSearch(query, askQuickly('search', [query]))
    if (signal.aborted) return
    if (!answer.ok) return failQuestion(answer.problem)
    const found = withMembers(openedIn(useStore.getState().session)?.analyzed, query, answer.value)
    isLeft = found.ok && found.left > 0
    setUi({ found: isLeft ? loading(null, found) : ready(found) })
    // The worker prepares the remaining names meanwhile.
    if (isLeft) await new Promise((resolve) => setTimeout(resolve, wait))
    wait = Math.min(2 * wait, AGAIN_AT_MOST_MS)
    if (signal.aborted) return
  }
}

/**
 * Tracks how long a search has been running, and returns its answer. If the worker was busy with
 * something else, the time says nothing.
 */
export async function trackSearch<T>(query: string, answer: T): Promise<Awaited<T>> {
  if (unanswered || isWorkerBusy() || !isExpression(query)) return await answer
  const search = { since: performance.now() }
  unanswered = search
  const limit = setTimeout(() => {
    if (unanswered !== search) return
    unanswered = null
    stopped = query
    endSearch()
  }, STOP_MS)
  try {
    return await answer
  } finally {
    clearTimeout(limit)
    if (unanswered === search) unanswered = null
  }
}

async function askSort(order: SortOrder | null): Promise<void> {
  const signal = beginRequest('sorting')
  if (!order) {
    setUi({ sorted: IDLE })
    return
  }
  setUi({ sorted: loading(null, valueOf(useStore.getState().ui.sorted)) })
  const answer = await askQuickly('sort', [order], { signal })
  if (signal.aborted) return
  if (answer.ok) setUi({ sorted: ready(answer.value) })
  else failQuestion(answer.problem)
}

/** Reports in place of the profile that the worker cannot answer. */
export function failQuestion(problem: Problem): void {
  // The interrupting code has sent the request to another worker.
  if (problem.code === 'host/cancelled') return
  const { session, ui } = useStore.getState()
  setUi({ found: settled(ui.found), sorted: settled(ui.sorted) })
  // Other files are being opened, which this failure must not end.
  if (session === settledIn(session)) dispatch({ type: 'failQuestion', problem })
}

function isSameOrder(a: SortOrder | null, b: SortOrder | null): boolean {
  return a === b || (a?.column === b?.column && a?.direction === b?.direction)
}

// Source positions of functions, requested after a very large program is on screen; source files
// that were added later; and late notices.

/**
 * Whether line numbers are available: the program was opened here and has debugging information, or
 * the saved profile includes them.
 */
export function hasLines({ analyzed, sourcesLater, saved, reading }: ProfileView): boolean {
  if (saved) return saved.hasLines
  return reading !== undefined && (analyzed.profile.sources !== null || !!sourcesLater)
}

/** Adds source files to those of the program on screen. */
export function addSourceFiles(files: readonly File[]): void {
  const { sourceFiles } = useStore.getState().ui
  setUi({ sourceFiles: [...sourceFiles, ...files] })
}

/**
 * Adds notices that were found after the profile was shown, each once. `of`: the files of the
 * profile that they are about.
 */
export function addNotices(of: ProfileView['files'], notices: readonly Notice[]): void {
  const { session } = useStore.getState()
  if (session.phase !== 'ready' || session.opened.files !== of) return
  const known = new Set(session.opened.notices.map((notice) => JSON.stringify(notice)))
  const late = notices.filter((notice) => !known.has(JSON.stringify(notice)))
  if (late.length === 0) return
  const opened = { ...session.opened, notices: [...session.opened.notices, ...late] }
  dispatch({ type: 'update', opened })
}

// Requests source positions once a very large program is on screen. The answer is stored beside the
// profile, so that only its users redraw.

/** Requests source positions for a profile that was opened without them. Returns the subscriber. */
export function followSources(): (state: State) => void {
  let files: ProfileView['files'] | null = null
  return ({ session, ui }) => {
    const opened = openedIn(session)
    if ((opened?.files ?? null) === files) return
    files = opened?.files ?? null
    abort('sources')
    if (ui.lateSources.phase !== 'idle') setUi({ lateSources: IDLE })
    if (opened?.sourcesLater) void lookForSources(opened)
  }
}

/**
 * Requests source positions. They are optional: a failure becomes a notice, and no position is
 * shown.
 */
export async function lookForSources({ files }: Pick<ProfileView, 'files'>): Promise<void> {
  const answer = await load('sources', 'sources', [], (told) => {
    if (told.phase === 'ready') setUi({ lateSources: ready(told.value.sources) })
    else if (told.phase === 'failed') setUi({ lateSources: ready(null) })
    else if (told.phase === 'loading') setUi({ lateSources: { ...told, before: null } })
  })
  if (!answer) return
  // The worker was ended for another reason, and the next one has the same files.
  if (!answer.ok && answer.problem.code === 'host/cancelled') return lookForSources({ files })
  const notices: readonly Notice[] = answer.ok
    ? answer.value.notices
    : [{ code: 'sources-left-out', problem: answer.problem }]
  addNotices(files, notices)
}

/** Cancels the search for source positions until it is requested again. */
export function stopSources(): void {
  abort('sources')
  setUi({ lateSources: failed({ code: 'host/cancelled' }) })
}

// Scenarios: changes the scenario in the link, has the worker analyze under it, and shows the
// numbers. Static calls are loaded when a scenario or the details first need them.

const currentScenario = (): Scenario => useStore.getState().shared.scenario

/** Sets the scenario in the link, unless it is the current one. */
export function changeScenario(scenario: Scenario): void {
  if (!isSameScenario(scenario, currentScenario())) navigate({ scenario }, 'push')
}

/** Removes arcs from the analysis. */
export function cut(arcs: readonly ArcName[]): void {
  changeScenario(cutAlso(currentScenario(), arcs))
}

/** Restores removed arcs. */
export function restore(arcs: readonly ArcName[]): void {
  changeScenario(restoreArcs(currentScenario(), arcs))
}

/** Restores all removed arcs. */
export function restoreAll(): void {
  changeScenario({ ...currentScenario(), cutArcs: [] })
}

/** Adds a function's name to one of the scenario's lists, or removes it. */
export function toggleName(list: NameList, name: string): void {
  const names = currentScenario()[list]
  const without = names.filter((other) => other !== name)
  changeScenario({ ...currentScenario(), [list]: without.length < names.length ? without : [...names, name] })
}

/** Divides the self time of a function by a factor; 1 takes the factor back. */
export function setFactor(name: string, factor: number): void {
  changeScenario(withFactor(currentScenario(), name, factor))
}

/** Includes static calls in the analysis, or excludes them. */
export function toggleStaticArcs(): void {
  changeScenario({ ...currentScenario(), staticArcs: !currentScenario().staticArcs })
}

/** Folds the C++ standard library into its callers, or unfolds it. */
export function toggleFoldStd(): void {
  changeScenario({ ...currentScenario(), foldStd: !currentScenario().foldStd })
}

/** Clears the scenario. */
export function clearScenario(): void {
  changeScenario(EMPTY_SCENARIO)
}

/** Returns to the previous scenario in the history, if there is one. */
export function undo(): void {
  const before = useStore.getState().ui.history.past.at(-1)
  if (before) navigate({ scenario: before }, 'push')
}

/** Goes to the next scenario in the history, if there is one. */
export function redo(): void {
  const next = useStore.getState().ui.history.future.at(-1)
  if (next) navigate({ scenario: next }, 'push')
}

/**
 * Returns the analysis without a scenario: the profile's own, or the one kept beside the numbers
 * under a scenario.
 */
export function asMeasured(opened: ProfileView): Analysis {
  return opened.asMeasured ?? opened
}

// Keeps the numbers in step with the link's scenario: requests an analysis, and replaces the
// numbers on screen. A newer request aborts the older one; unfolded entries and the selection stay.

/**
 * Requests an analysis whenever the numbers on screen are for another scenario than the link's.
 * Returns the subscriber.
 */
export function followScenario(): (state: State) => void {
  let { scenario } = useStore.getState().shared
  return (state) => {
    // That change calls this subscriber again.
    if (state.session.phase === 'ready' && dropUnsupportedStaticArcs(state.session.opened)) return
    const before = scenario
    scenario = state.shared.scenario
    const { breakAt } = state.ui
    if (!isSameScenario(before, scenario) && breakAt?.isMoving !== true) {
      const history = historyAfter(state.ui.history, before, scenario)
      setUi({ history, breakAt: breakAt && { ...breakAt, move: null } })
    }
    const { session, ui } = state
    if (session.phase !== 'ready') {
      if (!openedIn(session) && ui.history !== NO_HISTORY) setUi({ history: NO_HISTORY })
      return
    }
    const { analyzing } = ui
    const { analyzed, files } = session.opened
    if (analyzing && isSameScenario(analyzing.scenario, scenario) && analyzing.files === files) return
    if (analyzing || !isSameScenario(analyzed.scenario, scenario)) void ask(session.opened, scenario)
  }
}

async function ask({ files }: ProfileView, scenario: Scenario): Promise<void> {
  const signal = beginRequest('analysis')
  const tellSlow = () => {
    if (!signal.aborted) setUi({ analyzing: { scenario, files, isSlow: true } })
  }
  setUi({ analyzing: { scenario, files, isSlow: false } })
  const slow = setTimeout(tellSlow, PROGRESS_DELAY_MS)
  const result = await askWorker('analyze', [scenario], { signal })
  clearTimeout(slow)
  if (signal.aborted) return
  const { session } = useStore.getState()
  if (session.phase === 'ready' && session.opened.files === files) {
    if (result.ok) show(session.opened, result.value)
    // The other request for the same code was cancelled.
    else if (result.problem.code === 'host/cancelled') return ask(session.opened, scenario)
    else dispatch({ type: 'failQuestion', problem: result.problem })
  }
  // Last: a subscriber that sees the change in between must not ask again.
  setUi({ analyzing: null })
}

/**
 * Drops static arcs from the link's scenario if the profile is a gprof listing. A listing has no
 * code, and recomputing its rounded numbers would only blur them. Returns whether there was
 * something to drop.
 */
export function dropUnsupportedStaticArcs(opened: ProfileView): boolean {
  const { scenario } = useStore.getState().shared
  const kept = scenarioFor(opened, scenario)
  if (kept === scenario) return false
  navigate({ scenario: kept }, 'replace')
  return true
}

const scenarioFor = ({ analyzed }: ProfileView, scenario: Scenario): Scenario =>
  analyzed.profile.listed && scenario.staticArcs ? { ...scenario, staticArcs: false } : scenario

/** Repeats a pending request with another worker after the previous one ended. */
export function requestAnalysisAgain(): void {
  const { session, shared, ui } = useStore.getState()
  if (ui.analyzing && session.phase === 'ready') void ask(session.opened, shared.scenario)
}

/**
 * Returns to the previous scenario, and requests it from the worker, because the worker sorts and
 * writes by the last scenario.
 */
export function cancelAnalysis(): void {
  undo()
  stopPossibleCalls()
}

/**
 * Returns a profile that was just opened, analyzed under the link's scenario, before it is shown.
 */
export async function withScenario(
  { request }: Connection,
  opened: ProfileView,
  wanted: Scenario,
  onProgress: (step: StageProgress) => void,
): Promise<ProfileView> {
  const scenario = scenarioFor(opened, wanted)
  if (isEmptyScenario(scenario)) return opened
  if (scenario.staticArcs) {
    const tell = (bytes: Progress) => onProgress({ stage: 'code', file: '', ...bytes })
    await request('possibleCalls', [], { onProgress: tell })
  }
  const result = await request('analyze', [scenario])
  return result.ok ? changed(opened, result.value) : opened
}

function changed(opened: ProfileView, change: AnalysisChange): ProfileView {
  const { asMeasured: before, ...rest } = opened
  const { analyzed, listing } = before ?? opened
  const plain = { analyzed, listing }
  const now = applyChange(plain, change)
  return { ...rest, ...now, ...(now === plain ? {} : { asMeasured: plain }) }
}

function show(before: ProfileView, change: AnalysisChange): void {
  const opened = changed(before, change)
  const { unfolded } = useStore.getState().ui
  // The new analysis has new numbers of entries and cycles.
  useStore.setState((state) => ({
    ...reduceSession(state, { type: 'update', opened }),
    ui: { ...state.ui, hoveredCycle: null, unfolded: unfolded && mapEntries(before, opened, unfolded) },
  }))
}

// Static calls: loaded once, when the details or the scenario first need them.

interface DetailsParams {
  readonly neverTaken: boolean
}

/** Codec of the details' parameters in the link. */
export const DETAILS_PARAMS: ParamsCodec<DetailsParams> = {
  view: 'details',
  parse: (raw) => ({ neverTaken: raw['possible'] === 'yes' }),
  format: ({ neverTaken }) => (neverTaken ? { possible: 'yes' } : {}),
}

/** Whether static calls can be found: there is a program, or the saved profile includes them. */
export function hasCode(session: Session): boolean {
  const opened = openedIn(session)
  if (!opened || opened.analyzed.profile.listed) return false
  return opened.saved?.hasPossible ?? opened.files.some(({ kind }) => kind === 'executable')
}

/**
 * Whether static calls were requested but are unavailable because no program's code can be read.
 */
export function areStaticCallsUnknown(asked: UiState['possibleCalls']): boolean {
  return asked.phase === 'failed' || (asked.phase === 'ready' && asked.value === null)
}

/** Shows or hides static calls in the details. */
export function togglePossibleCalls(): void {
  const { neverTaken } = readParams(useStore.getState().shared, DETAILS_PARAMS)
  setViewParams(DETAILS_PARAMS, { neverTaken: !neverTaken }, 'replace')
}

/**
 * Requests static calls once they are needed, for each profile separately. Runs before the
 * scenario's subscriber, which waits for the same code. Returns the subscriber.
 */
export function followPossibleCalls(): (state: State) => void {
  let files: ProfileView['files'] | null = null
  return (state) => {
    const opened = openedIn(state.session)
    if ((opened?.files ?? null) !== files) {
      files = opened?.files ?? null
      abort('possible-calls')
      if (state.ui.possibleCalls.phase !== 'idle') setUi({ possibleCalls: IDLE })
    }
    if (opened && isWanted(state) && useStore.getState().ui.possibleCalls.phase === 'idle')
      void load('possible-calls', 'possibleCalls', [], (possibleCalls) => setUi({ possibleCalls }))
  }
}

function isWanted({ shared }: State): boolean {
  return shared.scenario.staticArcs || readParams(shared, DETAILS_PARAMS).neverTaken
}

/** Cancels the search for static calls; the next request starts it again. */
export function stopPossibleCalls(): void {
  if (useStore.getState().ui.possibleCalls.phase !== 'loading') return
  const { neverTaken } = readParams(useStore.getState().shared, DETAILS_PARAMS)
  if (neverTaken) setViewParams(DETAILS_PARAMS, { neverTaken: false }, 'replace')
  abort('possible-calls')
  setUi({ possibleCalls: IDLE })
}
