// A profile's analysis and a scenario that cuts arcs → the analysis without them. The same as `analyzeProfile`, to the
// last bit, and sooner: only what the cuts reach is worked out anew.
import { NONE } from '../base/brand.ts'
import type { ArcIndex } from '../profile/tables.ts'
import type { AnalyzedProfile, TimeTables } from './analyzed-profile.ts'
import { walkOf, type ArcWalk } from './arc-walk.ts'
import { buildCycles } from './build-cycles.ts'
import { findArcs, renumberWithout, without, withoutArcs } from './cut-arcs.ts'
import { findComponentsAmong, type Components } from './cycles.ts'
import { matchCycles, membersBut } from './match-cycles.ts'
import { markCallers, markNeighbours, markOf, type Marks } from './marks.ts'
import { listTopologically, type Graph, type Sums } from './passes.ts'
import { propagateMarked, type PropagationFilter } from './propagate.ts'
import { defaultFilter, narrowFilter } from './scenario-filter.ts'
import type { Scenario } from './scenario.ts'

/** An analysis without cuts, with what it takes to begin at it. */
export interface AnalysisBase {
  readonly analyzed: AnalyzedProfile
  readonly components: Components
  readonly filter: PropagationFilter
}

/** @param analyzed without cuts, by the profile's own filter and what its scenario adds to that */
export function baseOf(analyzed: AnalyzedProfile): AnalysisBase {
  const { profile, scenario } = analyzed
  const { byParent } = walkOf(profile)
  return {
    analyzed,
    components: findComponentsAmong(byParent.offsets, byParent.other),
    filter: narrowFilter(defaultFilter(profile), profile, scenario),
  }
}

/** @param scenario differs from the base's in its cuts only */
export function reanalyze(base: AnalysisBase, scenario: Scenario): AnalyzedProfile {
  const { analyzed, filter } = base
  const plain = analyzed.profile
  const cutArcs = findArcs(plain, scenario.cutArcs)
  if (cutArcs.length === 0) return { ...analyzed, scenario }
  const renumbered = renumberWithout(cutArcs, plain.arcs.length)
  const profile = withoutArcs(plain, cutArcs, renumbered)
  const walk = walkOf(plain)
  const components = isWalkedAlike(base, walk, cutArcs)
    ? base.components
    : componentsWithout(walk, renumbered)
  const cycles = buildCycles(profile, components)
  const graph: Graph = {
    functions: profile.functions,
    cycles,
    walk,
    renumbered,
    list: listTopologically(components.order, plain.functions.length),
  }
  const same = matchCycles(analyzed.cycles, cycles)
  const marks = markCuts(graph, base, cutArcs, same)
  const sums = carrySums(analyzed.times, same, cutArcs)
  return { profile, scenario, cutArcs, cycles, ...propagateMarked(graph, filter, sums, marks, components) }
}

/** Whether the walk that finds cycles met none of these arcs on its way: it went on past each, to what it had finished. */
function isWalkedAlike({ analyzed, components }: AnalysisBase, walk: ArcWalk, cut: Uint32Array): boolean {
  const { parent, child } = analyzed.profile.arcs
  const { order, entrance } = components
  return cut.every((row) => {
    const arc = row as ArcIndex
    const [from, to] = [parent[arc], child[arc]]
    if (from === to) return true
    return order[from] !== order[to] && (entrance[to] < 0 || walk.byParent.arc[entrance[to]] !== row)
  })
}

/** An arc from a node to itself leads the walk nowhere: each cut arc becomes one. */
function componentsWithout({ byParent }: ArcWalk, renumbered: Int32Array): Components {
  const { offsets, arc, other } = byParent
  const childAt = other.slice()
  for (let f = 0; f + 1 < offsets.length; f++) {
    for (let at = offsets[f]; at < offsets[f + 1]; at++) if (renumbered[arc[at]] === NONE) childAt[at] = f
  }
  return findComponentsAmong(offsets, childAt)
}

function markCuts(graph: Graph, { analyzed }: AnalysisBase, cut: Uint32Array, same: Int32Array): Marks {
  const { functions, cycles } = graph
  const down = new Uint8Array(functions.length + cycles.length)
  const up = new Uint8Array(functions.length + cycles.length)
  const { parent, child } = analyzed.profile.arcs
  for (const row of cut) {
    const [from, to] = [parent[row as ArcIndex], child[row as ArcIndex]]
    const mark = markOf(graph, to)
    // Its calls are fewer: every caller's share of it is another.
    if (down[mark] === 0) markCallers(graph, to, up)
    down[mark] = 1
    up[markOf(graph, from)] = 1
  }
  // Where cycles came apart or their chains run otherwise, all that were or are members.
  const kept = new Set(same)
  const members = [
    membersBut(analyzed.cycles, (cycle) => kept.has(cycle)),
    membersBut(cycles, (cycle) => same[cycle] !== NONE),
  ]
  for (const f of members.flat()) {
    down[markOf(graph, f)] = 1
    up[markOf(graph, f)] = 1
    markNeighbours(graph, graph.walk.byChild, f, up)
  }
  return { known: { times: analyzed.times, cycles: same }, down, up }
}

/** Copies to be written into. */
function carrySums(times: TimeTables, same: Int32Array, cut: Uint32Array): Sums {
  const copy = (column: unknown): Float64Array => (column as Float64Array).slice()
  const carry = (column: unknown): Float64Array =>
    Float64Array.from(same, (cycle) => (cycle === NONE ? 0 : (column as Float64Array)[cycle]))
  return {
    isPrinted: (times.isPrinted as unknown as Uint8Array).slice(),
    fraction: copy(times.fraction),
    propagatedSelf: copy(times.propagatedSelf),
    childTicks: copy(times.childTicks),
    propagatedChild: copy(times.propagatedChild),
    cycleIsPrinted: Uint8Array.from(carry(times.cycleIsPrinted)),
    cycleFraction: carry(times.cycleFraction),
    cycleSelf: carry(times.cycleSelfTicks),
    cycleChild: carry(times.cycleChildTicks),
    cyclePropagatedSelf: carry(times.cyclePropagatedSelf),
    cyclePropagatedChild: carry(times.cyclePropagatedChild),
    arcSelf: without(times.arcSelfTicks as unknown as Float64Array, cut),
    arcChild: without(times.arcChildTicks as unknown as Float64Array, cut),
  }
}
