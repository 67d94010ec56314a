// Checks the invariants of an analysis.
import { arcChildTicks, arcSelfTicks } from '../core/analysis/arc-times.ts'
import type { AnalyzedProfile, CycleIndex } from '../core/analysis/analyzed-profile.ts'
import { assert } from '../core/base/result.ts'
import type { ArcIndex, FunctionIndex } from '../core/profile/call-graph-profile.ts'

/**
 * Checks the invariants that hold under gprof's defaults: time is conserved, cycles have at least
 * two members, and the order puts children first.
 *
 * @throws Error if an invariant does not hold
 */
export function checkAnalysis(analyzed: AnalyzedProfile): void {
  const { profile, cycles, times } = analyzed
  const { functions, arcs } = profile
  for (let a = 0; a < arcs.length; a++) {
    const arc = a as ArcIndex
    const parent = arcs.parent[arc]
    const child = arcs.child[arc]
    const inside = cycles.cycleOf[parent] >= 0 && cycles.cycleOf[parent] === cycles.cycleOf[child]
    if (parent === child || inside) {
      assert(
        arcSelfTicks(analyzed, arc) === 0 && arcChildTicks(analyzed, arc) === 0,
        'an arc inside a cycle passes time',
      )
      assert(times.order[parent] === times.order[child], 'members of a cycle have different orders')
    } else assert(times.order[child] < times.order[parent], 'a child comes after its parent')
  }
  for (let c = 0; c < cycles.length; c++) {
    const from = cycles.members.offsets[c]
    const to = cycles.members.offsets[c + 1]
    assert(to - from >= 2, 'a cycle of one')
    for (let m = from; m < to; m++) {
      const member = cycles.members.items[m]
      assert(cycles.cycleOf[member] === (c as CycleIndex), 'a member of two cycles')
    }
  }
  let self = 0
  for (let f = 0; f < functions.length; f++) self += functions.selfTicks[f as FunctionIndex]
  const slack = 1e-6 * Math.max(1, self)
  assert(analyzed.printedTicks <= self + slack, 'more time is shown than was measured')
}
