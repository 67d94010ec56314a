// Callers → callees: which functions the call graph shows, and which fraction of each function's time counts in it.
import { asArray } from '../../base/as-column.ts'
import type { Graph, Sums } from './passes.ts'

/** Which functions are shown in the call graph and which pass time on; null stands for an empty list. */
export interface PropagationFilter {
  readonly graphOnly: Uint8Array | null
  readonly graphWithout: Uint8Array | null
  readonly timeOnly: Uint8Array | null
  readonly timeWithout: Uint8Array | null
}

/** Fills in what callers decide on. Returns the sum of self time times fraction, of all functions, in ticks. */
export function passDown(graph: Graph, filter: PropagationFilter, sums: Sums): number {
  const { functions, cycles, list } = graph
  const { isPrinted, fraction, propagatedSelf } = sums
  const { graphOnly, graphWithout, timeOnly, timeWithout } = filter
  const self = asArray(functions.selfTicks)
  const cycleOf = asArray(cycles.cycleOf)
  const inherit = inheritor(graph, sums)
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

/** What a function, or a cycle with all its members, inherits from its callers, before its own filters. */
function inheritor({ functions, cycles, walk }: Graph, sums: Sums) {
  const { isPrinted, fraction, cycleIsPrinted, cycleFraction } = sums
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
