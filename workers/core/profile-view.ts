// The result of the pipeline (`ProfileView`), with its options or its progress. Plain data that can be
// posted to another thread.
import type { Scenario } from './analysis/scenario/scenario.ts'
import type { FileKey } from './base/file-key.ts'
import type { FileKind } from './base/file-kinds.ts'
import type { ByteLayout } from './bytes/byte-cursor.ts'
import type { ReadOptions } from './formats/gmon/read.ts'
import type { Notice, Problem } from './problems/problem.ts'
import type { GprofTextStyle } from './reports/listing/from-gprof-text.ts'
import type { RunImbalance } from './trust/runs/run-imbalance.ts'
import type { Analysis } from './reports/listing/listing.ts'

/** One input file and how it was identified. */
export interface OfferedFile {
  readonly name: string
  /** In bytes. */
  readonly size: number
  readonly kind: FileKind
  /**
   * Description for people: "ELF 64-bit little-endian x86-64 · 1,234 functions", "GNU gmon.out ·
   * 100 Hz · 250 samples · 12 arcs".
   */
  readonly detail: string
  /**
   * For one of several programs: how many of a sample of the profile's arcs begin and end in its
   * functions.
   */
  readonly match?: { readonly matched: number; readonly total: number }
  /** Samples that a run with a histogram adds to the sum. */
  readonly samples?: number
  /** Why the file cannot be used. The pipeline goes on without it. */
  readonly problem: Problem | null
  /**
   * Damage that begins inside the file. The part before it is used if there is a program. Absent
   * for an intact file.
   */
  readonly damage?: Problem
}

/** Pipeline stage, as reported in `StageProgress`. */
export type Stage = 'identify' | 'symbols' | 'profiles' | 'lines' | 'code' | 'analysis' | 'listing'

/**
 * Progress of one stage. `done` and `total` are in the stage's own unit (bytes or rows); `total`
 * is 0 if unknown.
 */
export interface StageProgress {
  readonly stage: Stage
  /** Name of the file being read, or "". */
  readonly file: string
  readonly done: number
  readonly total: number
}

/** An opened profile: its analysis, its input files and how they were read. */
export interface ProfileView extends Analysis, ProfileFacts {
  /**
   * The analysis without the scenario, for comparison. Absent while the scenario changes nothing.
   */
  readonly asMeasured?: Analysis
}

/** The input files of a profile and how they were read, whatever the scenario. */
export interface ProfileFacts {
  /** Name of the executable, else of the symbol list, else of the profile. */
  readonly name: string
  readonly files: readonly OfferedFile[]
  readonly notices: readonly Notice[]
  /**
   * Set if reading the debugging information would take long: `profile.sources` is read on
   * request.
   */
  readonly sourcesLater?: true
  /** For a saved profile: the state of the page when it was saved. */
  readonly saved?: OpenedState
  /** Set if the profile shows one run of several. */
  readonly oneRun?: OneRun
  /** For recorded profiles: the options they were read with. */
  readonly reading?: RunReading
  /** For several recorded profiles: which run has the most of each function. */
  readonly imbalance?: RunImbalance
  /** Style of the listing that the profile was read from; null or absent for any other profile. */
  readonly listed?: GprofTextStyle | null
}

/** How the profiles on screen were read, so that they can be read again in the same way. */
export interface RunReading {
  readonly layout: ByteLayout
  readonly options: Pick<ReadOptions, 'anyCounterWidth' | 'narrowCounts'>
  /** Distance subtracted from every address of the profiles, in bytes. */
  readonly shift: number
  /** See SymbolTable. */
  readonly lastIsOpen: boolean
  /** Set if what forked runs share is counted once. */
  readonly forkedOnce?: true
}

/** Identifies one run among all input files. */
export type RunName = FileKey

/** One run that is shown alone, and the files it was chosen from. */
export interface OneRun {
  readonly run: RunName
  /** Files of the sum of all runs. */
  readonly among: readonly OfferedFile[]
  /** That of all runs. */
  readonly imbalance?: RunImbalance | undefined
}

/** State of the page that a saved profile stores. */
export interface SavedState {
  readonly scenario: Scenario
  /** Rest of the state, encoded as in a link; "" for the default. */
  readonly view: string
}

/** State of a saved profile that was opened, with what its file contains. */
export interface OpenedState extends SavedState {
  /** Whether the file contains static calls; without its program they cannot be searched for. */
  readonly hasPossible: boolean
  /** Whether the file contains the lines of its functions. */
  readonly hasLines: boolean
}

/** Result of an attempt to open files that failed. */
export interface OpenFailure {
  readonly problem: Problem
  /** The files as far as they were identified. */
  readonly files: readonly OfferedFile[]
}

/** Options for opening files. */
export interface OpenOptions {
  /** Opens the profile without an executable; addresses replace names. */
  readonly withoutNames: boolean
  readonly scenario: Scenario
  /**
   * Distance by which the program was moved, in bytes: it is subtracted from every address of the
   * profiles. Normally 0.
   */
  readonly shift: number
  /** Counts once what the files of forked processes share; by default every file counts in full. */
  readonly forkedOnce?: boolean
  /** Opens only this run; without it, all runs are summed. */
  readonly run?: RunName
}
