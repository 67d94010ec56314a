// The central model: one program's functions, arcs and samples, ready for analysis. Tables are columns; each
// column has its own comment.
import type { Brand, Column, None } from '../base/columns.ts'
import type { Csr } from '../base/csr.ts'
import type { StringTable } from '../base/string-table.ts'
import type { LinkAddress, Ticks } from '../base/units.ts'

export type FunctionIndex = Brand<number, 'FunctionIndex'>
export type ArcIndex = Brand<number, 'ArcIndex'>
export type FileIndex = Brand<number, 'FileIndex'>

/** Every accepted symbol, ascending by address: gprof's symbol table. */
export interface FunctionTable {
  readonly length: number
  /** First instruction, link-time; strictly ascending. Source: symbol value. */
  readonly address: Column<FunctionIndex, LinkAddress, 'Float64Array'>
  /** Addresses are not known: `address` numbers the rows, and is not to be shown. */
  readonly isAddressless?: true
  /** Last byte that belongs to it; below `address` for a last symbol beyond `.text`, which no look-up ever finds. */
  readonly last: Column<FunctionIndex, LinkAddress, 'Float64Array'>
  /** Raw names, row `f` is function `f`. Read with `rawName`. */
  readonly names: StringTable
  /** What compilers put before every name in this kind of program; shown names go without it. */
  readonly namePrefix?: '_'
  /** 1 for a local symbol (a static function). */
  readonly isStatic: Column<FunctionIndex, number, 'Uint8Array'>
  /** 1 for a symbol typed as a function. */
  readonly isFunction: Column<FunctionIndex, number, 'Uint8Array'>
  /** 1 for the profiler's own functions (`mcount` and the like), whose samples count nowhere. */
  readonly isLeftOut: Column<FunctionIndex, number, 'Uint8Array'>
  /** Samples in the function itself. Ticks; fractional, as a bin may straddle two functions. */
  readonly selfTicks: Column<FunctionIndex, Ticks, 'Float64Array'>
  /** Times it was called by others (direct recursion is in `selfCalls`), other members of its cycle included. */
  readonly calls: Column<FunctionIndex, number, 'Float64Array'>
  /** Direct recursive calls. */
  readonly selfCalls: Column<FunctionIndex, number, 'Float64Array'>
}

/** Distinct parent–child pairs, oldest first: in the order in which they first appear in the files. */
export interface ArcTable {
  readonly length: number
  readonly parent: Column<ArcIndex, FunctionIndex, 'Int32Array'>
  readonly child: Column<ArcIndex, FunctionIndex, 'Int32Array'>
  /** Times the arc was traversed. Whole number; 0 for an arc recorded with no count, or not recorded at all. Of 32 or 64 bits. */
  readonly count: Column<ArcIndex, number, 'Uint32Array' | 'Float64Array'>
}

/** Arcs at one side of each function. */
export type ArcsByFunction = Csr<FunctionIndex, ArcIndex>

/** Where functions come from, beside FunctionTable: row `f` is the first instruction of function `f`. */
export interface SourceTable {
  /** NONE where it is not known, and for functions that were not asked for. */
  readonly fileOf: Column<FunctionIndex, FileIndex | None, 'Int32Array'>
  /** Counted from 1; NONE (−1) where `fileOf` is. */
  readonly lineOf: Column<FunctionIndex, number, 'Int32Array'>
  /** Full paths as the compiler saw them, each once. Source: DWARF line tables. */
  readonly files: StringTable
}

// The central model: one program's functions, arcs and samples, ready for analysis.

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

/** Arcs by parent and by child, newest first: the order of gprof's own lists, on which ties depend. */
export interface ArcGroups {
  readonly arcsByParent: ArcsByFunction
  readonly arcsByChild: ArcsByFunction
}

/** What of a profile knows arcs. */
export interface ArcTables extends ArcGroups {
  readonly arcs: ArcTable
  /** Arcs from this row on were never recorded: a scenario took them from the program's code, without a count. */
  readonly recordedArcs: number
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
