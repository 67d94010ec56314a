// Keeps the worker's answers in step with the link: the search's matches and the sorted rows. An answer to an older
// question is dropped.
import type { ProfileView, SortOrder } from '../../../workers/api/contract.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { isExpression } from '../../../workers/core/reports/search-matches.ts'
import { askQuickly, begin, IDLE, isWorkerBusy, loading, ready, settled, valueOf } from './requests.ts'
import { openedIn, settledIn } from '../session.ts'
import { dispatch, setUi, type State, useStore } from '../store.ts'

/**
 * Asks for matches and for rows in order whenever the link names others.
 *
 * @param interrupt ends what the worker is doing, and has it asked anew
 */
export function followQueries(interrupt: () => void): (state: State) => void {
  endSearch = interrupt
  let opened: ProfileView | null = null
  let query = ''
  let sort: SortOrder | null = null
  return (state) => {
    const nowOpened = openedIn(state.session)
    const isNew = nowOpened !== opened
    // Another scenario changes the order of rows, not the names.
    const isOther = nowOpened?.files !== opened?.files
    opened = nowOpened
    if (isOther || state.shared.query !== query) {
      query = state.shared.query
      if (opened) void askSearch(query)
    }
    if (isNew || !isSameOrder(state.shared.sort, sort)) {
      sort = state.shared.sort
      if (opened) void askSort(sort)
    }
  }
}

/** The worker that was asked is gone: what it may have left unanswered is asked of the next. */
export function requestQueriesAgain(): void {
  const { query, sort } = useStore.getState().shared
  void askSearch(query)
  void askSort(sort)
}

/** When a search is asked again that could not look at all names yet; then later and later, as every answer is drawn. */
const AGAIN_MS = 50
const AGAIN_AT_MOST_MS = 200

/** When an expression that nobody waits for any more is ended. Other searches, and most expressions, take no time. */
const STUCK_MS = 2000

/** The expression that the worker is looking for, as far as is known; null once it has answered. */
let unanswered: { readonly since: number } | null = null
let endSearch = () => {}

/** Something else is searched for: it would wait for ever behind an expression that takes for ever. */
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
  // The worker looks for a word, or an expression, in one piece: it is not told that nobody waits for that any more.
  const signal = begin('search')
  overtake()
  if (query.trim() === '') {
    setUi({ found: IDLE })
    return
  }
  setUi({ found: loading(null, valueOf(useStore.getState().ui.found)) })
  let wait = AGAIN_MS
  for (let isLeft = true; isLeft;) {
    const answer = await trackSearch(query, askQuickly('search', [query]))
    if (signal.aborted) return
    if (!answer.ok) return failQuestion(answer.problem)
    const found = answer.value
    isLeft = found.ok && found.left > 0
    setUi({ found: isLeft ? loading(null, found) : ready(found) })
    // The rest of the names is being made ready meanwhile.
    if (isLeft) await new Promise((resolve) => setTimeout(resolve, wait))
    wait = Math.min(2 * wait, AGAIN_AT_MOST_MS)
    if (signal.aborted) return
  }
}

/** The answer, which may be waited for in vain. Where the worker has something else to do first, nothing can be told. */
export async function trackSearch<T>(query: string, answer: T): Promise<Awaited<T>> {
  if (unanswered || isWorkerBusy() || !isExpression(query)) return await answer
  const search = { since: performance.now() }
  unanswered = search
  try {
    return await answer
  } finally {
    if (unanswered === search) unanswered = null
  }
}

async function askSort(order: SortOrder | null): Promise<void> {
  const signal = begin('sorting')
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

/** The worker cannot answer: that is told in place of the profile. */
export function failQuestion(problem: Problem): void {
  // Whoever ended the worker has had another asked.
  if (problem.code === 'host/cancelled') return
  const { session, ui } = useStore.getState()
  setUi({ found: settled(ui.found), sorted: settled(ui.sorted) })
  // Other files are being opened: what was asked of those before does not end that.
  if (session === settledIn(session)) dispatch({ type: 'failQuestion', problem })
}

function isSameOrder(a: SortOrder | null, b: SortOrder | null): boolean {
  return a === b || (a?.column === b?.column && a?.direction === b?.direction)
}
