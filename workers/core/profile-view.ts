// What comes out of the pipeline, and the words it uses on the way. Plain data, fit to cross to another thread.
import type { Scenario } from './analysis/scenario/scenario.ts'
import type { FileKey } from './base/file-key.ts'
import type { ByteLayout } from './bytes/byte-cursor.ts'
import type { ReadOptions } from './formats/gmon/read.ts'
import type { Notice, Problem } from './problems/problem.ts'
import type { GprofTextStyle } from './reports/listing/from-gprof-text.ts'
import type { Analysis } from './reports/listing/listing.ts'

/** One file that was offered, and what it turned out to be. */
export interface OfferedFile {
  readonly name: string
  readonly size: number
  readonly kind: 'executable' | 'debug' | 'profile' | 'symbols' | 'listing' | 'saved' | 'unknown'
  /** For people: "ELF 64-bit little-endian x86-64 · 1,234 functions", "GNU gmon.out · 100 Hz · 250 samples · 12 arcs". */
  readonly detail: string
  /** Of several programs: how many of the profile's arcs, of a sample of them, begin and end in its functions. */
  readonly match?: { readonly matched: number; readonly total: number }
  /** What a run that was sampled adds to the sum. */
  readonly samples?: number
  /** Why it is of no use: the next drop goes on without it. */
  readonly problem: Problem | null
  /** What is wrong from some place on; what stands before is used, as soon as there is a program. Not there if all is well. */
  readonly damage?: Problem
}

export type Stage = 'identify' | 'symbols' | 'profiles' | 'lines' | 'code' | 'analysis' | 'listing'

/** Where the work stands. `done` and `total` in the stage's own unit, bytes or rows; `total` 0 when it is not known. */
export interface StageProgress {
  readonly stage: Stage
  /** The file being read, or "". */
  readonly file: string
  readonly done: number
  readonly total: number
}

export interface ProfileView extends Analysis {
  /** The executable's name, else the symbol list's, or the profile's if there is none. */
  readonly name: string
  readonly files: readonly OfferedFile[]
  readonly notices: readonly Notice[]
  /** The same without its scenario, to compare with; not there as long as nothing is changed. */
  readonly asMeasured?: Analysis
  /** There is debugging information that would take long to read: `profile.sources` is there for the asking. */
  readonly sourcesLater?: true
  /** What was on screen when it was saved, of a saved profile. */
  readonly saved?: OpenedState
  /** It is one run alone of several that were there. */
  readonly oneRun?: OneRun
  /** Of profiles that were recorded: how they were read. */
  readonly reading?: RunReading
  /** How the listing looked that the profile comes from; null, or not there, for any other. */
  readonly listed?: GprofTextStyle | null
}

/** How the profiles were read that are on screen, for those who read them again. */
export interface RunReading {
  readonly layout: ByteLayout
  readonly options: Pick<ReadOptions, 'anyCounterWidth' | 'narrowCounts'>
  /** Subtracted from every address. */
  readonly shift: number
  /** See SymbolTable. */
  readonly lastIsOpen: boolean
}

/** A run among all files that were offered. */
export type RunName = FileKey

export interface OneRun {
  readonly run: RunName
  /** The files of the sum of all runs. */
  readonly among: readonly OfferedFile[]
}

export interface SavedState {
  readonly scenario: Scenario
  /** The rest as a link says it; "" for nothing in particular. */
  readonly view: string
}

export interface OpenedState extends SavedState {
  /** Calls never taken came with it: without its program they cannot be found. */
  readonly hasPossible: boolean
  /** So did the lines of its functions. */
  readonly hasLines: boolean
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
  /** Subtracted from every address of the profiles: the distance by which the program had been moved. Normally 0. */
  readonly shift: number
  /** Only this of the profiles; all of them unless given. */
  readonly run?: RunName
}
