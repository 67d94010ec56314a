// Time along arcs: from children to parents, each cycle as one node.
import type { CallGraphProfile } from '../../profile/call-graph-profile.ts'
import type { CycleTable, TimeTables } from '../analyzed-profile.ts'
import type { ArcWalk } from './arc-walk.ts'
import type { Components } from '../cycles/cycles.ts'
import type { Graph, Sums } from './passes.ts'
import { passDown, type PropagationFilter } from './pass-down.ts'
import { passUp } from './pass-up.ts'

export type { PropagationFilter }

export interface Propagated {
  readonly times: TimeTables
  /** Time is not kept by arc: arc-times.ts computes it from the rest. */
  readonly arcTimes: null
  /** Sum of propagated self time. Ticks. */
  readonly printedTicks: number
}

/**
 * Passes time from children to parents, children first.
 *
 * A first pass goes from callers down: what is shown, and which fraction of each function's time counts. The second
 * goes from callees up: each arc hands its parent the share `count / calls` of all the time its child holds.
 *
 * Shape:   one value per function, per cycle and per arc; self arcs and arcs inside a cycle carry none.
 * Unit:    ticks.
 * Errors:  none; the profile's arcs are within range.
 * Source:  S. L. Graham, P. B. Kessler, M. K. McKusick, "gprof: a call graph execution profiler", 1982; order of
 *          additions from the behaviour of GNU gprof 2.40.
 */
export function propagate(
  profile: CallGraphProfile,
  walk: ArcWalk,
  components: Components,
  cycles: CycleTable,
  filter: PropagationFilter,
): Propagated {
  const { length } = profile.functions
  const graph: Graph = {
    functions: profile.functions,
    cycles,
    walk,
    list: components.list,
  }
  const sums: Sums = {
    order: components.order,
    isPrinted: new Uint8Array(length),
    fraction: new Float64Array(length),
    propagatedSelf: new Float64Array(length),
    childTicks: new Float64Array(length),
    propagatedChild: new Float64Array(length),
    cycleIsPrinted: new Uint8Array(cycles.length),
    cycleFraction: new Float64Array(cycles.length),
    cycleSelfTicks: new Float64Array(cycles.length),
    cycleChildTicks: new Float64Array(cycles.length),
    cyclePropagatedSelf: new Float64Array(cycles.length),
    cyclePropagatedChild: new Float64Array(cycles.length),
  }
  const printedTicks = passDown(graph, filter, sums)
  passUp(graph, sums)
  return { printedTicks, times: sums, arcTimes: null }
}
