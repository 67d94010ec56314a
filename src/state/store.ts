// The one store: session, shared and interface state side by side.
import { create } from 'zustand'
import { INITIAL_SESSION, reduceSession, type SessionAction, type SessionState } from './session.ts'
import { EMPTY_SHARED, type SharedState } from './shared.ts'
import { initialUi, type UiState } from './ui-state.ts'

export interface State extends SessionState {
  readonly shared: SharedState
  readonly ui: UiState
}

export const initialState = (): State => ({ ...INITIAL_SESSION, shared: EMPTY_SHARED, ui: initialUi() })

export const useStore = create<State>(initialState)

export function setUi(patch: Partial<UiState>): void {
  useStore.setState((state) => ({ ui: { ...state.ui, ...patch } }))
}

/** Changes the session: nothing else does. */
export function dispatch(action: SessionAction): void {
  useStore.setState((state) => reduceSession(state, action))
}
