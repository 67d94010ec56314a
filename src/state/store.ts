// The one store: session, shared and local state side by side, and the files offered so far.
import { create } from 'zustand'
import { initialLocal, type LocalState } from './local.ts'
import { IDLE, type Session } from './session.ts'
import { EMPTY_SHARED, type SharedState } from './shared.ts'

export interface State {
  readonly session: Session
  /** Kept, so that a later drop can complete the pair. */
  readonly files: readonly File[]
  readonly shared: SharedState
  readonly local: LocalState
}

export const initialState = (): State => ({
  session: IDLE,
  files: [],
  shared: EMPTY_SHARED,
  local: initialLocal(),
})

export const useStore = create<State>(initialState)

export function setLocal(patch: Partial<LocalState>): void {
  useStore.setState((state) => ({ local: { ...state.local, ...patch } }))
}
