// What analysis adds to a profile: cycles, order, and time passed along arcs. New tables beside the old, none changed.
import type { Brand, Column, None } from '../base/columns.ts'
import type { Csr } from '../base/csr.ts'
import type { Ticks } from '../base/units.ts'
import type { ArcIndex, CallGraphProfile, FunctionIndex } from '../profile/call-graph-profile.ts'
import type { Scenario } from './scenario/scenario.ts'

/** Cycle `c` is gprof's `<cycle c + 1>`. */
export type CycleIndex = Brand<number, 'CycleIndex'>

export interface CycleTable {
  readonly length: number
  /** The cycle a function is in. */
  readonly cycleOf: Column<FunctionIndex, CycleIndex | None, 'Int32Array'>
  /** Members by cycle, in gprof's chain order. */
  readonly members: Csr<CycleIndex, FunctionIndex>
  /** Calls into the cycle from outside. */
  readonly calls: Column<CycleIndex, number, 'Float64Array'>
  /** Calls between different members; direct recursion is not in it. */
  readonly internalCalls: Column<CycleIndex, number, 'Float64Array'>
}

export interface TimeTables {
  /** Position in gprof's order, children before parents; members of a cycle share one. From 1. */
  readonly order: Column<FunctionIndex, number, 'Uint32Array'>
  /** Time inherited from children outside its cycle. */
  readonly childTicks: Column<FunctionIndex, Ticks, 'Float64Array'>
  /** Share of the function's time that is shown and passed on, 0–1; 1 up to rounding unless the scenario leaves something out. */
  readonly fraction: Column<FunctionIndex, number, 'Float64Array'>
  /** Self and child time times `fraction`: what the call graph shows. */
  readonly propagatedSelf: Column<FunctionIndex, Ticks, 'Float64Array'>
  readonly propagatedChild: Column<FunctionIndex, Ticks, 'Float64Array'>
  /** Whether the call graph has an entry for it, as far as filters go. */
  readonly isPrinted: Column<FunctionIndex, number, 'Uint8Array'>
  readonly cycleSelfTicks: Column<CycleIndex, Ticks, 'Float64Array'>
  readonly cycleChildTicks: Column<CycleIndex, Ticks, 'Float64Array'>
  /** 0 for a cycle that nobody outside calls: gprof prints no entry for it as a whole. */
  readonly cycleFraction: Column<CycleIndex, number, 'Float64Array'>
  readonly cyclePropagatedSelf: Column<CycleIndex, Ticks, 'Float64Array'>
  readonly cyclePropagatedChild: Column<CycleIndex, Ticks, 'Float64Array'>
  readonly cycleIsPrinted: Column<CycleIndex, number, 'Uint8Array'>
}

/** Time that arcs hand to their parents, see arc-times.ts. */
export interface ArcTimes {
  readonly self: Column<ArcIndex, Ticks, 'Float64Array'>
  readonly child: Column<ArcIndex, Ticks, 'Float64Array'>
}

/**
 * Numbers that a listing printed and that cannot be worked out again from its rounded times. They are shown in place of
 * what would be worked out. NaN where the listing has none.
 */
export interface AsPrinted {
  /** Seconds a sample counts as, as text; "" where it is not told. */
  readonly period: string
  /** Percent of all time that one sample is, in the heads of flat profile and call graph; 0 where it is not told. */
  readonly flatShare: number
  readonly graphShare: number
  readonly flatPercent: Column<FunctionIndex, number, 'Float64Array'>
  /** 0 where the flat profile has a blank, whatever the call graph says. */
  readonly flatCalls: Column<FunctionIndex, number, 'Float64Array'>
  /** In the unit of the flat profile. */
  readonly selfPerCall: Column<FunctionIndex, number, 'Float64Array'>
  readonly totalPerCall: Column<FunctionIndex, number, 'Float64Array'>
  readonly entryPercent: Column<FunctionIndex, number, 'Float64Array'>
  readonly cyclePercent: Column<CycleIndex, number, 'Float64Array'>
  /** What stands in parentheses behind a static function in the index; null for others. */
  readonly files: readonly (string | null)[]
}

export interface AnalyzedProfile {
  /** The profile that was analysed: the plain one, or it with static arcs and without those the scenario cuts. */
  readonly profile: CallGraphProfile
  readonly scenario: Scenario
  /**
   * The arcs that were cut, ascending: ArcIndex of the plain profile, static arcs behind its own. `plainArc` leads from
   * arcs here to arcs there.
   */
  readonly cutArcs: Uint32Array<ArrayBuffer>
  readonly cycles: CycleTable
  readonly times: TimeTables
  /** Null where it is worked out when it is asked for: ask by arc-times.ts. */
  readonly arcTimes: ArcTimes | null
  /** Sum of propagated self time: the 100 % of the call graph. */
  readonly printedTicks: Ticks
  /** Of a profile read from a listing, as long as nothing of it is changed. */
  readonly asPrinted?: AsPrinted
}
