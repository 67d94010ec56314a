// What the two passes of propagation share: the graph as they walk it, and the sums they fill in.
import type { CallGraphProfile } from '../../profile/call-graph-profile.ts'
import type { CycleTable } from '../analyzed-profile.ts'
import type { ArcWalk } from './arc-walk.ts'

export interface Graph {
  readonly functions: CallGraphProfile['functions']
  readonly cycles: CycleTable
  readonly walk: ArcWalk
  /** Functions, children before parents; the members of a cycle stand together, by address. */
  readonly list: Uint32Array
}

/** TimeTables to be filled in. */
export interface Sums {
  readonly order: Uint32Array
  readonly isPrinted: Uint8Array
  readonly fraction: Float64Array
  readonly propagatedSelf: Float64Array
  readonly childTicks: Float64Array
  readonly propagatedChild: Float64Array
  readonly cycleIsPrinted: Uint8Array
  readonly cycleFraction: Float64Array
  readonly cycleSelfTicks: Float64Array
  readonly cycleChildTicks: Float64Array
  readonly cyclePropagatedSelf: Float64Array
  readonly cyclePropagatedChild: Float64Array
}
