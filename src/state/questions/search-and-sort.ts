// Keeps the worker's answers in step with the link: the search's matches, the sorted rows. Ignores
// results of superseded requests.
import type { ProfileView, SortOrder } from '../../../workers/api/contract.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { isExpression } from '../../../workers/core/reports/search/match-marks.ts'
import { isCycleQuery, withMembers } from '../../../workers/core/reports/cycle-query.ts'
import { beginRequest } from '../worker/request.ts'
import { askQuickly, isWorkerBusy } from '../worker/connection.ts'
import { IDLE, loading, ready, settled, valueOf } from '../worker/async-value.ts'
import { dispatch, setUi, type State, useStore } from '../store.ts'
import { openedIn, settledIn } from '../session.ts'

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
