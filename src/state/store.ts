// The one store: session, URL state and UI state side by side. The UI state is neither shared nor saved;
// only the theme is remembered.
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

export interface ScenarioHistory {
  /** The one before last. */
  readonly past: readonly Scenario[]
  /** The next one last. */
  readonly future: readonly Scenario[]
}

export const NO_HISTORY: ScenarioHistory = { past: [], future: [] }

/** A step to where one came from is an undo, a step to where one went from there a redo, any other is new. */
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

// What is neither shared nor kept: hover, opened entries, open panels, answers of the worker. The theme alone is remembered.

export type Theme = 'light' | 'dark' | 'system'
export type Panel = 'none' | 'share' | 'export' | 'help' | 'notices'

/** Another profile that is compared with the one on screen. */
export interface Baseline {
  readonly opened: ProfileView
  /** What it was opened from, its program among them. */
  readonly files: readonly File[]
  /** It is the one before; else the one after. */
  readonly isEarlier: boolean
}

/** A function's numbers in each run, as read from the files on screen. */
export interface InEachRun {
  readonly files: readonly File[]
  readonly name: FunctionName
  readonly runs: AsyncValue<readonly FunctionInRun[]>
}

/** The lines of a function, of the profile with these files. */
export interface LinesOfFunction {
  readonly of: readonly OfferedFile[]
  readonly f: FunctionIndex
  readonly lines: AsyncValue<FunctionLines>
}

/** The lines that were sampled. */
export interface SampledLines {
  readonly of: readonly OfferedFile[]
  readonly lines: AsyncValue<HotLines>
}

export interface UiState {
  readonly theme: Theme
  /** The function under the pointer, so that views can answer each other. */
  readonly hovered: FunctionIndex | null
  /** The entries unfolded in the call graph; null before they were shown or a link led to one. */
  readonly unfolded: ReadonlySet<EntryIndex> | null
  readonly panel: Panel
  /** Files dropped on an open profile, waiting for a decision. */
  readonly dropped: readonly File[]
  /** What was wrong with something that was dropped while other files were being opened. */
  readonly refused: Problem | null
  /** A gprof listing laid beside what is open. `part`: how much is done, 0–1. */
  readonly compared: AsyncValue<Comparison, { readonly name: string; readonly part: number }>
  /** What the profile on screen is compared with. */
  readonly baseline: AsyncValue<
    Baseline,
    { readonly names: readonly string[]; readonly step: StageProgress | null }
  >
  /** The answer to the current query. While more is looked for, what is found so far, or by the query before. */
  readonly found: AsyncValue<SearchResult>
  /** The flat profile's rows under the current sort order; idle: gprof's own order. Items are FunctionIndex. */
  readonly sorted: AsyncValue<Uint32Array<ArrayBuffer>>
  /** The scenarios that undo and redo lead to. */
  readonly history: ScenarioHistory
  /** The scenario whose numbers are worked out for the profile with these files; null while none are. */
  readonly analyzing: {
    readonly scenario: Scenario
    readonly files: readonly OfferedFile[]
    /** It is taking a while. */
    readonly isSlow: boolean
  } | null
  /** Where functions come from, if that was left for later; null if it cannot be known. */
  readonly lateSources: AsyncValue<SourceTable | null>
  /** Calls that were never taken, once they are asked for; null if they cannot be known. */
  readonly possibleCalls: AsyncValue<PossibleArcs | null>
  /** Of the function that was asked about last; null before any was. */
  readonly inEachRun: InEachRun | null
  /** Of the function that was asked about last; null before any was. */
  readonly functionLines: LinesOfFunction | null
  /** Null before they were asked for. */
  readonly hotLines: SampledLines | null
  /** Source files that came after the profile. */
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
    // Storage may be closed to us; the choice then lasts as long as the page.
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

// The one store: session, shared and interface state side by side.

export interface State extends SessionState {
  readonly shared: UrlState
  readonly ui: UiState
}

export const initialState = (): State => ({ ...INITIAL_SESSION, shared: EMPTY_URL_STATE, ui: initialUi() })

export const useStore = create<State>(initialState)

export function setUi(patch: Partial<UiState>): void {
  useStore.setState((state) => ({ ui: { ...state.ui, ...patch } }))
}

/** Changes the session: nothing else does. */
export function dispatch(action: SessionAction): void {
  useStore.setState((state) => reduceSession(state, action))
}

// The theme and the open panel: what the frame needs before there is a profile.

export function setTheme(theme: Theme): void {
  rememberTheme(theme)
  setUi({ theme })
}

export function nextTheme(theme: Theme): Theme {
  return theme === 'system' ? 'light' : theme === 'light' ? 'dark' : 'system'
}

export function showPanel(panel: Panel): void {
  setUi({ panel })
}

export function togglePanel(panel: Panel): void {
  setUi({ panel: useStore.getState().ui.panel === panel ? 'none' : panel })
}
