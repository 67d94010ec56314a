// What crosses between the page and its workers: plain data, and one interface for each worker.
import type { SharedProfile, ShareRequest } from '../core/saved/share.ts'
import type { Scenario } from '../core/analysis/scenario/scenario.ts'
import type { Result } from '../core/base/result.ts'
import type {
  OfferedFile,
  OpenFailure,
  OpenOptions,
  ProfileView,
  StageProgress,
} from '../core/profile-view.ts'
import type { Notice, Problem } from '../core/problems/problem.ts'
import type { PossibleArcs } from '../core/profile/possible-arcs.ts'
import type { FunctionIndex, SourceTable } from '../core/profile/call-graph-profile.ts'
import type { FunctionInRun } from '../core/pipeline/read-each-run.ts'
import type { FunctionLines } from '../core/profile/lines/function-lines.ts'
import type { HotLines } from '../core/profile/lines/all-lines.ts'
import type { LineRange, TextOfLines } from '../core/profile/lines/read-source-text.ts'
import type { AnalysisChange } from '../core/reports/what-if/analysis-change.ts'
import type { ExportKind } from '../core/reports/exports/write-export.ts'
import type { Comparison } from '../core/reports/verify-listing.ts'
import type { Named } from '../core/reports/names/names.ts'
import type { RanksTogether } from '../core/reports/names/name-order.ts'
import type { SearchResult } from '../core/reports/search-functions.ts'
import type { SortOrder } from '../core/reports/sort-functions.ts'
import type { CycleColumns } from '../core/analysis/cuts/cycle-graph.ts'
import type { CutRequest, SuggestedCuts } from '../core/analysis/cuts/suggest-cuts.ts'
import type { LayoutInput, LayoutResult, LayoutStyle } from '../core/graph-layout/layout-input.ts'

export type {
  OfferedFile,
  OneRun,
  ProfileView,
  OpenFailure,
  OpenOptions,
  RunName,
  SavedState,
  Stage,
  StageProgress,
} from '../core/profile-view.ts'

export type { SortColumn, SortOrder } from '../core/reports/sort-functions.ts'
export type { Analysis } from '../core/reports/listing/listing.ts'
export type { AnalysisChange } from '../core/reports/what-if/analysis-change.ts'
export type { CutToFit, ShareChoice, SharedProfile, ShareRequest } from '../core/saved/share.ts'
export type { FunctionInRun } from '../core/pipeline/read-each-run.ts'
export type { FunctionLines } from '../core/profile/lines/function-lines.ts'
export type { HotLines } from '../core/profile/lines/all-lines.ts'
export type { LineRange, TextOfLines } from '../core/profile/lines/read-source-text.ts'
export type { SearchResult } from '../core/reports/search-functions.ts'

/** Lines, and what of the debugging information could not be read so far. */
export type LinesAnswer<T> = T & { readonly notices?: readonly Notice[] }

export interface SourcesAnswer {
  readonly sources: SourceTable | null
  readonly notices: readonly Notice[]
}

/**
 * `gmon.sum`: the sum of all runs as one profile in GNU format, as recorded, whatever the scenario. `static-arcs.gmon`:
 * calls never taken as a profile of arcs without a count, for gprof to read beside the others. The last four are for other
 * tools, see docs/formats/exports.md.
 */
export type DocumentKind = 'gprof' | 'json' | 'gmon.sum' | 'static-arcs.gmon' | ExportKind

/** How much of a question's work is done, in the work's own unit. `total`: 0 while it is not known. */
export interface Progress {
  readonly done: number
  readonly total: number
}

/**
 * What a page asks of its worker: each question's arguments and its answer. A new drop is a new worker. Any answer may be the problem
 * `host/cancelled`, when the question was aborted, or `host/worker-lost`.
 */
export interface Questions {
  open(files: readonly File[], options: OpenOptions): Result<ProfileView, OpenFailure>
  /**
   * In place of `open`, where the files can no longer be read: answers go on from what the page holds, as measured, with the
   * calls never taken if they are known. A question that needs the files themselves fails with `why`.
   */
  resume(shown: ProfileView, possible: PossibleArcs | null, why: Problem): Result<null, Problem>
  /** The same profile under another scenario: what changes of it. From then on rows are sorted by its numbers. */
  analyze(scenario: Scenario): Result<AnalysisChange, Problem>
  /**
   * Where functions come from, for `profile.sources`: at once if `open` has looked it up already, as it does for all but
   * very large programs; null without debugging information.
   */
  sources(): Result<SourcesAnswer, Problem>
  /**
   * Direct calls in the program's code that are not in the profile, whatever the scenario; null where that cannot be
   * told. Reads all of the code, once; progress is in bytes. `analyze` of a scenario with static arcs asks for them, too.
   */
  possibleCalls(): Result<PossibleArcs | null, Problem>
  /** What a function has in each of these files' profiles, read again, in their order. */
  inEachRun(files: readonly File[], f: FunctionIndex): Result<readonly FunctionInRun[], Problem>
  /**
   * The lines of a function's code, with the samples of each and, out of these files' profiles, the calls that each made; no
   * files to do without. Errors: `input/nothing-given` without debugging information at hand.
   */
  functionLines(files: readonly File[], f: FunctionIndex): Result<LinesAnswer<FunctionLines>, Problem>
  /** All lines that were sampled. Errors: those of `functionLines`. */
  hotLines(): Result<LinesAnswer<HotLines>, Problem>
  /** Some lines of a source file. */
  sourceText(file: File, ranges: readonly LineRange[]): Result<TextOfLines, Problem>
  /**
   * A whole document: gprof's listing (flat profile, call graph, index), JSON or a form for other tools of the profile as it
   * stands, or its sum. Looks up source lines first if the document shows them.
   *
   * @param files whose profiles are read for calls by line, in a document that has a place for them; null to do without lines
   */
  write(document: DocumentKind, files: readonly File[] | null): Result<WrittenDocument, Problem>
  /**
   * The open profile as a saved one, without what the request leaves out, and what is in it; null if it cannot be made as
   * small as that. Nothing is sent anywhere. Lines are read from the program and, for their calls, from these files' profiles, unless
   * they came with it.
   */
  share(request: ShareRequest, files: readonly File[]): Result<SharedProfile | null, Problem>
  /** What a file is, by its content; it is not opened. */
  identify(file: File): Result<OfferedFile, Problem>
  /** A listing of gprof's beside what is open, as measured, line by line. */
  compare(file: File): Result<Comparison, Problem>
  /** The functions gprof prints by default, sorted; ties keep gprof's order. Items are FunctionIndex. */
  sort(order: SortOrder): Result<Uint32Array<ArrayBuffer>, Problem>
  /** Case-insensitive; every term must occur in the readable or the raw name; `/…/` is a regular expression. */
  search(query: string): Result<SearchResult, Problem>
  /** The same for an expression and names that are not the open profile's: 1 for each that matches. */
  findInNames(query: string, names: readonly string[]): Result<Uint8Array<ArrayBuffer>, Problem>
  /** The open profile's functions and names that are not its own in the order of readable names. */
  rankNames(others: Named): Result<RanksTogether, Problem>
}

export type Question = keyof Questions
export type Arguments<K extends Question> = Parameters<Questions[K]>
export type Answer<K extends Question> = ReturnType<Questions[K]>
/** `open` goes through several stages. */
export type ProgressOf<K extends Question> = K extends 'open' ? StageProgress : Progress

/** How a question is followed, and given up. */
export interface RequestOptions<K extends Question> {
  /** Aborts the question in the worker, which then answers `host/cancelled`. */
  readonly signal?: AbortSignal | undefined
  /** Never called once the question is answered or aborted. */
  readonly onProgress?: ((progress: ProgressOf<K>) => void) | undefined
}

/** A document in pieces, one after the other: bytes, since texts would be copied on their way, by the page. */
export interface WrittenDocument {
  readonly pieces: readonly Uint8Array<ArrayBuffer>[]
  /** MIME. */
  readonly type: string
}

/** The bytes of a question's file, by its index among the question's files. */
export type ReadForWorker = (file: number, offset: number, length: number) => Promise<ArrayBuffer>

/**
 * The worker's end: what comlink carries. In a page without an origin, such as a file opened from a disk, WebKit lets
 * a worker read no file and no blob, and nobody those it makes: there the page reads for it.
 */
export interface ProfileWorker {
  /** @param read null where the worker may read the files itself */
  ask<K extends Question>(
    id: number,
    question: K,
    args: Arguments<K>,
    onProgress: ((progress: ProgressOf<K>) => void) | null,
    read: ReadForWorker | null,
  ): Promise<Answer<K>>
  /** Gives up the question of that number, unless it is answered. */
  abort(id: number): void
}

// What the page asks of the worker that looks for cuts.

export type { CycleColumns, CutRequest, SuggestedCuts }

export interface CutsService {
  /** Which arcs to cut in all of the cycles together. `onProgress` tells how many cycles are done, a hundred times at most. */
  suggest(
    cycles: CycleColumns,
    request: CutRequest,
    onProgress: (done: number) => void,
  ): Promise<readonly SuggestedCuts[]>
}

// What the page asks of the layout worker.

export interface LayoutService {
  layout(input: LayoutInput, style: LayoutStyle): Promise<LayoutResult>
}

// What the page asks of the worker that fetches a hosted profile.

export interface Downloaded {
  /** The last part of the address. */
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface DownloadService {
  /**
   * One request, without cookies and without telling where it comes from. `onProgress` tells bytes so far and in all, 0 if
   * the server does not say. Errors: `hosted/…`.
   */
  download(
    address: string,
    onProgress: (done: number, total: number) => void,
  ): Promise<Result<Downloaded, Problem>>
}
