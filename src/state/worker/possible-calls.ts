// Calls that stand in the program and were never taken: asked for once, when the person first wants to see them, be it in
// the details or as arcs of the scenario.
import type { ProfileView } from '../../../workers/api/contract.ts'
import { IDLE } from '../async-value.ts'
import type { UiState } from '../ui-state.ts'
import { abort, load } from './load.ts'
import { openedIn, type Session } from '../session.ts'
import { setUi, useStore, type State } from '../store.ts'
import { readParams, setViewParams, type ParamsCodec } from '../view-params.ts'

interface DetailsParams {
  readonly neverTaken: boolean
}

export const DETAILS_PARAMS: ParamsCodec<DetailsParams> = {
  view: 'details',
  parse: (raw) => ({ neverTaken: raw['possible'] === 'yes' }),
  format: ({ neverTaken }) => (neverTaken ? { possible: 'yes' } : {}),
}

/** Whether there is a program to look for them in, or a saved profile was saved with them. */
export function hasCode(session: Session): boolean {
  const opened = openedIn(session)
  if (!opened || opened.analyzed.profile.listed) return false
  return opened.saved?.hasPossible ?? opened.files.some(({ kind }) => kind === 'executable')
}

/** They were asked for, and cannot be known: there is no program whose code can be read. */
export function isUnknown(asked: UiState['possibleCalls']): boolean {
  return asked.phase === 'failed' || (asked.phase === 'ready' && asked.value === null)
}

export function togglePossibleCalls(): void {
  const { neverTaken } = readParams(useStore.getState().shared, DETAILS_PARAMS)
  setViewParams(DETAILS_PARAMS, { neverTaken: !neverTaken }, 'replace')
}

/** Asks for them as soon as they are wanted, of each profile anew. Comes before the scenario's numbers, which wait for the same. */
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

/** Ends the search; the next one who asks starts it anew. */
export function stopPossibleCalls(): void {
  if (useStore.getState().ui.possibleCalls.phase !== 'loading') return
  const { neverTaken } = readParams(useStore.getState().shared, DETAILS_PARAMS)
  if (neverTaken) setViewParams(DETAILS_PARAMS, { neverTaken: false }, 'replace')
  abort('possible-calls')
  setUi({ possibleCalls: IDLE })
}
