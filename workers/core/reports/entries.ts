// Functions and whole cycles in the order of gprof's call graph, each with its number [n].
import type { Brand, Column, None } from '../base/brand.ts'
import type { CycleIndex } from '../analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../profile/tables.ts'

/** Entry `e` is gprof's `[e + 1]`. */
export type EntryIndex = Brand<number, 'EntryIndex'>

export interface EntryTable {
  /** Functions and cycles, printed or not. */
  readonly length: number
  /** Exactly one of these two is not NONE. */
  readonly functionOf: Column<EntryIndex, FunctionIndex | None>
  readonly cycleOf: Column<EntryIndex, CycleIndex | None>
  readonly entryOfFunction: Column<FunctionIndex, EntryIndex>
  readonly entryOfCycle: Column<CycleIndex, EntryIndex>
  /** The entries that gprof prints by default (something was called or has time), in order. Items are EntryIndex. */
  readonly printed: Uint32Array<ArrayBuffer>
}
