// What is measured of one program, as tables: S_i, C(i) of each routine, C(i→j) of each arc.
import type { Brand, Column, None } from '../base/columns.ts'
import type { Csr } from '../base/csr.ts'
import type { StringTable } from '../base/packed-strings.ts'
import type { LinkAddress, Ticks } from '../base/units.ts'

/** Row of the function table. */
export type FunctionIndex = Brand<number, 'FunctionIndex'>
/** Row of the arc table. */
export type ArcIndex = Brand<number, 'ArcIndex'>
/** Row of `SourceTable.files`. */
export type FileIndex = Brand<number, 'FileIndex'>

/** Every accepted symbol, ascending by address: gprof's symbol table. */
export interface FunctionTable {
  readonly length: number
  /** First instruction, link-time; strictly ascending. Source: symbol value. */
  readonly address: Column<FunctionIndex, LinkAddress, 'Float64Array'>
  /** Set if addresses are unknown. `address` then numbers the rows and must not be shown. */
  readonly isAddressless?: true
  /**
   * Last byte of the function. Below `address` for a last symbol beyond `.text`, which no look-up
   * finds.
   */
  readonly last: Column<FunctionIndex, LinkAddress, 'Float64Array'>
  /** Raw names, row `f` is function `f`. Read with `rawName`. */
  readonly names: StringTable
  /** Prefix that compilers of this kind of program add to every name; displayed names omit it. */
  readonly namePrefix?: '_'
  /** 1 for a local symbol (a static function). */
  readonly isStatic: Column<FunctionIndex, number, 'Uint8Array'>
  /** 1 for a symbol typed as a function. */
  readonly isFunction: Column<FunctionIndex, number, 'Uint8Array'>
  /** 1 for the profiler's own functions (`mcount` and the like), whose samples are excluded. */
  readonly isLeftOut: Column<FunctionIndex, number, 'Uint8Array'>
  /** S_i, samples in the function itself. Ticks; fractional, as a bin may straddle two functions. */
  readonly selfTicks: Column<FunctionIndex, Ticks, 'Float64Array'>
  /** C(i), calls from other functions, members of its cycle included. Direct recursion is in `selfCalls`. */
  readonly calls: Column<FunctionIndex, number, 'Float64Array'>
  /** C(i→i), direct recursive calls. */
  readonly selfCalls: Column<FunctionIndex, number, 'Float64Array'>
}

/** Distinct parent–child pairs, oldest first: in order of first appearance in the files. */
export interface ArcTable {
  readonly length: number
  readonly parent: Column<ArcIndex, FunctionIndex, 'Int32Array'>
  readonly child: Column<ArcIndex, FunctionIndex, 'Int32Array'>
  /**
   * C(i→j), times the arc was traversed, a whole number. 0 for an arc recorded with no count, or not
   * recorded at all. 32 or 64 bits wide.
   */
  readonly count: Column<ArcIndex, number, 'Uint32Array' | 'Float64Array'>
}

/** Arcs grouped by the function at one of their ends. */
export type ArcsByFunction = Csr<FunctionIndex, ArcIndex>

/**
 * Source positions, parallel to FunctionTable: row `f` is the first instruction of function `f`.
 */
export interface SourceTable {
  /** NONE if the file is unknown or was not asked for. */
  readonly fileOf: Column<FunctionIndex, FileIndex | None, 'Int32Array'>
  /** Line number, from 1; NONE (−1) where `fileOf` is NONE. */
  readonly lineOf: Column<FunctionIndex, number, 'Int32Array'>
  /** Full paths as the compiler saw them, each once. Source: DWARF line tables. */
  readonly files: StringTable
}

/** Totals of a profile, excluded and unattributed samples included. */
export interface ProfileTotals {
  /** All samples minus those credited to excluded functions (the profiler's own). */
  readonly ticks: Ticks
  /** All samples in the files, as recorded. */
  readonly recordedTicks: number
  /** Samples outside every function. Never negative; 0 when rounding leaves a residue. */
  readonly unattributedTicks: Ticks
  /** Arc records in the files, and those whose parent or child is no known function. */
  readonly arcRecords: number
  readonly droppedArcRecords: number
  /** Number of profile files summed. */
  readonly runs: number
}

/**
 * Facts about a profile read from a listing, whose times are multiples of a hundredth of a
 * second.
 */
export interface ListedFacts {
  /** Whether the listing has a flat profile and a call graph. */
  readonly hasFlat: boolean
  readonly hasGraph: boolean
}

/** Arcs by parent and by child, newest first: the order of gprof's lists, on which ties depend. */
export interface ArcGroups {
  readonly arcsByParent: ArcsByFunction
  readonly arcsByChild: ArcsByFunction
}

/** The arc columns of a profile with their groupings. */
export interface ArcTables extends ArcGroups {
  readonly arcs: ArcTable
  /** Arcs from this row on are static: they come from the program's code and have no count. */
  readonly recordedArcs: number
  /** Set if some of the static arcs may have been taken as tail calls. */
  readonly tailCalls?: TailCalls
}

/** How a static arc may have been taken, as a tail call. */
export const Tail = {
  /** A call, or a jump that no recorded arc can have come through: never taken. */
  none: 0,
  /** Only a jump, and a caller of the function that jumps has a recorded arc to the callee. */
  possible: 1,
  /** As `possible`, and the code of such a caller holds no call that its arc could be. */
  taken: 2,
} as const

/** Static arcs that are jumps and may have been taken: recorded arcs lead from callers of the jumper to the callee. */
export interface TailCalls {
  /** FunctionIndex of the function that jumps, and of the one that it jumps to. */
  readonly jumper: Uint32Array<ArrayBuffer>
  readonly callee: Uint32Array<ArrayBuffer>
  /** 1 if a recorded arc has no other explanation. */
  readonly isTaken: Uint8Array<ArrayBuffer>
}

/** What is uncertain because bins hold several functions. */
export interface SharedBins {
  /** Samples in such bins. */
  readonly ticks: Ticks
  readonly bytesPerBin: number
  /**
   * Self time of each function if none of the samples in its shared bins were its own, and if all
   * of them were.
   */
  readonly least: Column<FunctionIndex, Ticks, 'Float64Array'>
  readonly most: Column<FunctionIndex, Ticks, 'Float64Array'>
  /** Bins with samples, by record and address. */
  readonly bins: SampledBins
}

/** Bins with samples, as columns. */
export interface SampledBins {
  /** Link-time addresses: the first byte of the bin, and the first behind it. */
  readonly from: Float64Array<ArrayBuffer>
  readonly to: Float64Array<ArrayBuffer>
  readonly samples: Float64Array<ArrayBuffer>
  /** How many functions have code in the bin; 0 outside all of them. */
  readonly owners: Uint32Array<ArrayBuffer>
}

/** One program's functions, arcs and samples. */
export interface CallGraphProfile extends ArcTables {
  readonly functions: FunctionTable
  readonly hasHistogram: boolean
  readonly hasArcs: boolean
  /** Ticks per second; 0 when there is no histogram. */
  readonly rate: number
  /** Two-byte units per bin (gprof's scale); 0 when there is no histogram. */
  readonly scale: number
  /** Unit of a tick and its abbreviation, normally "seconds" and "s". */
  readonly dimension: string
  readonly abbreviation: string
  readonly totals: ProfileTotals
  /** Source positions of functions; null until they are read, and without debugging information. */
  readonly sources: SourceTable | null
  /** Set if many samples are in bins that hold code of several functions. */
  readonly sharedBins?: SharedBins
  /** Set if some recorded arcs have no call in the caller's code that explains them: the ends of each. */
  readonly unexplained?: readonly (readonly [caller: FunctionIndex, callee: FunctionIndex])[]
  /** Set if the profile comes from a listing: its numbers are as coarse as printed. */
  readonly listed?: ListedFacts
}
