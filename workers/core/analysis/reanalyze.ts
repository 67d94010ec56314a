// A profile's analysis and a scenario that cuts arcs → the analysis without them. The same as `analyzeProfile`, to the
// last bit, and sooner: only what the cuts reach is worked out anew.
import { NONE } from '../base/brand.ts'
import type { ArcIndex } from '../profile/tables.ts'
import type { AnalyzedProfile, CycleTable, TimeTables } from './analyzed-profile.ts'
import { walkOf } from './arc-walk.ts'
import { countCycleCalls, type CycleMembers } from './build-cycles.ts'
import { findArcs, renumberWithout, without, withoutArcs } from './cut-arcs.ts'
import { CutWalks } from './cut-walks.ts'
import { matchCycles, membersBut } from './match-cycles.ts'
import { markCallers, markNeighbours, markOf, reachedBy, type Marks } from './marks.ts'
import type { Graph, Sums } from './passes.ts'
import { propagate, propagateMarked, type PropagationFilter } from './propagate.ts'
import { defaultFilter, narrowFilter } from './scenario-filter.ts'
import type { Scenario } from './scenario.ts'

/** An analysis without cuts, with what it takes to begin at it. */
export interface AnalysisBase {
  readonly analyzed: AnalyzedProfile
  readonly walks: CutWalks
  readonly filter: PropagationFilter
}

/** What the cuts reached. */
export interface Reach {
  /** For each arc of the base its number now; NONE if it is cut. */
  readonly renumbered: Int32Array
  /** By function: 0 where no number of its own differs from the base, nor any of the arcs to its children. */
  readonly functions: Uint8Array
}

export interface Reanalysis {
  readonly analyzed: AnalyzedProfile
  /** null if nothing is cut. */
  readonly reach: Reach | null
}

/** @param analyzed without cuts, by the profile's own filter and what its scenario adds to that */
export function baseOf(analyzed: AnalyzedProfile): AnalysisBase {
  const { profile, scenario } = analyzed
  const filter = narrowFilter(defaultFilter(profile), profile, scenario)
  return { analyzed, walks: new CutWalks(profile), filter }
}

/** @param scenario without cuts: what it leaves out changes nothing about who calls whom */
export function refilter({ analyzed, walks }: AnalysisBase, scenario: Scenario): AnalysisBase {
  const { profile, cutArcs, cycles } = analyzed
  const filter = narrowFilter(defaultFilter(profile), profile, scenario)
  const propagated = propagate(profile, walks.uncut.components, cycles, filter)
  return { analyzed: { profile, scenario, cutArcs, cycles, ...propagated }, walks, filter }
}

/** @param scenario differs from the base's in its cuts only */
export function reanalyze(base: AnalysisBase, scenario: Scenario): Reanalysis {
  const { analyzed, walks, filter } = base
  const plain = analyzed.profile
  const cutArcs = findArcs(plain, scenario.cutArcs)
  if (cutArcs.length === 0) return { analyzed: { ...analyzed, scenario }, reach: null }
  const renumbered = renumberWithout(cutArcs, plain.arcs.length)
  const profile = withoutArcs(plain, cutArcs, renumbered)
  const walk = walks.without(cutArcs)
  const same = matchCycles(analyzed.cycles, walk.cycles)
  const calls = carriesCalls(base, walk.cycles, same, cutArcs)
    ? carryCalls(analyzed.cycles, same)
    : countCycleCalls(profile, walk.cycles)
  const cycles = { ...walk.cycles, ...calls }
  const { functions } = profile
  const graph: Graph = { functions, cycles, walk: walkOf(plain), renumbered, list: walk.list }
  const marks = markCuts(graph, base, cutArcs, same)
  const sums = carrySums(analyzed.times, same, cutArcs)
  const propagated = propagateMarked(graph, filter, sums, marks, walk.components)
  const reached = reachedBy(graph, marks.up)
  // Its calls are fewer, whatever becomes of its time.
  for (const row of cutArcs) reached[plain.arcs.child[row as ArcIndex]] = 1
  return {
    analyzed: { profile, scenario, cutArcs, cycles, ...propagated },
    reach: { renumbered, functions: reached },
  }
}

/** Whether the cycles are those of before, and all calls into them and inside them are left. */
function carriesCalls(
  { analyzed }: AnalysisBase,
  { cycleOf }: CycleMembers,
  same: Int32Array,
  cut: Uint32Array,
): boolean {
  const { child } = analyzed.profile.arcs
  return !same.includes(NONE) && cut.every((row) => cycleOf[child[row as ArcIndex]] === NONE)
}

function carryCalls(before: CycleTable, same: Int32Array): Pick<CycleTable, 'calls' | 'internalCalls'> {
  return { calls: carry(before.calls, same), internalCalls: carry(before.internalCalls, same) }
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

/** Of each cycle what it was, 0 for one that was not. */
function carry(column: unknown, same: Int32Array): Float64Array<ArrayBuffer> {
  return Float64Array.from(same, (cycle) => (cycle === NONE ? 0 : (column as Float64Array)[cycle]))
}

/** Copies to be written into. */
function carrySums(times: TimeTables, same: Int32Array, cut: Uint32Array): Sums {
  const copy = (column: unknown): Float64Array => (column as Float64Array).slice()
  return {
    isPrinted: (times.isPrinted as unknown as Uint8Array).slice(),
    fraction: copy(times.fraction),
    propagatedSelf: copy(times.propagatedSelf),
    childTicks: copy(times.childTicks),
    propagatedChild: copy(times.propagatedChild),
    cycleIsPrinted: Uint8Array.from(carry(times.cycleIsPrinted, same)),
    cycleFraction: carry(times.cycleFraction, same),
    cycleSelf: carry(times.cycleSelfTicks, same),
    cycleChild: carry(times.cycleChildTicks, same),
    cyclePropagatedSelf: carry(times.cyclePropagatedSelf, same),
    cyclePropagatedChild: carry(times.cyclePropagatedChild, same),
    arcSelf: without(times.arcSelfTicks as unknown as Float64Array, cut),
    arcChild: without(times.arcChildTicks as unknown as Float64Array, cut),
  }
}
