// The state of the page in one store: session, what the link carries, what is the page's own.
import { create } from 'zustand'
import { type SessionState, INITIAL_SESSION, type SessionAction, reduceSession } from './session.ts'
import { type UrlState, EMPTY_URL_STATE } from './url/url-state.ts'
import { type UiState, initialUi } from './ui-state.ts'

/** The whole state of the page. */
export interface State extends SessionState {
  readonly shared: UrlState
  readonly ui: UiState
}

/** Returns the state of a freshly opened page. */
export const initialState = (): State => ({ ...INITIAL_SESSION, shared: EMPTY_URL_STATE, ui: initialUi() })

/** The store, as a hook and with `getState`, `setState` and `subscribe`. */
export const useStore = create<State>(initialState)

/** Changes part of the UI state. */
export function setUi(patch: Partial<UiState>): void {
  useStore.setState((state) => ({ ui: { ...state.ui, ...patch } }))
}

/** Changes the session. The only way to do so. */
export function dispatch(action: SessionAction): void {
  useStore.setState((state) => reduceSession(state, action))
}
