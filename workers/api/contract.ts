// Messages of the page to its workers, or back: plain data, with one interface for each worker.
import type { SharedProfile, ShareRequest } from '../core/saved/share.ts'
import type { ArcName, Scenario } from '../core/analysis/scenario/scenario.ts'
import type { CycleIndex } from '../core/analysis/analyzed-profile.ts'
import type { CutPayers } from '../core/reports/cut-payers.ts'
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
import type { HotLines } from '../core/profile/lines/hot-lines.ts'
import type { LineRange, TextOfLines } from '../core/profile/lines/read-source-text.ts'
import type { AnalysisChange } from '../core/reports/analysis-change.ts'
import type { ExportKind } from '../core/reports/exports/write-export.ts'
import type { Comparison } from '../core/reports/verify-listing.ts'
import type { Named } from '../core/names/names.ts'
import type { RanksTogether } from '../core/names/rank-together.ts'
import type { SearchResult } from '../core/reports/search/search-names.ts'
import type { SortOrder } from '../core/reports/sort-functions.ts'
import type { CycleColumns } from '../core/analysis/cuts/cycle-arcs.ts'
import type { CutRequest } from '../core/analysis/cuts/suggest-cuts.ts'
import type { CutsByCycle } from '../core/analysis/cuts/cuts-by-cycle.ts'
import type { CutCandidate } from '../core/analysis/cuts/cut-candidates.ts'
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
export type { AnalysisChange } from '../core/reports/analysis-change.ts'
export type { CutToFit, ShareChoice, SharedProfile, ShareRequest } from '../core/saved/share.ts'
export type { FunctionInRun } from '../core/pipeline/read-each-run.ts'
export type { FunctionLines } from '../core/profile/lines/function-lines.ts'
export type { HotLines } from '../core/profile/lines/hot-lines.ts'
export type { LineRange, TextOfLines } from '../core/profile/lines/read-source-text.ts'
export type { SearchResult } from '../core/reports/search/search-names.ts'

/** Lines, with notices about debugging information that could not be read so far. */
export type LinesAnswer<T> = T & { readonly notices?: readonly Notice[] }

/** Source positions of functions, with notices about debugging information. */
export interface SourcesAnswer {
  readonly sources: SourceTable | null
  readonly notices: readonly Notice[]
}

/**
 * Kinds of documents. `gmon.sum`: the sum of all runs as a profile in GNU format, as recorded,
 * whatever the scenario. `static-arcs.gmon`: static calls as a profile of arcs without a count,
 * for gprof to read beside the others. ExportKind: formats of other tools, see
 * docs/formats/exports.md.
 */
export type DocumentKind = 'gprof' | 'json' | 'gmon.sum' | 'static-arcs.gmon' | ExportKind

/** Progress of a question in its own unit. `total` is 0 while unknown. */
export interface Progress {
  readonly done: number
  readonly total: number
}

/**
 * Questions to the profile worker, with their arguments and answers. A new drop starts a new
 * worker. Any answer may be the problem `host/cancelled`, if the question was aborted, or
 * `host/worker-lost`.
 */
export interface Questions {
  open(files: readonly File[], options: OpenOptions): Result<ProfileView, OpenFailure>
  /**
   * Replaces `open` if the files can no longer be read: answers continue from the page's data, as
   * measured, with static calls if known. A question that needs the files fails with `why`.
   */
  resume(shown: ProfileView, possible: PossibleArcs | null, why: Problem): Result<null, Problem>
  /**
   * Analyses the profile under another scenario and returns what changes. Afterwards rows are
   * sorted by the new numbers.
   */
  analyze(scenario: Scenario): Result<AnalysisChange, Problem>
  /**
   * Compares who pays under a scenario and with each of these sets of arcs cut as well, without putting either
   * on screen. `cycle` is one of the scenario's cycles, or null; see `cutPayers`. `limit` holds for each list.
   */
  cutPayers(
    scenario: Scenario,
    sets: readonly { readonly cycle: CycleIndex | null; readonly cut: readonly ArcName[] }[],
    limit: number,
  ): Result<readonly CutPayers[], Problem>
  /**
   * Returns the source positions for `profile.sources`; null without debugging information. Fast
   * if `open` has read them, as it does for all but very large programs.
   */
  sources(): Result<SourcesAnswer, Problem>
  /**
   * Returns the direct calls in the program's code that are not in the profile, whatever the
   * scenario; null if they cannot be found. Reads all of the code once; progress is in bytes.
   * `analyze` of a scenario with static arcs needs them, too.
   */
  possibleCalls(): Result<PossibleArcs | null, Problem>
  /** Reads these files' profiles again and returns a function's numbers in each, in their order. */
  inEachRun(files: readonly File[], f: FunctionIndex): Result<readonly FunctionInRun[], Problem>
  /**
   * Returns the lines of a function's code with their samples and their calls in these files'
   * profiles; without files there are no calls. Fails with `input/nothing-given` if no debugging
   * information is available.
   */
  functionLines(files: readonly File[], f: FunctionIndex): Result<LinesAnswer<FunctionLines>, Problem>
  /** Returns all sampled lines. Fails like `functionLines`. */
  hotLines(): Result<LinesAnswer<HotLines>, Problem>
  /** Returns ranges of lines of a source file. */
  sourceText(file: File, ranges: readonly LineRange[]): Result<TextOfLines, Problem>
  /**
   * Writes a document: gprof's listing (flat profile, call graph, index), JSON or another tool's
   * format of the profile under its scenario, or its sum. Reads source lines first if the
   * document shows them.
   *
   * @param files files whose profiles are read for calls by line, if the document contains them;
   * null for no lines
   */
  write(document: DocumentKind, files: readonly File[] | null): Result<WrittenDocument, Problem>
  /**
   * Makes a saved profile without what the request excludes, and describes its contents; null if
   * it cannot be made small enough. Nothing is sent anywhere. Lines are read from the program and
   * these files' profiles, unless they are stored in a saved profile.
   */
  share(request: ShareRequest, files: readonly File[]): Result<SharedProfile | null, Problem>
  /** Identifies a file by its content, without opening it. */
  identify(file: File): Result<OfferedFile, Problem>
  /** Compares a gprof listing with the open profile, as measured, line by line. */
  compare(file: File): Result<Comparison, Problem>
  /**
   * Returns the functions that gprof prints by default (FunctionIndex), sorted; ties keep gprof's
   * order.
   */
  sort(order: SortOrder): Result<Uint32Array<ArrayBuffer>, Problem>
  /**
   * Searches names, ignoring case: every term must occur in the readable or the raw name; `/…/`
   * is a regular expression.
   */
  search(query: string): Result<SearchResult, Problem>
  /** Searches names of another profile with a regular expression; returns 1 for each match. */
  findInNames(query: string, names: readonly string[]): Result<Uint8Array<ArrayBuffer>, Problem>
  /**
   * Ranks the names of the open profile's functions together with other names, in the order of
   * readable names.
   */
  rankNames(others: Named): Result<RanksTogether, Problem>
}

/** Name of a question. */
export type Question = keyof Questions
/** Arguments of a question. */
export type Arguments<K extends Question> = Parameters<Questions[K]>
/** Answer to a question. */
export type Answer<K extends Question> = ReturnType<Questions[K]>
/** Progress of a question; `open` has several stages. */
export type ProgressOf<K extends Question> = K extends 'open' ? StageProgress : Progress

/** Callbacks and cancellation of a question. */
export interface RequestOptions<K extends Question> {
  /** Aborts the question in the worker, which then answers `host/cancelled`. */
  readonly signal?: AbortSignal | undefined
  /** Never called after the question was answered or aborted. */
  readonly onProgress?: ((progress: ProgressOf<K>) => void) | undefined
}

/** A document in pieces. They are bytes, because the page would have to copy texts. */
export interface WrittenDocument {
  readonly pieces: readonly Uint8Array<ArrayBuffer>[]
  /** MIME type. */
  readonly type: string
}

/** Reads bytes of a question's file, by its index among the question's files. */
export type ReadForWorker = (file: number, offset: number, length: number) => Promise<ArrayBuffer>

/** What follows the arguments of each question. */
export type CallOptions<K extends Question> = [
  signal: AbortSignal | null,
  /** A proxy. */
  onProgress: ((progress: ProgressOf<K>) => void) | null,
  /** A proxy that reads the question's files; null if the worker may read them itself. */
  read: ReadForWorker | null,
]

/** A method for each question. */
export type QuestionMethods = {
  readonly [K in Question]: (
    ...call: [...args: Arguments<K>, ...options: CallOptions<K>]
  ) => Answer<K> | Promise<Answer<K>>
}

/**
 * The worker's interface over comlink. In a page without an origin, such as a file opened from a
 * disk, WebKit lets a worker read no files and blobs, and lets the page read no blobs of the
 * worker. There the page reads for the worker.
 */
export interface ProfileWorker extends QuestionMethods {
  /** Returns between two slices of the worker's work. */
  isAlive(): boolean
}

export type { CutCandidate, CycleColumns, CutPayers, CutRequest, CutsByCycle }

/** Suggests cuts; see core/analysis/cuts. */
export interface CutsService {
  /**
   * Suggests arcs to cut in each of the cycles. `onProgress` receives the number of finished cycles, at most
   * a hundred times.
   */
  suggest(cycles: CycleColumns, request: CutRequest, onProgress: (done: number) => void): Promise<CutsByCycle>
  /** Returns different sets of cuts of the first of the cycles; see `cutCandidates`. */
  candidates(
    cycles: CycleColumns,
    limit: number,
    onProgress: (done: number, total: number) => void,
  ): Promise<readonly CutCandidate[]>
}

/** Lays out graphs; see core/graph-layout. */
export interface LayoutService {
  layout(input: LayoutInput, style: LayoutStyle): Promise<LayoutResult>
}

/** A hosted profile that was fetched. */
export interface Downloaded {
  /** Last part of the address. */
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Fetches hosted profiles. */
export interface DownloadService {
  /**
   * Sends one request, without cookies and referrer. `onProgress` receives the bytes so far and
   * in total, 0 if unknown. Fails with `hosted/…`.
   */
  download(
    address: string,
    onProgress: (done: number, total: number) => void,
  ): Promise<Result<Downloaded, Problem>>
}
