// The recurrence T_i = S_i + Σ_j T_j × C(i→j) ÷ C(j) over a whole call graph, each cycle k as one node.
import { asArray } from '../base/columns.ts'
import type { CallGraphProfile } from '../profile/call-graph-profile.ts'
import type { CycleTable, TimeTables } from './analyzed-profile.ts'
import { buildCycles, type Components, findComponentsAmong } from './cycles.ts'
import { type ArcWalk, forgetWalk, walkOf } from './arc-walk.ts'
import { listHeads, WIDTH, CHILD, ORDER, CALLS, SELF } from './arc-times.ts'

/**
 * Which functions the call graph shows and which pass time on; null is an empty list, which
 * excludes nothing.
 */
export interface PropagationFilter {
  readonly graphOnly: Uint8Array | null
  readonly graphWithout: Uint8Array | null
  readonly timeOnly: Uint8Array | null
  readonly timeWithout: Uint8Array | null
}

/** Result of `propagate`: the cycles, and the times of functions and cycles, in ticks. */
export interface Propagated {
  readonly cycles: CycleTable
  readonly times: TimeTables
  /** Times by arc are not stored; arc-times.ts computes them. */
  readonly arcTimes: null
  /** Sum of propagated self time, in ticks. */
  readonly printedTicks: number
}

/**
 * Propagates time from callees to callers.
 *
 * The depth-first walk finds cycles and an order in which callees come first. A pass against that order,
 * from callers to callees, decides what is shown, and which fraction of each function's time counts: all of
 * it, unless a filter excludes callers. The pass along the order computes D_i, and so T_i = S_i + D_i: each
 * arc passes the part C(i→j) ÷ C(j) of T_j, which is final by then, to its caller.
 *
 * Shape: one value per function and per cycle; direct recursion and arcs inside a cycle pass nothing. Unit:
 * ticks. Source: S. L. Graham, P. B. Kessler, M. K. McKusick, "gprof: a call graph execution profiler", 1982;
 * order of additions from the behaviour of GNU gprof 2.40.
 */
export function propagate(profile: CallGraphProfile, filter: PropagationFilter): Propagated {
  const walk = walkOf(profile)
  const components = findComponentsAmong(walk.byParent.offsets, walk.byParent.other)
  const cycles = buildCycles(profile, components)
  const graph: Graph = { functions: profile.functions, cycles, walk, list: components.list }
  const times = emptyTimes(components, cycles)
  const printedTicks = passDown(graph, filter, times)
  passUp(graph, times)
  forgetWalk(walk)
  return { cycles, times, arcTimes: null, printedTicks }
}

interface Graph {
  readonly functions: CallGraphProfile['functions']
  readonly cycles: CycleTable
  readonly walk: ArcWalk
  /** Functions, callees before callers. Members of a cycle are adjacent, by address. */
  readonly list: Uint32Array
}

/** TimeTables to fill in. */
type Times = ReturnType<typeof emptyTimes>

function emptyTimes({ order }: Components, cycles: CycleTable) {
  const { length } = order
  return {
    order,
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
}

/**
 * Goes from callers to callees and fills in the fractions: f_i = Σ_h f_h × C(h→i) ÷ C(i) over the callers h,
 * until a filter of i itself says otherwise. A root has 1, and so has, as in gprof, what inherits 0 and is not
 * excluded: a function that only excluded ones call. Returns the sum of S_i × f_i, in ticks.
 */
function passDown(graph: Graph, filter: PropagationFilter, times: Times): number {
  const { functions, cycles, list } = graph
  const { isPrinted, fraction, propagatedSelf } = times
  const { graphOnly, graphWithout, timeOnly, timeWithout } = filter
  const self = asArray(functions.selfTicks)
  const cycleOf = asArray(cycles.cycleOf)
  const inherit = inheritor(graph, times)
  let lastCycle = -1
  let printedTicks = 0
  for (let at = list.length - 1; at >= 0; at--) {
    const f = list[at]
    const cycle = cycleOf[f]
    if (cycle < 0) inherit.function(f)
    else if (cycle !== lastCycle) inherit.cycle(cycle)
    lastCycle = cycle
    const inGraph = graphOnly !== null && graphOnly[f] === 1
    const outOfGraph = graphWithout !== null && graphWithout[f] === 1
    if (isPrinted[f] === 0) isPrinted[f] = inGraph || (graphOnly === null && !outOfGraph) ? 1 : 0
    else if (!inGraph && outOfGraph) isPrinted[f] = 0
    const inTime = timeOnly !== null && timeOnly[f] === 1
    const outOfTime = timeWithout !== null && timeWithout[f] === 1
    if (fraction[f] === 0) {
      if (inTime || (timeOnly === null && !outOfTime)) fraction[f] = 1
    } else if (!inTime && outOfTime) fraction[f] = 0
    propagatedSelf[f] = self[f] * fraction[f]
    printedTicks += propagatedSelf[f]
  }
  return printedTicks
}

/**
 * Returns what fills in the fraction that a function, or a cycle with all its members, has from its callers,
 * before its own filters.
 */
function inheritor({ functions, cycles, walk }: Graph, times: Times) {
  const { isPrinted, fraction, cycleIsPrinted, cycleFraction } = times
  const { offsets, other, count } = walk.byChild
  const calls = asArray(functions.calls)
  const cycleOf = asArray(cycles.cycleOf)
  const cycleCalls = asArray(cycles.calls)
  const { members } = cycles
  return {
    function(f: number): void {
      let printed = 0
      let sum = 0
      const total = calls[f]
      for (let at = offsets[f]; at < offsets[f + 1]; at++) {
        const parent = other[at]
        if (parent === f) continue
        printed |= isPrinted[parent]
        if (total !== 0) sum += fraction[parent] * (count[at] / total)
      }
      isPrinted[f] = printed
      fraction[f] = sum
    },
    cycle(cycle: number): void {
      let printed = 0
      let sum = 0
      const total = cycleCalls[cycle]
      const from = members.offsets[cycle]
      const to = members.offsets[cycle + 1]
      for (let m = from; m < to; m++) {
        const member = members.items[m]
        for (let at = offsets[member]; at < offsets[member + 1]; at++) {
          const parent = other[at]
          if (cycleOf[parent] === cycle) continue
          printed |= isPrinted[parent]
          if (total !== 0) sum += fraction[parent] * (count[at] / total)
        }
      }
      cycleIsPrinted[cycle] = printed
      cycleFraction[cycle] = sum
      for (let m = from; m < to; m++) {
        isPrinted[members.items[m]] = printed
        fraction[members.items[m]] = sum
      }
    },
  }
}

interface Pass {
  readonly graph: Graph
  readonly times: Times
  /** C(j), S_j and D_j side by side; of a member those of its cycle. See `listHeads`. */
  readonly heads: Float64Array
  /** D_k of the current cycle so far, and its shown part. */
  readonly together: Float64Array
}

/** Goes from callees to callers and fills in D_i of functions and, as each is complete, D_k of cycles. */
function passUp(graph: Graph, times: Times): void {
  const { functions, cycles, list } = graph
  const cycleOf = asArray(cycles.cycleOf)
  sumCycles(graph, times)
  const heads = listHeads(functions, cycles, times)
  const together = new Float64Array(2)
  const pass = { graph, times, heads, together }
  for (let at = 0; at < list.length;) {
    const cycle = cycleOf[list[at]]
    together.fill(0)
    const end = inheritTime(pass, at, cycle)
    if (cycle >= 0) {
      const [whole, shown] = together
      times.cycleChildTicks[cycle] = whole
      times.cyclePropagatedChild[cycle] = shown
      for (let member = at; member < end; member++) heads[WIDTH * list[member] + CHILD] = whole
    }
    at = end
  }
}

/**
 * Computes D_i of the functions from `from` on in the list, while they are in the given cycle, or in none.
 * Returns the position where it stopped.
 */
function inheritTime({ graph, times, heads, together }: Pass, from: number, cycle: number): number {
  const { list } = graph
  const { offsets, other, count } = graph.walk.byParent
  const { fraction, childTicks, propagatedChild } = times
  const cycleOf = asArray(graph.cycles.cycleOf)
  for (let nth = from; nth < list.length; nth++) {
    const parent = list[nth]
    if (cycleOf[parent] !== cycle) return nth
    const part = fraction[parent]
    const order = heads[WIDTH * parent + ORDER]
    const end = offsets[parent + 1]
    let sum = 0
    let shownSum = 0
    let whole = together[0]
    let wholeShown = together[1]
    for (let at = offsets[parent]; at < end; at++) {
      const head = WIDTH * other[at]
      const calls = heads[head + CALLS]
      const isIdle = part === 0 || calls === 0 || heads[head + ORDER] === order
      // C(i→j) ÷ C(j); 0 inside a cycle, whose members share an order.
      const quota = isIdle ? 0 : count[at] / calls
      const self = heads[head + SELF] * quota
      const child = heads[head + CHILD] * quota
      const share = self + child
      const shown = part * share
      sum += share
      shownSum += shown
      whole += share
      wholeShown += shown
    }
    childTicks[parent] = sum
    propagatedChild[parent] = shownSum
    heads[WIDTH * parent + CHILD] = sum
    together[0] = whole
    together[1] = wholeShown
  }
  return list.length
}

/** Computes S_k, the sum of S_i over the members of each cycle. */
function sumCycles({ functions, cycles }: Graph, times: Times): void {
  const { fraction, cycleFraction, cycleSelfTicks, cyclePropagatedSelf } = times
  const self = asArray(functions.selfTicks)
  const { offsets, items } = cycles.members
  for (let cycle = 0; cycle < cycles.length; cycle++) {
    let sum = 0
    for (let at = offsets[cycle]; at < offsets[cycle + 1]; at++) {
      const member = items[at]
      if (fraction[member] !== 0) sum += self[member]
    }
    cycleSelfTicks[cycle] = sum
    cyclePropagatedSelf[cycle] = cycleFraction[cycle] * sum
  }
}
