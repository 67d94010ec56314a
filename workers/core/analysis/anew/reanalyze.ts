// A profile's analysis and a scenario → the analysis under it. The same as `analyzeProfile`, to the last bit, and sooner:
// only what the scenario reaches is worked out anew.
import { asArray } from '../../base/as-column.ts'
import { NONE } from '../../base/brand.ts'
import type { CallGraphProfile } from '../../profile/call-graph-profile.ts'
import type { ArcIndex } from '../../profile/tables.ts'
import type { AnalyzedProfile, CycleTable, TimeTables } from '../analyzed-profile.ts'
import { arcTimesOf, type ArcTimeColumns } from '../time/arc-times.ts'
import { walkOf } from '../time/arc-walk.ts'
import { countCycleCalls, type CycleMembers } from '../cycles/build-cycles.ts'
import { arcsBetween, findArcs, renumberWithout, without, withoutArcs } from '../scenario/cut-arcs.ts'
import { CutWalks } from './cut-walks.ts'
import { matchCycles, membersBut } from '../cycles/match-cycles.ts'
import { markCallers, markNeighbours, markOf, reachedBy, type Marks } from './marks.ts'
import type { Graph, Sums } from '../time/passes.ts'
import { propagateMarked, type PropagationFilter } from '../time/propagate.ts'
import { defaultFilter, filteredApart, narrowFilter } from '../scenario/scenario-filter.ts'
import type { Scenario } from '../scenario/scenario.ts'

/** An analysis that leaves nothing out, with what it takes to begin at it. */
export interface AnalysisBase {
  readonly analyzed: AnalyzedProfile
  readonly walks: CutWalks
}

/** The numbers under one scenario, where the next begins. */
export interface Standing {
  /** ArcIndex of the base, ascending. */
  readonly cutArcs: Uint32Array
  readonly filter: PropagationFilter
  readonly cycles: CycleTable
  readonly times: TimeTables
  /** Arcs are numbered as in the base; the columns are written into, and hold nothing for those that are cut. */
  readonly arcTimes: ArcTimeColumns
}

/** Where an analysis differs from the one it began at. Each by function, 1 where it may. */
export interface Reach {
  /** In what is shown of its time, or in its calls. */
  readonly entries: Uint8Array
  readonly calls: Uint8Array
  /** In the order of its arcs. */
  readonly lines: Uint8Array
}

export interface Reanalysis {
  readonly analyzed: AnalyzedProfile
  /** For the next one; the standing given is used up. */
  readonly standing: Standing
  readonly reach: Reach
  /** For each arc of the base its number now; NONE if it is cut. */
  readonly renumbered: Int32Array
}

/** @param analyzed by the profile's own filter; its scenario leaves nothing out */
export function baseOf(analyzed: AnalyzedProfile): AnalysisBase {
  return { analyzed, walks: new CutWalks(analyzed.profile) }
}

/** The base itself, to be written into. */
export function standingAt({ analyzed }: AnalysisBase): Standing {
  const { profile, cutArcs, cycles, times } = analyzed
  const filter = defaultFilter(profile)
  const { self, child } = arcTimesOf(analyzed)
  const isOurs = analyzed.arcTimes === null
  const arcTimes = isOurs ? { self, child } : { self: self.slice(), child: child.slice() }
  return { cutArcs, filter, cycles, times, arcTimes }
}

/**
 * @param scenario with static arcs, or without, as the base
 * @param cutArcs  what it cuts: ArcIndex of the base, ascending
 * @param standing where to begin; it is used up
 */
export function reanalyze(
  base: AnalysisBase,
  scenario: Scenario,
  cutArcs = findArcs(base.analyzed.profile, scenario.cutArcs),
  standing = standingAt(base),
): Reanalysis {
  const { analyzed, walks } = base
  const plain = analyzed.profile
  const renumbered = renumberWithout(cutArcs, plain.arcs.length)
  const profile = withoutArcs(plain, cutArcs, renumbered)
  const walk = walks.without(cutArcs)
  const same = matchCycles(standing.cycles, walk.cycles)
  const changed = arcsBetween(standing.cutArcs, cutArcs)
  const calls = carriesCalls(plain, walk.cycles, same, changed)
    ? carryCalls(standing.cycles, same)
    : countCycleCalls(profile, walk.cycles)
  const cycles = { ...walk.cycles, ...calls }
  const isCut = new Uint8Array(plain.arcs.length)
  for (const row of cutArcs) isCut[row] = 1
  const { list } = walk.components
  const graph: Graph = { functions: profile.functions, cycles, walk: walkOf(plain), isCut, list }
  const marks = markChanges(graph, plain, standing, changed, same)
  const filter = narrowFilter(defaultFilter(plain), plain, scenario)
  markFiltered(graph, standing.filter, filter, marks)
  const sums = carrySums(standing, same, walk.components.order)
  const { self, child } = standing.arcTimes
  const { times, printedTicks } = propagateMarked(graph, filter, sums, standing.arcTimes, marks)
  const arcTimes = { self: without(self, cutArcs), child: without(child, cutArcs) }
  return {
    analyzed: {
      profile,
      scenario,
      cutArcs,
      cycles,
      times,
      arcTimes,
      printedTicks,
    },
    standing: {
      cutArcs: cutArcs.slice(),
      filter,
      cycles,
      times: copyOf(times),
      arcTimes: { self, child },
    },
    reach: reachOf(graph, marks, plain, changed),
    renumbered,
  }
}

/** The columns themselves are given away. */
function copyOf(times: TimeTables): TimeTables {
  const copies = Object.entries(times).map(([name, column]) => [name, (column as Float64Array).slice()])
  return Object.fromEntries(copies) as TimeTables
}

function reachOf(
  graph: Graph,
  { up, moved }: Marks,
  { arcs, functions }: CallGraphProfile,
  changed: Uint32Array,
): Reach {
  const entries = reachedBy(graph, up)
  const calls = new Uint8Array(functions.length)
  // Its calls are others, whatever becomes of its time.
  for (const row of changed) entries[arcs.child[row as ArcIndex]] = calls[arcs.child[row as ArcIndex]] = 1
  return { entries, calls, lines: moved }
}

/** Whether the cycles are those of before, and no call into them or inside them is new or gone. */
function carriesCalls(
  { arcs }: CallGraphProfile,
  { cycleOf }: CycleMembers,
  same: Int32Array,
  changed: Uint32Array,
): boolean {
  return !same.includes(NONE) && changed.every((row) => cycleOf[arcs.child[row as ArcIndex]] === NONE)
}

function carryCalls(before: CycleTable, same: Int32Array): Pick<CycleTable, 'calls' | 'internalCalls'> {
  return {
    calls: carry(asArray(before.calls), same),
    internalCalls: carry(asArray(before.internalCalls), same),
  }
}

/** @param changed arcs that are cut now and were not, and the other way round */
function markChanges(
  graph: Graph,
  { arcs }: CallGraphProfile,
  standing: Standing,
  changed: Uint32Array,
  same: Int32Array,
): Marks {
  const { functions, cycles } = graph
  const down = new Uint8Array(functions.length + cycles.length)
  const up = new Uint8Array(functions.length + cycles.length)
  const moved = new Uint8Array(functions.length)
  for (const row of changed) {
    const [from, to] = [arcs.parent[row as ArcIndex], arcs.child[row as ArcIndex]]
    const mark = markOf(graph, to)
    // Its calls are others: every caller's share of it is another.
    if (down[mark] === 0) markCallers(graph, to, up)
    down[mark] = 1
    up[markOf(graph, from)] = 1
    moved[from] = moved[to] = 1
  }
  // Where cycles came apart or their chains run otherwise, all that were or are members.
  const kept = new Set(same)
  const members = [
    membersBut(standing.cycles, (cycle) => kept.has(cycle)),
    membersBut(cycles, (cycle) => same[cycle] !== NONE),
  ]
  for (const f of members.flat()) {
    down[markOf(graph, f)] = 1
    up[markOf(graph, f)] = 1
    // An arc inside a cycle is placed as such.
    moved[f] = 1
    markNeighbours(graph, graph.walk.byChild, f, up)
  }
  return { known: { times: standing.times, cycles: same }, down, up, moved }
}

/** Marks those that one filter treats otherwise than the other. */
function markFiltered(
  graph: Graph,
  before: PropagationFilter,
  now: PropagationFilter,
  { down }: Marks,
): void {
  const apart = filteredApart(before, now, graph.functions.length)
  if (apart) for (let f = 0; f < apart.length; f++) if (apart[f] === 1) down[markOf(graph, f)] = 1
}

/** Of each cycle what it was, 0 for one that was not. */
function carry(column: Float64Array | Uint8Array, same: Int32Array): Float64Array<ArrayBuffer> {
  return Float64Array.from(same, (cycle) => (cycle === NONE ? 0 : column[cycle]))
}

/** Copies to be written into. */
function carrySums({ times }: Standing, same: Int32Array, order: Uint32Array): Sums {
  return {
    order,
    isPrinted: asArray(times.isPrinted).slice(),
    fraction: asArray(times.fraction).slice(),
    propagatedSelf: asArray(times.propagatedSelf).slice(),
    childTicks: asArray(times.childTicks).slice(),
    propagatedChild: asArray(times.propagatedChild).slice(),
    cycleIsPrinted: Uint8Array.from(carry(asArray(times.cycleIsPrinted), same)),
    cycleFraction: carry(asArray(times.cycleFraction), same),
    cycleSelfTicks: carry(asArray(times.cycleSelfTicks), same),
    cycleChildTicks: carry(asArray(times.cycleChildTicks), same),
    cyclePropagatedSelf: carry(asArray(times.cyclePropagatedSelf), same),
    cyclePropagatedChild: carry(asArray(times.cyclePropagatedChild), same),
  }
}
