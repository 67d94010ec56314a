// The central model: one program's functions, arcs and samples, ready for analysis.
import type { Ticks } from '../base/units.ts'
import type { ArcsByFunction, ArcTable, FunctionTable, SourceTable } from './tables.ts'

export interface ProfileTotals {
  /** All samples of the histograms, less what was credited to functions left out (the profiler's own). */
  readonly ticks: Ticks
  /** All samples in the files, as recorded. */
  readonly recordedTicks: number
  /** Samples that lie in no function. Never negative; 0 when rounding leaves a residue. */
  readonly unattributedTicks: Ticks
  /** Arc records in the files, and those of them whose parent or child is no known function. */
  readonly arcRecords: number
  readonly droppedArcRecords: number
  /** Profile files summed. */
  readonly runs: number
}

/** What a profile that was read from a listing stands on: text, whose times are multiples of a hundredth of a second. */
export interface ListedFacts {
  /** Which parts the text has. */
  readonly hasFlat: boolean
  readonly hasGraph: boolean
}

/** What of a profile knows arcs. */
export interface ArcTables {
  readonly arcs: ArcTable
  /** Arcs from this row on were never recorded: a scenario took them from the program's code, without a count. */
  readonly recordedArcs: number
  /** Arcs by parent and by child, newest first: the order of gprof's own lists, on which ties depend. */
  readonly arcsByParent: ArcsByFunction
  readonly arcsByChild: ArcsByFunction
}

export interface CallGraphProfile extends ArcTables {
  readonly functions: FunctionTable
  readonly hasHistogram: boolean
  readonly hasArcs: boolean
  /** Ticks per second; 0 when there is no histogram. */
  readonly rate: number
  /** Two-byte units per bin (gprof's scale); 0 when there is no histogram. */
  readonly scale: number
  /** What a tick measures, normally "seconds" and "s". */
  readonly dimension: string
  readonly abbreviation: string
  readonly totals: ProfileTotals
  /** Where functions come from; null as long as nobody asked, and without debugging information. */
  readonly sources: SourceTable | null
  /** Set if the profile comes from a listing: then nothing in it is finer than what was printed. */
  readonly listed?: ListedFacts
}
