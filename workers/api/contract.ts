// What crosses between a page and its worker: plain data and one interface.
import type { SharedProfile, ShareRequest } from '../core/saved/share.ts'
import type { Scenario } from '../core/analysis/scenario/scenario.ts'
import type { Result } from '../core/base/result.ts'
import type { OfferedFile, OpenedProfile, OpenFailure, OpenOptions, Step } from '../core/opened-profile.ts'
import type { Notice, Problem } from '../core/problems/problem.ts'
import type { PossibleArcs } from '../core/profile/code/possible-arcs.ts'
import type { FunctionIndex, SourceTable } from '../core/profile/tables.ts'
import type { FunctionInRun } from '../core/stages/read-each-run.ts'
import type { FunctionLines } from '../core/profile/lines/function-lines.ts'
import type { HotLines } from '../core/profile/lines/hot-lines.ts'
import type { LineRange, TextOfLines } from '../core/profile/lines/read-source-text.ts'
import type { AnalysisChange } from '../core/reports/what-if/analysis-change.ts'
import type { ExportKind } from '../core/reports/exports/write-export.ts'
import type { Comparison } from '../core/reports/comparison.ts'
import type { Named } from '../core/reports/names/names.ts'
import type { RanksTogether } from '../core/reports/names/rank-together.ts'
import type { SearchResult } from '../core/reports/search/search-functions.ts'
import type { SortOrder } from '../core/reports/flat-profile/sort-functions.ts'

export type {
  OfferedFile,
  OneRun,
  OpenedProfile,
  OpenFailure,
  OpenOptions,
  RunName,
  SavedState,
  Stage,
  Step,
} from '../core/opened-profile.ts'

export type { SortColumn, SortOrder } from '../core/reports/flat-profile/sort-functions.ts'
export type { Analysis } from '../core/reports/listing/listing.ts'
export type { AnalysisChange } from '../core/reports/what-if/analysis-change.ts'
export type { CutToFit, ShareChoice, SharedProfile, ShareRequest } from '../core/saved/share.ts'
export type { FunctionInRun } from '../core/stages/read-each-run.ts'
export type { FunctionLines } from '../core/profile/lines/function-lines.ts'
export type { HotLines } from '../core/profile/lines/hot-lines.ts'
export type { LineRange, TextOfLines } from '../core/profile/lines/read-source-text.ts'
export type { SearchResult } from '../core/reports/search/search-functions.ts'

/** Lines, and what of the debugging information could not be read so far. */
export type ToldLines<T> = T & { readonly notices?: readonly Notice[] }

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

/** What the page asks of the worker. A new drop is a new worker. */
export interface ProfileService {
  open(
    files: readonly File[],
    options: OpenOptions,
    onStep: (step: Step) => void,
  ): Promise<Result<OpenedProfile, OpenFailure>>
  /**
   * In place of `open`, where the files can no longer be read: answers go on from what the page holds, as measured, with the
   * calls never taken if they are known. Whoever needs the files themselves is told `why`. Errors: ProblemError.
   */
  resume(shown: OpenedProfile, possible: PossibleArcs | null, why: Problem): Promise<void>
  /** The same profile under another scenario: what changes of it. From then on rows are sorted by its numbers. */
  analyze(scenario: Scenario): Promise<Result<AnalysisChange, Problem>>
  /**
   * Where functions come from, for `profile.sources`: at once if `open` has looked it up already, as it does for all but
   * very large programs; null without debugging information. `onStep` tells how much is done, 0–1.
   */
  sources(onStep: (part: number) => void): Promise<Result<SourcesAnswer, Problem>>
  /** Ends that; whoever waits for it is answered `host/cancelled`. */
  stopSources(): Promise<void>
  /**
   * Direct calls in the program's code that are not in the profile, whatever the scenario; null where that cannot be
   * told. Reads all of the code, once; `onStep` tells how many bytes of it are done. `analyze` of a scenario with static
   * arcs asks for them, too.
   */
  possibleCalls(onStep: (done: number, total: number) => void): Promise<Result<PossibleArcs | null, Problem>>
  /** Ends the reading under way; whoever waits for it is answered `host/cancelled`. */
  stopPossibleCalls(): Promise<void>
  /**
   * What a function has in each of these files' profiles, read again, in their order. `onStep` tells how much of them is read, 0–1.
   * Whoever waits for an earlier answer is told `host/cancelled`.
   */
  inEachRun(
    files: readonly File[],
    f: FunctionIndex,
    onStep: (part: number) => void,
  ): Promise<Result<readonly FunctionInRun[], Problem>>
  /** Ends the reading under way, as another question would. */
  stopEachRun(): Promise<void>
  /**
   * The lines of a function's code, with the samples of each and, out of these files' profiles, the calls that each made; no
   * files to do without. `onStep` tells how much is read, 0–1. Whoever waits for an earlier answer is told `host/cancelled`.
   * Errors: `input/nothing-given` without debugging information at hand.
   */
  functionLines(
    files: readonly File[],
    f: FunctionIndex,
    onStep: (part: number) => void,
  ): Promise<Result<ToldLines<FunctionLines>, Problem>>
  /** All lines that were sampled. Otherwise as above. */
  hotLines(onStep: (part: number) => void): Promise<Result<ToldLines<HotLines>, Problem>>
  /** Ends the reading of lines under way. */
  stopLines(): Promise<void>
  /** Some lines of a source file. */
  sourceText(file: File, ranges: readonly LineRange[]): Promise<Result<TextOfLines, Problem>>
  /**
   * A whole document: gprof's listing (flat profile, call graph, index), JSON or a form for other tools of the profile as it
   * stands, or its sum. Looks up source lines first if the document shows them.
   *
   * @param files whose profiles are read for calls by line, in a document that has a place for them; null to do without lines
   */
  write(document: DocumentKind, files: readonly File[] | null): Promise<Result<Blob, Problem>>
  /**
   * The open profile as a saved one, without what the request leaves out, and what is in it; null if it cannot be made as
   * small as that. Nothing is sent anywhere. Lines are read from the program and, for their calls, from these files' profiles, unless
   * they came with it; `onStep` tells how much is read, 0–1.
   */
  share(
    request: ShareRequest,
    files: readonly File[],
    onStep: (part: number) => void,
  ): Promise<Result<SharedProfile | null, Problem>>
  /** What a file is, by its content; it is not opened. */
  identify(file: File): Promise<OfferedFile | null>
  /** A listing of gprof's beside what is open, as measured, line by line. `onStep` tells how much of it is done, 0–1. */
  compare(file: File, onStep: (part: number) => void): Promise<Result<Comparison, Problem>>
  /** The functions gprof prints by default, sorted; ties keep gprof's order. Items are FunctionIndex. Errors: ProblemError. */
  sort(order: SortOrder): Promise<Uint32Array<ArrayBuffer>>
  /** Case-insensitive; every term must occur in the readable or the raw name; `/…/` is a regular expression. Errors: ProblemError. */
  search(query: string): Promise<SearchResult>
  /** The same for an expression and names that are not the open profile's: 1 for each that matches. Errors: ProblemError. */
  findInNames(query: string, names: readonly string[]): Promise<Uint8Array<ArrayBuffer>>
  /**
   * The open profile's functions and names that are not its own in the order of readable names. Whoever waits for an earlier answer is
   * told `host/cancelled`.
   */
  rankNames(others: Named): Promise<Result<RanksTogether, Problem>>
}

/** A document in pieces, one after the other: bytes, since texts would be copied on their way, by the page. */
export interface WrittenDocument {
  readonly pieces: readonly Uint8Array<ArrayBuffer>[]
  /** MIME. */
  readonly type: string
}

/** The bytes of a file that was given to `open`, by its index. */
export type ReadForWorker = (file: number, offset: number, length: number) => Promise<ArrayBuffer>

/**
 * What the worker itself does for ProfileService. In a page without an origin, such as a file opened from a disk, WebKit lets
 * a worker read no file and no blob, and nobody those it makes: there the page reads for it.
 */
export interface ProfileWorker extends Omit<
  ProfileService,
  'open' | 'inEachRun' | 'functionLines' | 'sourceText' | 'share' | 'write' | 'identify' | 'compare'
> {
  /** `read`: null where the worker may read the files itself. */
  open(
    files: readonly File[],
    options: OpenOptions,
    onStep: (step: Step) => void,
    read: ReadForWorker | null,
  ): Promise<Result<OpenedProfile, OpenFailure>>
  inEachRun(
    files: readonly File[],
    f: FunctionIndex,
    onStep: (part: number) => void,
    read: ReadForWorker | null,
  ): Promise<Result<readonly FunctionInRun[], Problem>>
  functionLines(
    files: readonly File[],
    f: FunctionIndex,
    onStep: (part: number) => void,
    read: ReadForWorker | null,
  ): Promise<Result<ToldLines<FunctionLines>, Problem>>
  sourceText(
    file: File,
    ranges: readonly LineRange[],
    read: ReadForWorker | null,
  ): Promise<Result<TextOfLines, Problem>>
  share(
    request: ShareRequest,
    files: readonly File[],
    onStep: (part: number) => void,
    read: ReadForWorker | null,
  ): Promise<Result<SharedProfile | null, Problem>>
  write(
    document: DocumentKind,
    files: readonly File[] | null,
    read: ReadForWorker | null,
  ): Promise<Result<WrittenDocument, Problem>>
  identify(file: File, read: ReadForWorker | null): Promise<OfferedFile>
  compare(
    file: File,
    onStep: (part: number) => void,
    read: ReadForWorker | null,
  ): Promise<Result<Comparison, Problem>>
}
