// Time along arcs: from children to parents, each cycle as one node.
import type { Column } from '../base/brand.ts'
import type { CallGraphProfile } from '../profile/call-graph-profile.ts'
import type { ArcTimes, CycleTable, TimeTables } from './analyzed-profile.ts'
import { walkOf } from './arc-walk.ts'
import type { Components } from './cycles.ts'
import type { Marks } from './marks.ts'
import type { ArcSums, Graph, Sums } from './passes.ts'
import { passDown, type PropagationFilter } from './pass-down.ts'
import { passUp } from './pass-up.ts'

export type { PropagationFilter }

export interface Propagated {
  readonly times: TimeTables
  /** Null if time was not to be kept by arc. */
  readonly arcTimes: ArcTimes | null
  /** Sum of propagated self time. Ticks. */
  readonly printedTicks: number
}

const column = <I extends number, V extends number = number>(
  values: Float64Array | Uint32Array | Uint8Array,
): Column<I, V> => values as unknown as Column<I, V>

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
  components: Components,
  cycles: CycleTable,
  filter: PropagationFilter,
  keepsArcTimes: boolean,
): Propagated {
  const { length } = profile.functions
  const { list, order } = components
  const graph: Graph = {
    functions: profile.functions,
    cycles,
    walk: walkOf(profile),
    isCut: null,
    list,
    order,
  }
  const sums: Sums = {
    isPrinted: new Uint8Array(length),
    fraction: new Float64Array(length),
    propagatedSelf: new Float64Array(length),
    childTicks: new Float64Array(length),
    propagatedChild: new Float64Array(length),
    cycleIsPrinted: new Uint8Array(cycles.length),
    cycleFraction: new Float64Array(cycles.length),
    cycleSelf: new Float64Array(cycles.length),
    cycleChild: new Float64Array(cycles.length),
    cyclePropagatedSelf: new Float64Array(cycles.length),
    cyclePropagatedChild: new Float64Array(cycles.length),
    arcs: keepsArcTimes ? emptyArcSums(profile.arcs.length) : null,
  }
  return propagateMarked(graph, filter, sums, null)
}

const emptyArcSums = (arcs: number): ArcSums => ({
  self: new Float64Array(arcs),
  child: new Float64Array(arcs),
})

/** Both passes over what is marked, or over everything; `sums` holds what is known of the rest. */
export function propagateMarked(
  graph: Graph,
  filter: PropagationFilter,
  sums: Sums,
  marks: Marks | null,
): Propagated {
  const printedTicks = passDown(graph, filter, sums, marks)
  passUp(graph, sums, marks)
  return {
    printedTicks,
    times: {
      order: column(graph.order),
      childTicks: column(sums.childTicks),
      fraction: column(sums.fraction),
      propagatedSelf: column(sums.propagatedSelf),
      propagatedChild: column(sums.propagatedChild),
      isPrinted: column(sums.isPrinted),
      cycleSelfTicks: column(sums.cycleSelf),
      cycleChildTicks: column(sums.cycleChild),
      cycleFraction: column(sums.cycleFraction),
      cyclePropagatedSelf: column(sums.cyclePropagatedSelf),
      cyclePropagatedChild: column(sums.cyclePropagatedChild),
      cycleIsPrinted: column(sums.cycleIsPrinted),
    },
    arcTimes: sums.arcs && { self: column(sums.arcs.self), child: column(sums.arcs.child) },
  }
}
