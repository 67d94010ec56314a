// The store: session, URL state and UI state. The UI state is neither shared nor saved, except for
// the theme, which the browser remembers.
import { create } from 'zustand'
import type { Scenario } from '../../workers/core/analysis/scenario/scenario.ts'
import { EMPTY_URL_STATE, type FunctionName, isSameScenario, type UrlState } from './url-state.ts'
import type { Problem } from '../../workers/core/problems/problem.ts'
import type { Comparison } from '../../workers/core/reports/verify-listing.ts'
import type { PossibleArcs } from '../../workers/core/profile/possible-arcs.ts'
import type { FunctionIndex, SourceTable } from '../../workers/core/profile/call-graph-profile.ts'
import type { EntryIndex } from '../../workers/core/reports/listing/entries.ts'
import { type AsyncValue, IDLE } from './worker/requests.ts'
import type {
  FunctionInRun,
  FunctionLines,
  HotLines,
  OfferedFile,
  ProfileView,
  SearchResult,
  StageProgress,
} from '../../workers/api/contract.ts'
import { INITIAL_SESSION, reduceSession, type SessionAction, type SessionState } from './session.ts'

/** The undo history of the scenario. */
export interface ScenarioHistory {
  /** Oldest first. */
  readonly past: readonly Scenario[]
  /** The next one last. */
  readonly future: readonly Scenario[]
}

/** The history of a profile that was just opened. */
export const NO_HISTORY: ScenarioHistory = { past: [], future: [] }

/**
 * Returns the history after a change of the scenario. A step to the previous scenario is an undo, a
 * step to the next one a redo, any other starts a new branch.
 */
export function historyAfter(
  { past, future }: ScenarioHistory,
  from: Scenario,
  to: Scenario,
): ScenarioHistory {
  const before = past.at(-1)
  const next = future.at(-1)
  if (before && isSameScenario(before, to)) return { past: past.slice(0, -1), future: [...future, from] }
  if (next && isSameScenario(next, to)) return { past: [...past, from], future: future.slice(0, -1) }
  return { past: [...past, from], future: [] }
}

// UI state: neither shared nor saved. Holds the hovered function, unfolded entries, open panels and
// answers of the worker. Only the theme is remembered.

/** The chosen theme; `system` follows the browser's preference. */
export type Theme = 'light' | 'dark' | 'system'
/** The panel or dialog that is open. */
export type Panel = 'none' | 'share' | 'export' | 'help' | 'notices'

/** Another profile that is compared with the one on screen. */
export interface Baseline {
  readonly opened: ProfileView
  /** The files that it was opened from, including its program. */
  readonly files: readonly File[]
  /** Whether it is the profile before the change; else it is the one after. */
  readonly isEarlier: boolean
}

/** A function's numbers in each run, as read from the files on screen. */
export interface InEachRun {
  readonly files: readonly File[]
  readonly name: FunctionName
  readonly runs: AsyncValue<readonly FunctionInRun[]>
}

/** The lines of a function, for the profile with these files. */
export interface LinesOfFunction {
  readonly of: readonly OfferedFile[]
  readonly f: FunctionIndex
  readonly lines: AsyncValue<FunctionLines>
}

/** The lines that have samples. */
export interface SampledLines {
  readonly of: readonly OfferedFile[]
  readonly lines: AsyncValue<HotLines>
}

/** The UI state. */
export interface UiState {
  readonly theme: Theme
  /** The function under the pointer, which all views highlight. */
  readonly hovered: FunctionIndex | null
  /** The entries unfolded in the call graph; null before they were shown or a link led to one. */
  readonly unfolded: ReadonlySet<EntryIndex> | null
  readonly panel: Panel
  /** Files dropped on an open profile that wait for the user's choice. */
  readonly dropped: readonly File[]
  /** The problem of a drop that was refused while other files were being opened. */
  readonly refused: Problem | null
  /** The verification of a gprof listing. `part`: fraction done, 0–1. */
  readonly compared: AsyncValue<Comparison, { readonly name: string; readonly part: number }>
  /** The baseline that the profile on screen is compared with. */
  readonly baseline: AsyncValue<
    Baseline,
    { readonly names: readonly string[]; readonly step: StageProgress | null }
  >
  /**
   * The matches of the current query. While more are searched for: those found so far, or those of
   * the previous query.
   */
  readonly found: AsyncValue<SearchResult>
  /**
   * The flat profile's rows in the current sort order; idle: gprof's own order. Items are
   * FunctionIndex.
   */
  readonly sorted: AsyncValue<Uint32Array<ArrayBuffer>>
  /** The scenarios that undo and redo lead to. */
  readonly history: ScenarioHistory
  /** The scenario that is being analyzed for the profile with these files; null if none is. */
  readonly analyzing: {
    readonly scenario: Scenario
    readonly files: readonly OfferedFile[]
    /** Whether it is slow enough to show progress. */
    readonly isSlow: boolean
  } | null
  /**
   * Source positions of functions, if they load after the profile; null if they are unavailable.
   */
  readonly lateSources: AsyncValue<SourceTable | null>
  /** Static calls, once requested; null if they are unavailable. */
  readonly possibleCalls: AsyncValue<PossibleArcs | null>
  /** Of the function that was requested last; null before the first request. */
  readonly inEachRun: InEachRun | null
  /** Of the function that was requested last; null before the first request. */
  readonly functionLines: LinesOfFunction | null
  /** Null before the first request. */
  readonly hotLines: SampledLines | null
  /** Source files that were added after the profile was opened. */
  readonly sourceFiles: readonly File[]
}

const THEME_KEY = 'gmonscope.theme'

function rememberedTheme(): Theme {
  try {
    const value = localStorage.getItem(THEME_KEY)
    return value === 'light' || value === 'dark' ? value : 'system'
  } catch {
    return 'system'
  }
}

function rememberTheme(theme: Theme): void {
  try {
    localStorage.setItem(THEME_KEY, theme)
  } catch {
    // Storage may be unavailable; the choice then lasts until the page is closed.
  }
}

const initialUi = (): UiState => ({
  theme: rememberedTheme(),
  hovered: null,
  unfolded: null,
  panel: 'none',
  dropped: [],
  refused: null,
  compared: IDLE,
  baseline: IDLE,
  found: IDLE,
  sorted: IDLE,
  history: NO_HISTORY,
  analyzing: null,
  lateSources: IDLE,
  possibleCalls: IDLE,
  inEachRun: null,
  functionLines: null,
  hotLines: null,
  sourceFiles: [],
})

// The store.

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

// Actions on the theme and the open panel.

/** Sets the theme, and remembers it in this browser. */
export function setTheme(theme: Theme): void {
  rememberTheme(theme)
  setUi({ theme })
}

/** Returns the theme that follows in the order system, light, dark. */
export function nextTheme(theme: Theme): Theme {
  return theme === 'system' ? 'light' : theme === 'light' ? 'dark' : 'system'
}

/** Opens a panel, and closes the one that was open. */
export function showPanel(panel: Panel): void {
  setUi({ panel })
}

/** Opens a panel, or closes it if it is open. */
export function togglePanel(panel: Panel): void {
  setUi({ panel: useStore.getState().ui.panel === panel ? 'none' : panel })
}
