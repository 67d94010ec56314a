// Keeps the worker's answers in step with the link: the search's matches, the sorted rows. Ignores
// results of superseded requests.
import type { ProfileView, SearchResult, SortOrder } from '../../../workers/api/contract.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { isExpression } from '../../../workers/core/reports/search/match-marks.ts'
import { isCycleQuery, withMembers } from '../../../workers/core/reports/cycle-query.ts'
import { workers } from '../worker/connection.ts'
import { IDLE, loading, ready, settled, valueOf } from '../worker/async-value.ts'
import { dispatch, setUi, type State, useStore } from '../store.ts'
import { openedIn, settledIn } from '../session.ts'
import { interrupt } from '../opening/replace-worker.ts'

/**
 * Requests matches and sorted rows whenever the link's query or order changes. Returns the
 * subscriber.
 */
export function followQueries(): (state: State) => void {
  let opened: ProfileView | null = null
  let query = ''
  let sort: SortOrder | null = null
  let { restarts } = useStore.getState().ui
  return (state) => {
    const nowOpened = openedIn(state.session)
    const isNew = nowOpened !== opened
    // Another scenario changes the order of rows, but not the names.
    const isOther = nowOpened?.files !== opened?.files
    const isRestarted = state.ui.restarts !== restarts
    opened = nowOpened
    restarts = state.ui.restarts
    if (isOther && state.ui.stoppedQuery !== null) setUi({ stoppedQuery: null })
    if (isOther || isRestarted || state.shared.query !== query || (isNew && isCycleQuery(query))) {
      query = state.shared.query
      if (opened) void askSearch(query)
    }
    if (isNew || isRestarted || !isSameOrder(state.shared.sort, sort)) {
      sort = state.shared.sort
      if (opened) void askSort(sort)
    }
  }
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

/** Ends a stuck search when another query is made, which would otherwise wait for it. */
function overtake(): void {
  const older = workers.runningSearch
  if (!older) return
  const left = older.since + STUCK_MS - performance.now()
  setTimeout(() => endSearch(older), Math.max(0, left))
}

/** Ends the worker's search, unless that has answered. */
function endSearch(search: typeof workers.runningSearch): void {
  if (workers.runningSearch !== search) return
  workers.runningSearch = null
  interrupt()
}

async function askSearch(query: string): Promise<void> {
  const signal = workers.begin('search')
  overtake()
  if (query.trim() === '') {
    setUi({ found: IDLE })
    return
  }
  if (query === useStore.getState().ui.stoppedQuery) {
    setUi({ found: ready({ ok: false, message: 'Stopped after 10 s: this expression takes too long' }) })
    return
  }
  setUi({ found: loading(null, valueOf(useStore.getState().ui.found)) })
  const problem = await searchNames(query, signal, (answer) => {
    const found = withMembers(openedIn(useStore.getState().session)?.analyzed, query, answer)
    setUi({ found: hasMore(found) ? loading(null, found) : ready(found) })
  })
  if (problem) failQuestion(problem)
}

/**
 * Searches the names of the profile on screen until all are covered, since the worker prepares them
 * meanwhile. Returns the problem if the worker cannot answer.
 *
 * @param signal ends it; the worker's search cannot be interrupted, so it does not see that
 * @param onMatches receives the matches so far
 */
export async function searchNames(
  query: string,
  signal: AbortSignal,
  onMatches: (found: SearchResult) => void,
): Promise<Problem | null> {
  for (let wait = AGAIN_MS; ; wait = Math.min(2 * wait, AGAIN_AT_MOST_MS)) {
    const answer = await trackSearch(query, workers.askQuickly('search', [query]))
    if (signal.aborted) return null
    if (!answer.ok) return answer.problem
    onMatches(answer.value)
    if (!hasMore(answer.value)) return null
    await new Promise((resolve) => setTimeout(resolve, wait))
    if (signal.aborted) return null
  }
}

const hasMore = (found: SearchResult): boolean => found.ok && found.left > 0

/**
 * Tracks how long a search has been running, and returns its answer. If the worker was busy with something else,
 * the time says nothing: the search is then stopped once the worker gives no sign of life.
 */
export async function trackSearch<T>(query: string, answer: T): Promise<Awaited<T>> {
  if (workers.runningSearch || !isExpression(query)) return await answer
  const search = { since: performance.now() }
  const isBehind = workers.isBusy
  if (!isBehind) workers.runningSearch = search
  let limit = setTimeout(stop, STOP_MS)
  function stop(): void {
    if (isBehind && !useStore.getState().ui.isWorkerSilent) {
      limit = setTimeout(stop, STUCK_MS)
      return
    }
    if (isBehind) workers.runningSearch ??= search
    // First, because the next worker is asked at once: it is not tried again on the same names.
    if (workers.runningSearch === search) setUi({ stoppedQuery: query })
    endSearch(search)
  }
  try {
    return await answer
  } finally {
    clearTimeout(limit)
    if (workers.runningSearch === search) workers.runningSearch = null
  }
}

async function askSort(order: SortOrder | null): Promise<void> {
  const signal = workers.begin('sorting')
  if (!order) {
    setUi({ sorted: IDLE })
    return
  }
  setUi({ sorted: loading(null, valueOf(useStore.getState().ui.sorted)) })
  const answer = await workers.askQuickly('sort', [order], { signal })
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
  if (session === settledIn(session))
    dispatch({ type: 'fail', problem, files: [], retry: { what: 'worker' } })
}

function isSameOrder(a: SortOrder | null, b: SortOrder | null): boolean {
  return a === b || (a?.column === b?.column && a?.direction === b?.direction)
}
