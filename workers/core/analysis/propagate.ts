// Time along arcs: from children to parents, each cycle as one node.
import type { Column } from '../base/brand.ts'
import type { CallGraphProfile } from '../profile/call-graph-profile.ts'
import type { CycleTable, TimeTables } from './analyzed-profile.ts'
import type { Components } from './cycles.ts'

/** Which functions are shown in the call graph and which pass time on; null stands for an empty list. */
export interface PropagationFilter {
  readonly graphOnly: Uint8Array | null
  readonly graphWithout: Uint8Array | null
  readonly timeOnly: Uint8Array | null
  readonly timeWithout: Uint8Array | null
}

const column = <I extends number, V extends number = number>(
  values: Float64Array | Uint32Array | Uint8Array,
): Column<I, V> => values as unknown as Column<I, V>

/** Functions by order number, ascending; members of one cycle in address order. */
function listTopologically(order: Uint32Array, length: number): Uint32Array {
  let greatest = 0
  for (let f = 0; f < length; f++) greatest = Math.max(greatest, order[f])
  const position = new Uint32Array(greatest + 2)
  for (let f = 0; f < length; f++) position[order[f] + 1] = position[order[f] + 1] + 1
  for (let at = 1; at < position.length; at++) position[at] = position[at] + position[at - 1]
  const list = new Uint32Array(length)
  for (let f = 0; f < length; f++) {
    const at = order[f]
    list[position[at]] = f
    position[at] = position[at] + 1
  }
  return list
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
  components: Components,
  cycles: CycleTable,
  filter: PropagationFilter,
): { readonly times: TimeTables; readonly printedTicks: number } {
  const { functions, arcs, arcsByParent, arcsByChild } = profile
  const { length } = functions
  // Plain arrays inside: this is the arithmetic of the whole project, and indexes here come from loops over lengths.
  const parentOf = arcs.parent as unknown as Int32Array
  const childOf = arcs.child as unknown as Int32Array
  const count = arcs.count as unknown as Float64Array
  const self = functions.selfTicks as unknown as Float64Array
  const calls = functions.calls as unknown as Float64Array
  const cycleOf = cycles.cycleOf as unknown as Int32Array
  const cycleCalls = cycles.calls as unknown as Float64Array
  const { members } = cycles

  const isPrinted = new Uint8Array(length)
  const fraction = new Float64Array(length)
  const propagatedSelf = new Float64Array(length)
  const childTicks = new Float64Array(length)
  const propagatedChild = new Float64Array(length)
  const cycleIsPrinted = new Uint8Array(cycles.length)
  const cycleFraction = new Float64Array(cycles.length)
  const cycleSelf = new Float64Array(cycles.length)
  const cycleChild = new Float64Array(cycles.length)
  const cyclePropagatedSelf = new Float64Array(cycles.length)
  const cyclePropagatedChild = new Float64Array(cycles.length)
  const arcSelf = new Float64Array(arcs.length)
  const arcChild = new Float64Array(arcs.length)
  let printedTicks = 0

  const list = listTopologically(components.order, length)
  const { graphOnly, graphWithout, timeOnly, timeWithout } = filter

  /** Sets what a function inherits from its callers, before its own filters. */
  const inheritFromParents = (f: number): void => {
    let printed = 0
    let sum = 0
    const total = calls[f]
    for (let at = arcsByChild.offsets[f]; at < arcsByChild.offsets[f + 1]; at++) {
      const arc = arcsByChild.items[at]
      const parent = parentOf[arc]
      if (parent === f) continue
      printed |= isPrinted[parent]
      if (total !== 0) sum += fraction[parent] * (count[arc] / total)
    }
    isPrinted[f] = printed
    fraction[f] = sum
  }
  const inheritFromParentsOfCycle = (cycle: number): void => {
    let printed = 0
    let sum = 0
    const total = cycleCalls[cycle]
    const from = members.offsets[cycle]
    const to = members.offsets[cycle + 1]
    for (let m = from; m < to; m++) {
      const member = members.items[m]
      for (let at = arcsByChild.offsets[member]; at < arcsByChild.offsets[member + 1]; at++) {
        const arc = arcsByChild.items[at]
        const parent = parentOf[arc]
        if (cycleOf[parent] === cycle) continue
        printed |= isPrinted[parent]
        if (total !== 0) sum += fraction[parent] * (count[arc] / total)
      }
    }
    cycleIsPrinted[cycle] = printed
    cycleFraction[cycle] = sum
    for (let m = from; m < to; m++) {
      isPrinted[members.items[m]] = printed
      fraction[members.items[m]] = sum
    }
  }

  let lastCycle = -1
  for (let at = length - 1; at >= 0; at--) {
    const f = list[at]
    const cycle = cycleOf[f]
    if (cycle < 0) inheritFromParents(f)
    else if (cycle !== lastCycle) inheritFromParentsOfCycle(cycle)
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

  for (let cycle = 0; cycle < cycles.length; cycle++) {
    let sum = 0
    for (let m = members.offsets[cycle]; m < members.offsets[cycle + 1]; m++) {
      const member = members.items[m]
      if (fraction[member] !== 0) sum += self[member]
    }
    cycleSelf[cycle] = sum
    cyclePropagatedSelf[cycle] = cycleFraction[cycle] * sum
  }

  for (let at = 0; at < length; at++) {
    const parent = list[at]
    const parentFraction = fraction[parent]
    if (parentFraction === 0) continue
    const parentCycle = cycleOf[parent]
    for (let a = arcsByParent.offsets[parent]; a < arcsByParent.offsets[parent + 1]; a++) {
      const arc = arcsByParent.items[a]
      const child = childOf[arc]
      const arcCount = count[arc]
      if (arcCount === 0 || child === parent || fraction[child] === 0) continue
      const cycle = cycleOf[child]
      if (cycle >= 0 && cycle === parentCycle) continue
      const total = cycle >= 0 ? cycleCalls[cycle] : calls[child]
      if (total === 0) continue
      const quota = arcCount / total
      const selfShare = (cycle >= 0 ? cycleSelf[cycle] : self[child]) * quota
      const childShare = (cycle >= 0 ? cycleChild[cycle] : childTicks[child]) * quota
      const share = selfShare + childShare
      childTicks[parent] = childTicks[parent] + share
      const shown = parentFraction * share
      propagatedChild[parent] = propagatedChild[parent] + shown
      arcSelf[arc] = selfShare * parentFraction
      arcChild[arc] = childShare * parentFraction
      if (parentCycle >= 0) {
        cycleChild[parentCycle] = cycleChild[parentCycle] + share
        cyclePropagatedChild[parentCycle] = cyclePropagatedChild[parentCycle] + shown
      }
    }
  }

  return {
    printedTicks,
    times: {
      order: column(components.order),
      childTicks: column(childTicks),
      fraction: column(fraction),
      propagatedSelf: column(propagatedSelf),
      propagatedChild: column(propagatedChild),
      isPrinted: column(isPrinted),
      cycleSelfTicks: column(cycleSelf),
      cycleChildTicks: column(cycleChild),
      cycleFraction: column(cycleFraction),
      cyclePropagatedSelf: column(cyclePropagatedSelf),
      cyclePropagatedChild: column(cyclePropagatedChild),
      cycleIsPrinted: column(cycleIsPrinted),
      arcSelfTicks: column(arcSelf),
      arcChildTicks: column(arcChild),
    },
  }
}
