// The lines of call-graph entries, in gprof's order, for every function at once.
import type { Csr } from '../base/csr.ts'

export interface EntryLines {
  /** Arcs into each function, as gprof orders its parents lines (ascending). Groups by FunctionIndex, items are ArcIndex. */
  readonly parentArcs: Csr
  /** Arcs out of each function, as gprof orders its children lines (descending). */
  readonly childArcs: Csr
  /** Members of each cycle, as its own entry lists them. Groups by CycleIndex, items are FunctionIndex. */
  readonly cycleMembers: Csr
}
