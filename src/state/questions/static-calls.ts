// Static calls: loaded once, when the details or the scenario first need them.
import type { ProfileView } from '../../../workers/api/contract.ts'
import { load } from '../worker/request.ts'
import { workers } from '../worker/connection.ts'
import { IDLE } from '../worker/async-value.ts'
import { setUi, type State, useStore } from '../store.ts'
import type { UiState } from '../ui-state.ts'
import { openedIn, type Session } from '../session.ts'
import { type ParamsCodec, readParams, setViewParams } from '../url/view-params.ts'

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
      workers.abort('possible-calls')
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
  workers.abort('possible-calls')
  setUi({ possibleCalls: IDLE })
}
