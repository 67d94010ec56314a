// CallGraphProfile and Scenario → AnalyzedProfile: without the arcs that the scenario cuts, which arcs pass
// time, and the time along them, each cycle as one node.
import { firstPlace, groupAt } from '../base/sorting.ts'
import {
  asArray,
  asColumn,
  asRows,
  buffersIn,
  detachBuffers,
  NONE,
  type None,
  type Rows,
} from '../base/columns.ts'
import type {
  ArcIndex,
  ArcsByFunction,
  ArcTable,
  CallGraphProfile,
  FunctionIndex,
  FunctionTable,
} from '../profile/call-graph-profile.ts'
import type { AnalyzedProfile, CycleIndex, CycleTable, TimeTables } from './analyzed-profile.ts'
import type { Ticks } from '../base/units.ts'
import { buildCycles, type Components, findComponentsAmong } from './cycles.ts'
import { isStringAt } from '../base/string-table.ts'
import { allNamed } from '../profile/name-index.ts'
import { findStandardLibrary, foldFunctions } from './scenario/fold.ts'
import type { ArcName, FasterFunction, Scenario } from './scenario/scenario.ts'
import { assert } from '../base/result.ts'

// Time that an arc passes from its child to its parent: which arcs pass time, which share, and
// the columns that propagation and reports read it from.

type Calls = Pick<AnalyzedProfile, 'profile' | 'cycles'>

/** Whether an arc passes time. Direct recursion and arcs between members of one cycle do not. */
export function passesTime({ profile, cycles }: Calls, arc: ArcIndex): boolean {
  const parent = profile.arcs.parent[arc]
  const child = profile.arcs.child[arc]
  if (parent === child) return false
  const cycle = cycles.cycleOf[child]
  return cycle === NONE || cycles.cycleOf[parent] !== cycle
}

/**
 * Returns the calls of a function by others; for a member of a cycle, the calls of its cycle from
 * outside. An arc's count is a part of these.
 */
export function callsOfHead({ profile, cycles }: Calls, f: FunctionIndex): number {
  const cycle = cycles.cycleOf[f]
  return cycle === NONE ? profile.functions.calls[f] : cycles.calls[cycle]
}

/**
 * Returns the part of its child's calls that an arc is, 0–1. 0 if it passes no time, or if its child's calls
 * were not counted. For a member of a cycle, the calls of the cycle from outside count.
 */
export function shareOfCalls(analyzed: Calls, arc: ArcIndex): number {
  if (!passesTime(analyzed, arc)) return 0
  const { child, count } = analyzed.profile.arcs
  const calls = callsOfHead(analyzed, child[arc])
  return calls === 0 ? 0 : count[arc] / calls
}

/** Returns the members of a cycle in gprof's chain order, as a view of the table. */
export function membersOf(
  { members }: AnalyzedProfile['cycles'],
  cycle: CycleIndex,
): Iterable<FunctionIndex> {
  return groupAt(members, cycle)
}

// Arcs in the order in which analysis visits them, with the columns it reads side by side. For
// some hundred thousand arcs, random access to the arc table costs more than the arithmetic.

/** The arcs of every function on one side, in the order of gprof's lists. */
export interface ArcSide {
  /** Function `f`'s arcs are at positions `offsets[f] .. offsets[f + 1]`, end exclusive. */
  readonly offsets: Uint32Array<ArrayBuffer>
  /** Function at the arc's other end, by position. */
  readonly other: Int32Array<ArrayBuffer>
  /** Times the arc was traversed, by position. */
  readonly count: Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>
}

/** The arcs of all functions grouped by parent and by child. */
export interface ArcWalk {
  readonly byParent: ArcSide
  readonly byChild: ArcSide
}

/** Builds the grouped arcs of a profile. Takes 16 bytes per arc. */
function walkOf({ arcs, arcsByParent, arcsByChild }: CallGraphProfile): ArcWalk {
  const count = asArray(arcs.count)
  return {
    byParent: sideOf(arcsByParent, asArray(arcs.child), count),
    byChild: sideOf(arcsByChild, asArray(arcs.parent), count),
  }
}

/** Releases the memory of a walk. Its offsets belong to the profile. */
function forgetWalk({ byParent, byChild }: ArcWalk): void {
  detachBuffers(buffersIn([byParent.other, byParent.count, byChild.other, byChild.count]))
}

function sideOf(
  { offsets, items }: ArcsByFunction,
  end: Int32Array,
  counts: Uint32Array | Float64Array,
): ArcSide {
  const { length } = items
  const other = new Int32Array(length)
  const count = counts instanceof Uint32Array ? new Uint32Array(length) : new Float64Array(length)
  gather(items, end, counts, other, count)
  return { offsets, other, count }
}

// A function of its own for speed; see core/base/sorting.ts.
function gather(
  arcs: Uint32Array,
  end: Int32Array,
  counts: ArrayLike<number>,
  other: Int32Array,
  count: Uint32Array | Float64Array,
): void {
  for (let at = 0; at < arcs.length; at++) {
    const arc = arcs[at]
    other[at] = end[arc]
    count[at] = counts[arc]
  }
}

// Numbers per function in the result of `listHeads`; the next constants are their offsets. For a
// member of a cycle, calls and times are those of the whole cycle.

/**
 * Numbers per function in the result of `listHeads`, followed by the offsets of each. For a member of a
 * cycle, calls and times are those of the whole cycle.
 */
export const WIDTH = 4
/** Offset of calls; 0 also for a function that passes no time on. */
export const CALLS = 0
/** Offset of self time, in ticks. */
export const SELF = 1
/** Offset of child time, in ticks. */
export const CHILD = 2
/** Offset of the order. Only members of one cycle share it, and arcs between them pass no time. */
const ORDER = 3

/** Columns of TimeTables that `listHeads` reads. */
interface HeadTimes {
  readonly order: Uint32Array
  readonly fraction: Float64Array
  readonly childTicks: Float64Array
  readonly cycleSelfTicks: Float64Array
  readonly cycleChildTicks: Float64Array
}

/** Returns WIDTH numbers for each function; times are in ticks. */
function listHeads(functions: FunctionTable, cycles: CycleTable, times: HeadTimes): Float64Array {
  const self = asArray(functions.selfTicks)
  const calls = asArray(functions.calls)
  const cycleCalls = asArray(cycles.calls)
  const heads = new Float64Array(WIDTH * functions.length)
  fillHeads(heads, calls, self, times)
  const { offsets, items } = cycles.members
  for (let cycle = 0; cycle < cycles.length; cycle++) {
    for (let at = offsets[cycle]; at < offsets[cycle + 1]; at++) {
      const head = WIDTH * items[at]
      heads[head + CALLS] = times.fraction[items[at]] === 0 ? 0 : cycleCalls[cycle]
      heads[head + SELF] = times.cycleSelfTicks[cycle]
      heads[head + CHILD] = times.cycleChildTicks[cycle]
    }
  }
  return heads
}

function fillHeads(
  heads: Float64Array,
  calls: Float64Array,
  self: Float64Array,
  { fraction, childTicks, order }: HeadTimes,
): void {
  for (let f = 0; f < calls.length; f++) {
    const head = WIDTH * f
    heads[head + CALLS] = fraction[f] === 0 ? 0 : calls[f]
    heads[head + SELF] = self[f]
    heads[head + CHILD] = childTicks[f]
    heads[head + ORDER] = order[f]
  }
}

// Time of a single arc, computed from its child's time with the arithmetic of analyze-profile.ts, to
// the last bit. Large profiles omit the two columns, which would take more memory than all other
// times together.

/**
 * Returns the child's self time that an arc passes to its parent, times the parent's fraction, in ticks. 0
 * for direct recursion and inside a cycle.
 */
export function arcSelfTicks(analyzed: AnalyzedProfile, arc: ArcIndex): Ticks {
  const { profile, cycles, times, arcTimes } = analyzed
  if (arcTimes) return arcTimes.self[arc]
  const child = profile.arcs.child[arc]
  const cycle = cycles.cycleOf[child]
  const held = cycle === NONE ? profile.functions.selfTicks[child] : times.cycleSelfTicks[cycle]
  return held * quotaOf(analyzed, arc) * times.fraction[profile.arcs.parent[arc]]
}

/**
 * Returns the child time (time the child inherited) that an arc passes to its parent, times the parent's
 * fraction, in ticks. 0 for direct recursion and inside a cycle.
 */
export function arcChildTicks(analyzed: AnalyzedProfile, arc: ArcIndex): Ticks {
  const { profile, cycles, times, arcTimes } = analyzed
  if (arcTimes) return arcTimes.child[arc]
  const child = profile.arcs.child[arc]
  const cycle = cycles.cycleOf[child]
  const held = cycle === NONE ? times.childTicks[child] : times.cycleChildTicks[cycle]
  return held * quotaOf(analyzed, arc) * times.fraction[profile.arcs.parent[arc]]
}

/** Returns the total time that an arc passes to its parent: self and child time, in ticks. */
export function arcTicks(analyzed: AnalyzedProfile, arc: ArcIndex): Ticks {
  return arcSelfTicks(analyzed, arc) + arcChildTicks(analyzed, arc)
}

/** Time passed by each arc, in ticks, by row of the arc table. */
export interface ArcTimeColumns {
  readonly self: Float64Array
  readonly child: Float64Array
}

/**
 * Returns the times of all arcs at once, for callers that need most of them. Shared with `analyzed` if it has
 * them; else new columns.
 */
export function arcTimesOf(analyzed: AnalyzedProfile): ArcTimeColumns {
  const { profile, cycles, times: known, arcTimes } = analyzed
  if (arcTimes) return { self: asArray(arcTimes.self), child: asArray(arcTimes.child) }
  const { functions, arcs } = profile
  const times = { self: new Float64Array(arcs.length), child: new Float64Array(arcs.length) }
  const fraction = asArray(known.fraction)
  const heads = listHeads(functions, cycles, {
    order: asArray(known.order),
    fraction,
    childTicks: asArray(known.childTicks),
    cycleSelfTicks: asArray(known.cycleSelfTicks),
    cycleChildTicks: asArray(known.cycleChildTicks),
  })
  fillTimes(arcs, heads, fraction, times)
  return times
}

function fillTimes(
  arcs: CallGraphProfile['arcs'],
  heads: Float64Array,
  fraction: Float64Array,
  { self, child }: ArcTimeColumns,
): void {
  const parents = asArray(arcs.parent)
  const children = asArray(arcs.child)
  const count = asArray(arcs.count)
  for (let arc = 0; arc < self.length; arc++) {
    const parent = parents[arc]
    const head = WIDTH * children[arc]
    const calls = heads[head + CALLS]
    const isIdle = calls === 0 || heads[head + ORDER] === heads[WIDTH * parent + ORDER]
    const quota = isIdle ? 0 : count[arc] / calls
    self[arc] = heads[head + SELF] * quota * fraction[parent]
    child[arc] = heads[head + CHILD] * quota * fraction[parent]
  }
}

/**
 * Returns the analysis with the arc time columns, for callers that read the times of all arcs more than once.
 * `analyzed` is not changed.
 */
export function withArcTimes(analyzed: AnalyzedProfile): AnalyzedProfile {
  return { ...analyzed, arcTimes: arcTimesOf(analyzed) }
}

/** Share of its child's time that an arc passes on; 0 if the child's time is excluded. */
function quotaOf(analyzed: AnalyzedProfile, arc: ArcIndex): number {
  const child = analyzed.profile.arcs.child[arc]
  return analyzed.times.fraction[child] === 0 ? 0 : shareOfCalls(analyzed, arc)
}

// Propagates time along arcs, each cycle as one node: first the shown fraction from callers to
// callees, then time from callees to callers.

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

/** Result of `propagate`: the times of functions and cycles, in ticks. */
export interface Propagated {
  readonly times: TimeTables
  /** Times by arc are not stored; analyze-profile.ts computes them. */
  readonly arcTimes: null
  /** Sum of propagated self time, in ticks. */
  readonly printedTicks: number
}

/**
 * Propagates time from children to parents, children first.
 *
 * A first pass from callers to callees determines what is shown, and which fraction of each function's time
 * counts. The second pass goes back: each arc passes the share `count / calls` of its child's time to its
 * parent.
 *
 * Shape: one value per function and per cycle; direct recursion and arcs inside a cycle pass nothing. Unit:
 * ticks. Source: S. L. Graham, P. B. Kessler, M. K. McKusick, "gprof: a call graph execution profiler", 1982;
 * order of additions from the behaviour of GNU gprof 2.40.
 *
 * @param walk the arcs of `profile`, by parent and by child
 * @param components of the call graph; `cycles` are built from them
 */
export function propagate(
  profile: CallGraphProfile,
  walk: ArcWalk,
  components: Components,
  cycles: CycleTable,
  filter: PropagationFilter,
): Propagated {
  const { length } = profile.functions
  const graph: Graph = {
    functions: profile.functions,
    cycles,
    walk,
    list: components.list,
  }
  const sums: Sums = {
    order: components.order,
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
  const printedTicks = passDown(graph, filter, sums)
  passUp(graph, sums)
  return { printedTicks, times: sums, arcTimes: null }
}

interface Graph {
  readonly functions: CallGraphProfile['functions']
  readonly cycles: CycleTable
  readonly walk: ArcWalk
  /** Functions, children before parents. Members of a cycle are adjacent, by address. */
  readonly list: Uint32Array
}

/** TimeTables to fill in. */
interface Sums {
  readonly order: Uint32Array
  readonly isPrinted: Uint8Array
  readonly fraction: Float64Array
  readonly propagatedSelf: Float64Array
  readonly childTicks: Float64Array
  readonly propagatedChild: Float64Array
  readonly cycleIsPrinted: Uint8Array
  readonly cycleFraction: Float64Array
  readonly cycleSelfTicks: Float64Array
  readonly cycleChildTicks: Float64Array
  readonly cyclePropagatedSelf: Float64Array
  readonly cyclePropagatedChild: Float64Array
}

/**
 * Goes from callers to callees and fills in the fractions. Returns the sum of self time times
 * fraction over all functions, in ticks.
 */
function passDown(graph: Graph, filter: PropagationFilter, sums: Sums): number {
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

/**
 * Returns what a function, or a cycle with all its members, inherits from its callers, before its
 * own filters.
 */
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

interface Pass {
  readonly graph: Graph
  readonly sums: Sums
  readonly heads: Float64Array
  /** What the members of the current cycle inherited so far: the total, and the shown part. */
  readonly together: Float64Array
}

/** Goes from callees to callers and fills in the time that functions and cycles inherit. */
function passUp(graph: Graph, sums: Sums): void {
  const { functions, cycles, list } = graph
  const cycleOf = asArray(cycles.cycleOf)
  sumCycles(graph, sums)
  const heads = listHeads(functions, cycles, sums)
  const together = new Float64Array(2)
  const pass = { graph, sums, heads, together }
  for (let at = 0; at < list.length;) {
    const cycle = cycleOf[list[at]]
    together.fill(0)
    const end = inheritTime(pass, at, cycle)
    if (cycle >= 0) {
      const [whole, shown] = together
      sums.cycleChildTicks[cycle] = whole
      sums.cyclePropagatedChild[cycle] = shown
      for (let member = at; member < end; member++) heads[WIDTH * list[member] + CHILD] = whole
    }
    at = end
  }
}

/**
 * Processes the list while functions are in the given cycle, or in none. Returns the position
 * where it stopped.
 */
function inheritTime({ graph, sums, heads, together }: Pass, from: number, cycle: number): number {
  const { list } = graph
  const { offsets, other, count } = graph.walk.byParent
  const { fraction, childTicks, propagatedChild } = sums
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

/** Sums the self time of cycles. */
function sumCycles({ functions, cycles }: Graph, sums: Sums): void {
  const { fraction, cycleFraction, cycleSelfTicks, cyclePropagatedSelf } = sums
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

// Applies a scenario to a profile: removes the arcs it cuts, divides self times, and decides which
// functions are shown and pass time on.

/**
 * Returns the arcs with these names (ArcIndex of `profile`), ascending, each once. A name that several
 * functions share selects the arcs of all; a name without arcs selects none.
 *
 * @param arcs raw names, binary strings
 */
export function findArcs(profile: CallGraphProfile, arcs: readonly ArcName[]): Uint32Array<ArrayBuffer> {
  const { functions, arcsByParent } = profile
  const childOf = asArray(profile.arcs.child)
  const found = new Set<number>()
  // Every function of a program may have the same name.
  const known = new Map<string, ReadonlySet<FunctionIndex>>()
  const named = (name: string): ReadonlySet<FunctionIndex> => {
    const before = known.get(name)
    if (before) return before
    const functionsNow = new Set(allNamed(functions.names, name))
    known.set(name, functionsNow)
    return functionsNow
  }
  for (const { parent, child } of arcs) {
    const children = named(child)
    if (children.size === 0) continue
    for (const f of named(parent)) {
      for (let at = arcsByParent.offsets[f]; at < arcsByParent.offsets[f + 1]; at++) {
        const arc = arcsByParent.items[at]
        if (children.has(childOf[arc] as FunctionIndex)) found.add(arc)
      }
    }
  }
  return Uint32Array.from(found).sort()
}

/**
 * Returns the number of each of `arcs` arcs after removing `cut` (ascending); NONE for removed
 * ones.
 */
function renumberWithout(cut: Uint32Array, arcs: number): Int32Array {
  const renumbered = new Int32Array(arcs)
  let cutBelow = 0
  for (let arc = 0; arc < arcs; arc++) {
    const isCut = cut[cutBelow] === arc
    renumbered[arc] = isCut ? NONE : arc - cutBelow
    if (isCut) cutBelow++
  }
  return renumbered
}

/**
 * Returns the profile without the arcs `cut` (ascending ArcIndex). Other arcs keep their order.
 * Unchanged tables are shared with the given profile.
 */
function withoutArcs(profile: CallGraphProfile, cut: Uint32Array<ArrayBuffer>): CallGraphProfile {
  const renumbered = renumberWithout(cut, profile.arcs.length)
  const { functions, arcs, arcsByParent, arcsByChild } = profile
  const kept: ArcTable = {
    length: arcs.length - cut.length,
    parent: asColumn(without(asArray(arcs.parent), cut)),
    child: asColumn(without(asArray(arcs.child), cut)),
    count: without(asArray(arcs.count), cut),
  }
  const { calls, selfCalls } = recount(profile, cut)
  return {
    ...profile,
    arcs: kept,
    recordedArcs: profile.recordedArcs - countBelow(cut, profile.recordedArcs),
    arcsByParent: regroup(arcsByParent, endsOf(arcs.parent, cut), renumbered),
    arcsByChild: regroup(arcsByChild, endsOf(arcs.child, cut), renumbered),
    functions: { ...functions, calls, selfCalls },
  }
}

/**
 * Converts an arc of the profile without the arcs `cut` to one of the plain profile.
 *
 * @param cut ArcIndex of the plain profile, ascending
 */
export function plainArc(cut: Uint32Array, arc: ArcIndex): ArcIndex {
  // `cut[k] - k` remaining arcs are below the k-th cut arc.
  const below = firstPlace(cut.length, (k) => cut[k] - k <= arc)
  return (arc + below) as ArcIndex
}

/**
 * Returns the arc of the profile as measured; NONE for a static call, and for a new arc of a folded profile.
 *
 * @param arc ArcIndex of the analysed profile, which lacks the cut arcs
 */
export function measuredArc({ profile, cutArcs, folding }: AnalyzedProfile, arc: ArcIndex): ArcIndex | None {
  if (arc >= profile.recordedArcs) return NONE
  const there = plainArc(cutArcs, arc)
  return folding ? folding.measuredArcs[there] : there
}

function countBelow(cut: Uint32Array, row: number): number {
  let count = 0
  while (count < cut.length && cut[count] < row) count++
  return count
}

/** Returns a column of arcs without the rows `cut`. */
function without<T extends Int32Array | Uint32Array | Float64Array>(column: T, cut: Uint32Array): T {
  const kept = new (column.constructor as new (length: number) => T)(column.length - cut.length)
  let from = 0
  for (let at = 0; at <= cut.length; at++) {
    const to = at < cut.length ? cut[at] : column.length
    kept.set(column.subarray(from, to), from - at)
    from = to + 1
  }
  return kept
}

/** Returns the functions at one end of the cut arcs, ascending. */
function endsOf(column: ArcTable['parent'], cut: Uint32Array): Uint32Array {
  return cut.map((arc) => column[arc as ArcIndex]).sort()
}

/** @param groups functions that lose an item, ascending, once per item */
function regroup(
  { length, offsets, items }: ArcsByFunction,
  groups: Uint32Array,
  renumbered: Int32Array,
): ArcsByFunction {
  const keptOffsets = offsets.slice()
  let from = 0
  for (let lost = 0; lost <= groups.length; lost++) {
    const to = lost < groups.length ? groups[lost] : length
    if (lost > 0)
      for (let group = from; group < to; group++) keptOffsets[group + 1] = offsets[group + 1] - lost
    from = to
  }
  return { length, offsets: keptOffsets, items: renumberItems(items, renumbered, groups.length) }
}

/** Renumbers arcs, without the cut ones. */
function renumberItems(items: Uint32Array, renumbered: Int32Array, cut: number): Rows<ArcIndex> {
  const kept = new Uint32Array(items.length - cut)
  let count = 0
  for (let at = 0; at < items.length; at++) {
    const arc = renumbered[items[at]]
    if (arc !== NONE) kept[count++] = arc
  }
  return asRows(kept)
}

/**
 * Sums the counts again where callers change, in the order of the first sum: large counts may not
 * add up exactly.
 */
function recount(
  { functions, arcs, arcsByChild }: CallGraphProfile,
  cut: Uint32Array,
): Pick<CallGraphProfile['functions'], 'calls' | 'selfCalls'> {
  const calls = asArray(functions.calls).slice()
  const selfCalls = asArray(functions.selfCalls).slice()
  const isCut = new Set(cut)
  const changed = new Set<FunctionIndex>()
  for (const arc of cut) changed.add(arcs.child[arc as ArcIndex])
  for (const f of changed) {
    calls[f] = 0
    selfCalls[f] = 0
    for (let at = arcsByChild.offsets[f + 1] - 1; at >= arcsByChild.offsets[f]; at--) {
      const arc = arcsByChild.items[at]
      if (isCut.has(arc)) continue
      const into = arcs.parent[arc] === f ? selfCalls : calls
      into[f] += arcs.count[arc]
    }
  }
  return { calls, selfCalls }
}

// Functions that a scenario makes faster.

/**
 * Returns the profile with the self times of these functions divided by their factors, and the sum
 * of samples without the saved ones. Recorded samples stay. Unchanged tables are shared.
 */
function withFasterFunctions(profile: CallGraphProfile, faster: readonly FasterFunction[]): CallGraphProfile {
  const { functions, totals } = profile
  const before = asArray(functions.selfTicks)
  let self: Float64Array<ArrayBuffer> | null = null
  let saved = 0
  for (const { name, factor } of faster) {
    for (const f of allNamed(functions.names, name)) {
      // A file may name it twice.
      if (before[f] === 0 || (self && self[f] !== before[f])) continue
      self ??= Float64Array.from(before)
      self[f] = before[f] / factor
      saved += before[f] - self[f]
    }
  }
  if (!self) return profile
  return {
    ...profile,
    functions: { ...functions, selfTicks: asColumn(self) },
    // The functions may add up to more than all samples: gprof rounds the edges of bins.
    totals: { ...totals, ticks: Math.max(0, totals.ticks - saved) },
  }
}

/**
 * Returns the factor by which the scenario divides the self time of a function: 1 if it does not name the
 * function, Infinity if it removes all its time.
 */
export function factorOfFunction({ profile, scenario }: AnalyzedProfile, f: FunctionIndex): number {
  const { names } = profile.functions
  return scenario.faster.find(({ name }) => isStringAt(names, f, name))?.factor ?? 1
}

// Functions that a scenario excludes from the graph and from propagated time, on top of those
// excluded by default.

/**
 * Returns gprof's default filter: the profiler's own functions are not shown and pass no time. Columns are
 * shared with the profile.
 */
export function defaultFilter(profile: CallGraphProfile): PropagationFilter {
  const leftOut = asArray(profile.functions.isLeftOut)
  const excluded = leftOut.indexOf(1) < 0 ? null : leftOut
  return { graphOnly: null, graphWithout: excluded, timeOnly: null, timeWithout: excluded }
}

/**
 * Returns `base` narrowed by the scenario; `base` itself for a scenario without lists of functions. A list
 * whose names match no function changes nothing, because gprof ignores empty filter tables.
 */
export function narrowFilter(
  base: PropagationFilter,
  profile: CallGraphProfile,
  { leftOut, timeLeftOut, only, timeOnly }: Scenario,
): PropagationFilter {
  if (leftOut.length + timeLeftOut.length + only.length + timeOnly.length === 0) return base
  return {
    graphOnly: mark(base.graphOnly, profile, only),
    graphWithout: mark(base.graphWithout, profile, leftOut),
    timeOnly: mark(base.timeOnly, profile, [...only, ...timeOnly]),
    timeWithout: mark(base.timeWithout, profile, [...leftOut, ...timeLeftOut]),
  }
}

function mark(
  base: Uint8Array | null,
  { functions }: CallGraphProfile,
  names: readonly string[],
): Uint8Array | null {
  let marked = base
  for (const name of names) {
    for (const f of allNamed(functions.names, name)) {
      // No look-up finds a symbol that ends before it begins, so gprof's filters miss it too.
      if (functions.last[f] < functions.address[f]) continue
      if (marked === base) marked = base === null ? new Uint8Array(functions.length) : base.slice()
      if (marked) marked[f] = 1
    }
  }
  return marked
}

// Analyses a profile under a scenario: cycles, order and propagated time. A pure function.

/**
 * Returns the analysis of a profile under a scenario. `plain` is not changed; the result shares its tables
 * where the scenario leaves them.
 *
 * @param plain the profile as recorded; for a scenario with static arcs, the profile that has them
 *   (`withStaticArcs`)
 * @param filter which functions are shown and pass time on before the scenario narrows it; by default all but
 *   the excluded ones
 */
export function analyzeProfile(
  plain: CallGraphProfile,
  scenario: Scenario,
  filter: PropagationFilter = defaultFilter(plain),
): AnalyzedProfile {
  const { profile: whole, folding } = scenario.foldStd
    ? foldFunctions(plain, findStandardLibrary(plain))
    : { profile: plain, folding: null }
  const cutArcs = findArcs(whole, scenario.cutArcs)
  const withArcs = cutArcs.length === 0 ? whole : withoutArcs(whole, cutArcs)
  const profile = withFasterFunctions(withArcs, scenario.faster)
  const walk = walkOf(profile)
  const components = findComponentsAmong(walk.byParent.offsets, walk.byParent.other)
  const cycles = buildCycles(profile, components)
  const narrowed = narrowFilter(filter, profile, scenario)
  const propagated = propagate(profile, walk, components, cycles, narrowed)
  forgetWalk(walk)
  return { profile, scenario, cutArcs, ...(folding && { folding }), cycles, ...propagated }
}

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
