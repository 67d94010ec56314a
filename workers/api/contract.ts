// What crosses between a page and its worker: plain data and one interface.
import type { Scenario } from '../core/analysis/scenario.ts'
import type { Result } from '../core/base/result.ts'
import type { OpenedProfile, OpenFailure, OpenOptions, Step } from '../core/opened-profile.ts'
import type { Problem } from '../core/problems/problem.ts'
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
export type { SearchResult } from '../core/reports/search-functions.ts'

/** The worker's side. A new drop is a new worker. */
export interface ProfileService {
  open(
    files: readonly File[],
    options: OpenOptions,
    onStep: (step: Step) => void,
  ): Promise<Result<OpenedProfile, OpenFailure>>
  /** The same profile under another scenario. */
  analyze(scenario: Scenario): Promise<Result<Pick<OpenedProfile, 'analyzed' | 'listing'>, Problem>>
  /** The functions gprof prints by default, sorted; ties keep gprof's order. Items are FunctionIndex. */
  sort(order: SortOrder): Promise<Uint32Array<ArrayBuffer>>
  /** Case-insensitive; every term must occur in the readable or the raw name; `/…/` is a regular expression. */
  search(query: string): Promise<SearchResult>
}
