// What crosses between a page and its worker: plain data and one interface.
import type { Scenario } from '../core/analysis/scenario.ts'
import type { Result } from '../core/base/result.ts'
import type { OpenedProfile, OpenFailure, OpenOptions, Step } from '../core/opened-profile.ts'
import type { Notice, Problem } from '../core/problems/problem.ts'
import type { PossibleArcs } from '../core/profile/possible-arcs.ts'
import type { SourceTable } from '../core/profile/tables.ts'
import type { AnalysisChange } from '../core/reports/what-if/analysis.ts'
import type { SearchResult } from '../core/reports/search-functions.ts'
import type { SortOrder } from '../core/reports/sort-functions.ts'

export type {
  OfferedFile,
  OpenedProfile,
  OpenFailure,
  OpenOptions,
  Stage,
  Step,
} from '../core/opened-profile.ts'

export type { SortColumn, SortOrder } from '../core/reports/sort-functions.ts'
export type { Analysis, AnalysisChange } from '../core/reports/what-if/analysis.ts'
export type { SearchResult } from '../core/reports/search-functions.ts'

export interface SourcesAnswer {
  readonly sources: SourceTable | null
  readonly notices: readonly Notice[]
}

/** `gmon.sum`: the sum of all runs as one profile in GNU format, as recorded, whatever the scenario. */
export type DocumentKind = 'gprof' | 'json' | 'gmon.sum'

/** The worker's side. A new drop is a new worker. */
export interface ProfileService {
  open(
    files: readonly File[],
    options: OpenOptions,
    onStep: (step: Step) => void,
  ): Promise<Result<OpenedProfile, OpenFailure>>
  /** The same profile under another scenario: what changes of it. From then on rows are sorted by its numbers. */
  analyze(scenario: Scenario): Promise<Result<AnalysisChange, Problem>>
  /**
   * Where functions come from, for `profile.sources`: at once if `open` has looked it up already, as it does for all but
   * very large programs; null without debugging information.
   */
  sources(): Promise<Result<SourcesAnswer, Problem>>
  /**
   * Direct calls in the program's code that are not in the profile, whatever the scenario; null where that cannot be
   * told. Reads all of the code, once.
   */
  possibleCalls(): Promise<Result<PossibleArcs | null, Problem>>
  /** A whole document: gprof's listing (flat profile, call graph, index) or JSON of the profile as it stands, or its sum. */
  write(document: DocumentKind): Promise<Result<Blob, Problem>>
  /** The functions gprof prints by default, sorted; ties keep gprof's order. Items are FunctionIndex. */
  sort(order: SortOrder): Promise<Uint32Array<ArrayBuffer>>
  /** Case-insensitive; every term must occur in the readable or the raw name; `/…/` is a regular expression. */
  search(query: string): Promise<SearchResult>
}
