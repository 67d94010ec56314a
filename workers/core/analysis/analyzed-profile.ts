// What analysis adds to a profile: cycles, order, and time passed along arcs. New tables beside the old, none changed.
import type { Brand, Column, None } from '../base/brand.ts'
import type { Csr } from '../base/csr.ts'
import type { Ticks } from '../base/units.ts'
import type { CallGraphProfile } from '../profile/call-graph-profile.ts'
import type { ArcIndex, FunctionIndex } from '../profile/tables.ts'
import type { Scenario } from './scenario.ts'

/** Cycle `c` is gprof's `<cycle c + 1>`. */
export type CycleIndex = Brand<number, 'CycleIndex'>

export interface CycleTable {
  readonly length: number
  /** The cycle a function is in. */
  readonly cycleOf: Column<FunctionIndex, CycleIndex | None>
  /** Members by cycle, in gprof's chain order. Items are FunctionIndex. */
  readonly members: Csr
  /** Calls into the cycle from outside. */
  readonly calls: Column<CycleIndex>
  /** Calls between different members; direct recursion is not in it. */
  readonly internalCalls: Column<CycleIndex>
}

export interface TimeTables {
  /** Position in gprof's order, children before parents; members of a cycle share one. From 1. */
  readonly order: Column<FunctionIndex>
  /** Time inherited from children outside its cycle. */
  readonly childTicks: Column<FunctionIndex, Ticks>
  /** Share of the function's time that is shown and passed on, 0–1; 1 up to rounding unless the scenario leaves something out. */
  readonly fraction: Column<FunctionIndex>
  /** Self and child time times `fraction`: what the call graph shows. */
  readonly propagatedSelf: Column<FunctionIndex, Ticks>
  readonly propagatedChild: Column<FunctionIndex, Ticks>
  /** Whether the call graph has an entry for it, as far as filters go. */
  readonly isPrinted: Column<FunctionIndex>
  readonly cycleSelfTicks: Column<CycleIndex, Ticks>
  readonly cycleChildTicks: Column<CycleIndex, Ticks>
  /** 0 for a cycle that nobody outside calls: gprof prints no entry for it as a whole. */
  readonly cycleFraction: Column<CycleIndex>
  readonly cyclePropagatedSelf: Column<CycleIndex, Ticks>
  readonly cyclePropagatedChild: Column<CycleIndex, Ticks>
  readonly cycleIsPrinted: Column<CycleIndex>
  /** The child's self and child time that this arc hands to its parent, times the parent's fraction. 0 on self arcs and inside a cycle. */
  readonly arcSelfTicks: Column<ArcIndex, Ticks>
  readonly arcChildTicks: Column<ArcIndex, Ticks>
}

export interface AnalyzedProfile {
  /** The profile that was analysed: the plain one, or it without the arcs the scenario cuts. */
  readonly profile: CallGraphProfile
  readonly scenario: Scenario
  /** The arcs that were cut, ascending: ArcIndex of the plain profile. `plainArc` leads from arcs here to arcs there. */
  readonly cutArcs: Uint32Array<ArrayBuffer>
  readonly cycles: CycleTable
  readonly times: TimeTables
  /** Sum of propagated self time: the 100 % of the call graph. */
  readonly printedTicks: Ticks
}
