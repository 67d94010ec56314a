// CallGraphProfile and Scenario → AnalyzedProfile. A pure function: same in, same out.
import { assert } from '../base/assert.ts'
import type { CallGraphProfile } from '../profile/call-graph-profile.ts'
import { arcTables, countCalls } from '../profile/build-profile.ts'
import type { ArcIndex, FunctionIndex } from '../profile/tables.ts'
import { stringAt, type StringIndex } from '../base/string-table.ts'
import type { AnalyzedProfile, CycleIndex } from './analyzed-profile.ts'
import { buildCycles } from './build-cycles.ts'
import { findComponents } from './cycles.ts'
import { propagate, type PropagationFilter } from './propagate.ts'
import type { Scenario } from './scenario.ts'

/** @param filter which functions show and pass time on; by default all but those left out */
export function analyzeProfile(
  plain: CallGraphProfile,
  scenario: Scenario,
  filter: PropagationFilter = filterOf(plain),
): AnalyzedProfile {
  const profile = scenario.cutArcs.length === 0 ? plain : cutArcs(plain, scenario)
  const components = findComponents(profile.arcsByParent, profile.arcs.child)
  const cycles = buildCycles(profile, components)
  const { times, printedTicks } = propagate(profile, components, cycles, filter)
  return { profile, scenario, cycles, times, printedTicks }
}

/** gprof's default: the profiler's own functions neither show nor pass time. */
function filterOf(profile: CallGraphProfile): PropagationFilter {
  const leftOut = profile.functions.isLeftOut as unknown as Uint8Array
  const without = leftOut.indexOf(1) < 0 ? null : leftOut
  return { graphOnly: null, graphWithout: without, timeOnly: null, timeWithout: without }
}

/** The profile as if the arcs named by the scenario had never been recorded; calls shrink with them. */
function cutArcs(profile: CallGraphProfile, scenario: Scenario): CallGraphProfile {
  const { functions, arcs } = profile
  const cut = new Set(scenario.cutArcs.map((arc) => `${arc.parent}\0${arc.child}`))
  const nameOf = (f: FunctionIndex): string => stringAt(functions.names, f as number as StringIndex)
  const wanted = new Set(scenario.cutArcs.map((arc) => arc.parent))
  const isWanted = new Uint8Array(functions.length)
  for (let f = 0; f < functions.length; f++) if (wanted.has(nameOf(f as FunctionIndex))) isWanted[f] = 1
  const parent = new Int32Array(arcs.length)
  const child = new Int32Array(arcs.length)
  const count = new Float64Array(arcs.length)
  let length = 0
  for (let a = 0; a < arcs.length; a++) {
    const arc = a as ArcIndex
    const from = arcs.parent[arc]
    const to = arcs.child[arc]
    if (isWanted[from] === 1 && cut.has(`${nameOf(from)}\0${nameOf(to)}`)) continue
    parent[length] = from
    child[length] = to
    count[length] = arcs.count[arc]
    length++
  }
  const kept = {
    length,
    parent: parent.slice(0, length),
    child: child.slice(0, length),
    count: count.slice(0, length),
  }
  const { calls, selfCalls } = countCalls(kept, functions.length)
  return {
    ...profile,
    ...arcTables(kept, functions.length),
    functions: {
      ...functions,
      calls: calls,
      selfCalls: selfCalls,
    },
  }
}

/** Invariants that hold for gprof's default: time is conserved, cycles are proper, order is an order. */
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
        times.arcSelfTicks[arc] === 0 && times.arcChildTicks[arc] === 0,
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
      const member = cycles.members.items[m] as FunctionIndex
      assert(cycles.cycleOf[member] === (c as CycleIndex), 'a member of two cycles')
    }
  }
  let self = 0
  for (let f = 0; f < functions.length; f++) self += functions.selfTicks[f as FunctionIndex]
  const slack = 1e-6 * Math.max(1, self)
  assert(analyzed.printedTicks <= self + slack, 'more time is shown than was measured')
}
