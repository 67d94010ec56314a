// What analysis computes, as tables: cycles k, D_i of each routine, S_k, D_k of each cycle.
import type { Brand, Column, None } from '../base/columns.ts'
import type { Csr } from '../base/csr.ts'
import type { Ticks } from '../base/units.ts'
import type { ArcIndex, CallGraphProfile, FunctionIndex } from '../profile/call-graph-profile.ts'
import type { AppliedScenario } from './applied-scenario.ts'

/** Row of the cycle table. Cycle `c` is gprof's `<cycle c + 1>`. */
export type CycleIndex = Brand<number, 'CycleIndex'>

/** The cycles of a call graph, numbered as gprof numbers them. */
export interface CycleTable {
  readonly length: number
  /** Cycle that each function is in, or NONE. */
  readonly cycleOf: Column<FunctionIndex, CycleIndex | None, 'Int32Array'>
  /** Members by cycle, in gprof's chain order. */
  readonly members: Csr<CycleIndex, FunctionIndex>
  /** C(k), calls into the cycle from outside. */
  readonly calls: Column<CycleIndex, number, 'Float64Array'>
  /** Calls between different members: C(k→k) without direct recursion. */
  readonly internalCalls: Column<CycleIndex, number, 'Float64Array'>
}

/** Propagated times of functions and cycles, in ticks. */
export interface TimeTables {
  /** Position in gprof's order, from 1: children before parents. Members of a cycle share one. */
  readonly order: Column<FunctionIndex, number, 'Uint32Array'>
  /** D_i, time inherited from children outside the function's cycle. */
  readonly childTicks: Column<FunctionIndex, Ticks, 'Float64Array'>
  /**
   * f_i, the share of the function's time that is shown and passed on, 0–1. It is 1, up to rounding,
   * unless the scenario excludes something.
   */
  readonly fraction: Column<FunctionIndex, number, 'Float64Array'>
  /** Self and child time, each times `fraction`: what the call graph shows. */
  readonly propagatedSelf: Column<FunctionIndex, Ticks, 'Float64Array'>
  readonly propagatedChild: Column<FunctionIndex, Ticks, 'Float64Array'>
  /** Whether the filters let the call graph have an entry for the function. */
  readonly isPrinted: Column<FunctionIndex, number, 'Uint8Array'>
  /** S_k and D_k, sums over the members. */
  readonly cycleSelfTicks: Column<CycleIndex, Ticks, 'Float64Array'>
  readonly cycleChildTicks: Column<CycleIndex, Ticks, 'Float64Array'>
  /** 0 for a cycle without callers outside: gprof prints no entry for the whole cycle. */
  readonly cycleFraction: Column<CycleIndex, number, 'Float64Array'>
  readonly cyclePropagatedSelf: Column<CycleIndex, Ticks, 'Float64Array'>
  readonly cyclePropagatedChild: Column<CycleIndex, Ticks, 'Float64Array'>
  readonly cycleIsPrinted: Column<CycleIndex, number, 'Uint8Array'>
}

/** Time that arcs pass to their parents, in ticks; see arc-times.ts. */
export interface ArcTimes {
  readonly self: Column<ArcIndex, Ticks, 'Float64Array'>
  readonly child: Column<ArcIndex, Ticks, 'Float64Array'>
}

/**
 * Numbers that a listing printed and that its rounded times cannot reproduce. Reports show them
 * as printed. NaN where the listing has none.
 */
export interface AsPrinted {
  /** Seconds per sample as printed; "" if the listing does not say. */
  readonly period: string
  /**
   * Percentage of total time that one sample is, from the heads of flat profile and call graph; 0
   * if the listing does not say.
   */
  readonly flatShare: number
  readonly graphShare: number
  readonly flatPercent: Column<FunctionIndex, number, 'Float64Array'>
  /** 0 where the flat profile has a blank, whatever the call graph prints. */
  readonly flatCalls: Column<FunctionIndex, number, 'Float64Array'>
  /** Self and total time per call, in the unit of the flat profile. */
  readonly selfPerCall: Column<FunctionIndex, number, 'Float64Array'>
  readonly totalPerCall: Column<FunctionIndex, number, 'Float64Array'>
  readonly entryPercent: Column<FunctionIndex, number, 'Float64Array'>
  readonly cyclePercent: Column<CycleIndex, number, 'Float64Array'>
  /** File in parentheses after a static function in the index; null for other functions. */
  readonly files: readonly (string | null)[]
}

/** A profile with its cycles and propagated times, under one scenario. */
export interface AnalyzedProfile extends AppliedScenario {
  /**
   * The analysed profile: the plain one, with static arcs, with folded functions, without cut arcs and with
   * smaller self times as the scenario says.
   */
  readonly profile: CallGraphProfile
  readonly cycles: CycleTable
  readonly times: TimeTables
  /** Propagated time by arc; null if it is computed on request. Read it with arc-times.ts. */
  readonly arcTimes: ArcTimes | null
  /** Sum of propagated self time, in ticks: the 100% of the call graph. */
  readonly printedTicks: Ticks
  /** Printed numbers of a profile read from a listing, while no scenario changes it. */
  readonly asPrinted?: AsPrinted
}
