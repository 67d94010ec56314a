// Time along arcs: from children to parents, each cycle as one node.
import type { Column } from '../base/brand.ts'
import type { CallGraphProfile } from '../profile/call-graph-profile.ts'
import type { ArcTimes, CycleTable, TimeTables } from './analyzed-profile.ts'
import { walkOf } from './arc-walk.ts'
import type { Components } from './cycles.ts'
import { noMarks, type Marks } from './marks.ts'
import type { Graph, Sums } from './passes.ts'
import { passDown, type PropagationFilter } from './pass-down.ts'
import { passUp } from './pass-up.ts'

export type { PropagationFilter }

export interface Propagated {
  readonly times: TimeTables
  readonly arcTimes: ArcTimes
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
): Propagated {
  const { length } = profile.functions
  const graph: Graph = {
    functions: profile.functions,
    cycles,
    walk: walkOf(profile),
    isCut: null,
    list: components.list,
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
    arcSelf: new Float64Array(profile.arcs.length),
    arcChild: new Float64Array(profile.arcs.length),
  }
  return propagateMarked(graph, filter, sums, noMarks(graph), components)
}

/** Both passes over what is marked; `sums` holds what is known of the rest. */
export function propagateMarked(
  graph: Graph,
  filter: PropagationFilter,
  sums: Sums,
  marks: Marks,
  { order }: Components,
): Propagated {
  passDown(graph, filter, sums, marks)
  passUp(graph, sums, marks)
  const { list } = graph
  let printedTicks = 0
  for (let at = list.length - 1; at >= 0; at--) printedTicks += sums.propagatedSelf[list[at]]
  return {
    printedTicks,
    times: {
      order: column(order),
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
    arcTimes: { self: column(sums.arcSelf), child: column(sums.arcChild) },
  }
}
