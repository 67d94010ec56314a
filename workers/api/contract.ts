// What crosses between a page and its worker: plain data and one interface.
import type { AnalyzedProfile } from '../core/analysis/analyzed-profile.ts'
import type { Scenario } from '../core/analysis/scenario.ts'
import type { Result } from '../core/base/result.ts'
import type { Notice, Problem } from '../core/problems/problem.ts'
import type { Listing } from '../core/reports/listing.ts'

/** One file that was offered, and what it turned out to be. */
export interface OfferedFile {
  readonly name: string
  readonly size: number
  readonly kind: 'executable' | 'profile' | 'unknown'
  /** For people: "ELF 64-bit little-endian x86-64 · 1,234 functions", "GNU gmon.out · 100 Hz · 250 samples · 12 arcs". */
  readonly detail: string
  readonly problem: Problem | null
}

export type Stage = 'identify' | 'symbols' | 'profiles' | 'analysis' | 'listing'

/** Where the work stands. `done` and `total` in the stage's own unit, bytes or rows; `total` 0 when it is not known. */
export interface Step {
  readonly stage: Stage
  /** The file being read, or "". */
  readonly file: string
  readonly done: number
  readonly total: number
}

export interface OpenedProfile {
  /** The executable's name, or the profile's if there is none. */
  readonly name: string
  readonly files: readonly OfferedFile[]
  readonly analyzed: AnalyzedProfile
  readonly listing: Listing
  readonly notices: readonly Notice[]
}

export interface OpenFailure {
  readonly problem: Problem
  /** What is known of the files all the same. */
  readonly files: readonly OfferedFile[]
}

export interface OpenOptions {
  /** Go on without an executable: addresses stand for names. */
  readonly withoutNames: boolean
  readonly scenario: Scenario
}

export type SortColumn =
  'percent' | 'cumulative' | 'self' | 'calls' | 'selfPerCall' | 'totalPerCall' | 'total' | 'name' | 'cycle'

export interface SortOrder {
  readonly column: SortColumn
  readonly direction: 'ascending' | 'descending'
}

export type SearchResult =
  | { readonly ok: true; /** FunctionIndex, ascending. */ readonly matches: Uint32Array<ArrayBuffer> }
  | { readonly ok: false; /** Why the expression is not valid. */ readonly message: string }

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
