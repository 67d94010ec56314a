// The state that is the page's own: neither shared nor saved, except for the theme, which the browser
// remembers.
import type {
  FunctionInRun,
  FunctionLines,
  HotLines,
  OfferedFile,
  ProfileView,
  SearchResult,
  StageProgress,
} from '../../workers/api/contract.ts'
import type { Problem } from '../../workers/core/problems/problem.ts'
import type { Scenario } from '../../workers/core/analysis/scenario/scenario.ts'
import type { Comparison } from '../../workers/core/reports/verify-listing.ts'
import type { PossibleArcs } from '../../workers/core/profile/possible-arcs.ts'
import type { CycleIndex } from '../../workers/core/analysis/analyzed-profile.ts'
import type { FunctionIndex, SourceTable } from '../../workers/core/profile/call-graph-profile.ts'
import type { EntryIndex } from '../../workers/core/reports/listing/entries.ts'
import { readText, storeText } from './browser-storage.ts'
import type { BreakAt, ScenarioHistory } from './break-at.ts'
import { type AsyncValue, IDLE } from './worker/async-value.ts'
import { isSameScenario } from './url/scenario-hash.ts'
import type { FunctionName } from './url/url-state.ts'

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

/** The chosen theme; `system` follows the browser's preference. */
export type Theme = 'light' | 'dark' | 'system'
/** The panel or dialog that is open. */
export type Panel = 'none' | 'share' | 'export' | 'help' | 'notices' | 'palette'

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

/** A profile in the browser's storage. */
export interface RecentProfile {
  /** The same for the same profile, so that it is kept once. */
  readonly id: string
  readonly name: string
  /** Time and samples, as the header shows them. */
  readonly facts: string
  /** When it was last on screen, in milliseconds since 1970. */
  readonly at: number
  /** The view, the selection and the scenario, as a link's hash. */
  readonly hash: string
}

/** What the page shows about the kept profiles. */
export interface RecentProfiles {
  /** Whether the user lets the page keep profiles. */
  readonly isOn: boolean
  /** Newest first; null if the browser allows no storage. */
  readonly profiles: readonly RecentProfile[] | null
}

/** A newer version of the page that waits to be taken. */
export interface Update {
  /** What has to be opened again after it, as the last attempt to take it found out. */
  readonly lost: readonly string[]
}

/** The UI state. */
export interface UiState {
  readonly theme: Theme
  /** The function under the pointer, which all views highlight. */
  readonly hovered: FunctionIndex | null
  /** The cycle under the pointer, whose members all views highlight. */
  readonly hoveredCycle: CycleIndex | null
  /** The entries unfolded in the call graph; null before they were shown or a link led to one. */
  readonly unfolded: ReadonlySet<EntryIndex> | null
  /** The nodes unfolded in call trees, by tree, of the profile with these files; null before any was unfolded. */
  readonly unfoldedNodes: {
    readonly of: readonly OfferedFile[]
    readonly byTree: ReadonlyMap<string, ReadonlySet<string>>
  } | null
  /**
   * Scroll position of the list of runs from before another run, or the sum, was opened, which
   * replaces the screen; null at first.
   */
  readonly runsPlace: {
    readonly files: readonly File[]
    readonly shown: number
    readonly place: number
  } | null
  /** The text of this page with an empty slot if it is one HTML file; null on a hosted page. */
  readonly ownText: string | null
  readonly panel: Panel
  /** Whether the details show how their numbers are computed. */
  readonly hasEquations: boolean
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
  /** The slider over sets of cuts; null if it is not on screen. */
  readonly breakAt: BreakAt | null
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
  /** The profiles in the browser's storage; null before they are read. */
  readonly recent: RecentProfiles | null
  /** Whether the last profile found no room in the browser's storage. */
  readonly isStorageFull: boolean
  /** The baseline in the browser's storage, and beside which profile. */
  readonly storedBaseline: (Pick<Baseline, 'files' | 'isEarlier'> & { readonly id: string }) | null
  /** The address's hash from when the page was opened. */
  readonly startingHash: string
  /** An expression that was stopped, which is not tried again on the same names. */
  readonly stoppedQuery: string | null
  /** How often the worker of a profile was replaced: the next one gets the open requests. */
  readonly restarts: number
  /** Whether a worker gives no sign of life although it was asked something. */
  readonly isWorkerSilent: boolean
  /** Null if there is none, or if the user has dismissed it. */
  readonly update: Update | null
}

/** Key in this tab's storage: the id of the kept profile that a reload opens again. */
export const OPEN_IN_TAB = 'gmonscope.open'

const THEME_KEY = 'gmonscope.theme'

function rememberedTheme(): Theme {
  const value = readText('localStorage', THEME_KEY)
  return value === 'light' || value === 'dark' ? value : 'system'
}

/** Without storage the choice lasts until the page is closed. */
export function rememberTheme(theme: Theme): void {
  storeText('localStorage', THEME_KEY, theme)
}

export const initialUi = (): UiState => ({
  theme: rememberedTheme(),
  hovered: null,
  hoveredCycle: null,
  unfolded: null,
  unfoldedNodes: null,
  runsPlace: null,
  ownText: null,
  panel: 'none',
  hasEquations: false,
  dropped: [],
  refused: null,
  compared: IDLE,
  baseline: IDLE,
  found: IDLE,
  sorted: IDLE,
  history: NO_HISTORY,
  breakAt: null,
  analyzing: null,
  lateSources: IDLE,
  possibleCalls: IDLE,
  inEachRun: null,
  functionLines: null,
  hotLines: null,
  sourceFiles: [],
  recent: null,
  isStorageFull: false,
  storedBaseline: null,
  startingHash: '',
  stoppedQuery: null,
  restarts: 0,
  isWorkerSilent: false,
  update: null,
})
