// The tables everything after reading works on: columns, not objects. One doc comment per column.
import type { Brand, Column, None } from '../base/brand.ts'
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
