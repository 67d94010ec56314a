// What is neither shared nor kept: hover, opened entries, open panels. The theme alone is remembered.
import type { Problem } from '../../workers/core/problems/problem.ts'
import type { Comparison } from '../../workers/core/reports/comparison.ts'
import type { PossibleArcs } from '../../workers/core/profile/code/possible-arcs.ts'
import type { FunctionIndex, SourceTable } from '../../workers/core/profile/tables.ts'
import type { EntryIndex } from '../../workers/core/reports/listing/entries.ts'
import { NO_HISTORY, type ScenarioHistory } from './scenario-history.ts'
import type {
  FunctionInRun,
  FunctionLines,
  HotLines,
  OfferedFile,
  OpenedProfile,
  SearchResult,
  Step,
} from '../../workers/api/contract.ts'
import type { FunctionName } from './shared.ts'

export type Theme = 'light' | 'dark' | 'system'
export type Panel = 'none' | 'share' | 'export' | 'help' | 'notices'

export type Compared =
  /** `part`: how much is done, 0–1. */
  | { readonly phase: 'working'; readonly name: string; readonly part: number }
  | { readonly phase: 'ready'; readonly comparison: Comparison }
  | { readonly phase: 'failed'; readonly problem: Problem }

/** Another profile that is compared with the one on screen. */
export type Beside =
  | {
      readonly phase: 'opening'
      readonly names: readonly string[]
      readonly step: Step | null
      /** To go back to. */
      readonly before: BesideReady | null
    }
  | BesideReady
  | { readonly phase: 'failed'; readonly problem: Problem; readonly before: BesideReady | null }

export interface BesideReady {
  readonly phase: 'ready'
  readonly opened: OpenedProfile
  /** What it was opened from, its program among them. */
  readonly files: readonly File[]
  /** It is the one before; else the one after. */
  readonly isEarlier: boolean
}

/** A function's numbers in each run, as read from the files on screen. */
export interface InEachRun {
  readonly files: readonly File[]
  readonly name: FunctionName
  readonly found:
    /** `part`: how much of the files is read, 0–1, once that takes a while. */
    | { readonly phase: 'reading'; readonly part: number | null }
    | { readonly phase: 'ready'; readonly runs: readonly FunctionInRun[] }
    | { readonly phase: 'failed'; readonly problem: Problem }
}

/** What is read from the program once it is asked for. */
export type Reading<T> =
  /** `part`: how much is read, 0–1, once that takes a while. */
  | { readonly phase: 'reading'; readonly part: number | null }
  | { readonly phase: 'ready'; readonly value: T }
  | { readonly phase: 'failed'; readonly problem: Problem }

/** The lines of a function, of the profile with these files. */
export interface LinesOfFunction {
  readonly of: readonly OfferedFile[]
  readonly f: FunctionIndex
  /** The profiles are read again for the calls that its lines make. */
  readonly hasCalls: boolean
  readonly found: Reading<FunctionLines>
}

/** The lines that were sampled. */
export interface SampledLines {
  readonly of: readonly OfferedFile[]
  readonly found: Reading<HotLines>
}

export interface LocalState {
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
  /** A gprof listing laid beside what is open; null without one. */
  readonly compared: Compared | null
  /** What the profile on screen is compared with; null without one. */
  readonly beside: Beside | null
  /** The worker's answer to the current query; null while there is no query. */
  readonly found: SearchResult | null
  /** The flat profile's rows under the current sort order; null: gprof's own order. Items are FunctionIndex. */
  readonly sorted: Uint32Array<ArrayBuffer> | null
  /** The worker still owes an answer to the query; what is found is of an older one, or of some of the names. */
  readonly isSearching: boolean
  /** The worker still owes the rows in the order that the heading tells. */
  readonly isSorting: boolean
  /** The scenarios that undo and redo lead to. */
  readonly history: ScenarioHistory
  /** The numbers of another scenario are taking a while. */
  readonly isAnalyzing: boolean
  /** Where functions come from, if that was left for later: null until it is known, "none" if it cannot be. */
  readonly lateSources: SourceTable | 'none' | 'stopped' | null
  /** How much of that is looked up, 0–1, once it takes a while; else null. */
  readonly sourcesProgress: number | null
  /** Calls that were never taken: null until they are asked for and found, "unknown" if they cannot be. */
  readonly possibleCalls: PossibleArcs | 'unknown' | null
  /** How much of the program's code is read, 0–1, once that takes a while; else null. */
  readonly codeProgress: number | null
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

export function rememberTheme(theme: Theme): void {
  try {
    localStorage.setItem(THEME_KEY, theme)
  } catch {
    // Storage may be closed to us; the choice then lasts as long as the page.
  }
}

export const initialLocal = (): LocalState => ({
  theme: rememberedTheme(),
  hovered: null,
  unfolded: null,
  panel: 'none',
  dropped: [],
  refused: null,
  compared: null,
  beside: null,
  found: null,
  sorted: null,
  isSearching: false,
  isSorting: false,
  history: NO_HISTORY,
  isAnalyzing: false,
  lateSources: null,
  sourcesProgress: null,
  possibleCalls: null,
  codeProgress: null,
  inEachRun: null,
  functionLines: null,
  hotLines: null,
  sourceFiles: [],
})
