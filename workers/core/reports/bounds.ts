// Bounds of the time that a function was on the stack (lower by dominators of the call graph,
// upper by reachability), and which part of each shown time is certain.
import { arcSelfTicks, arcTicks, callsOfHead } from '../analysis/arc-times.ts'
import type { AnalyzedProfile, CycleIndex } from '../analysis/analyzed-profile.ts'
import { detachBuffers } from '../base/buffers.ts'
import { asArray, NONE } from '../base/columns.ts'
import type { Ticks } from '../base/units.ts'
import type { ArcIndex, FunctionIndex } from '../profile/call-graph-profile.ts'
import { finish } from '../base/yielder.ts'
import { isStringAt } from '../base/string-table.ts'

/**
 * Result of `certainTicks`; null while it is not computed. Then only self time counts as certain.
 */
type Certain = Float64Array | null

/** Bounds of the time that a function was on the stack, in ticks. */
export interface TimeRange {
  readonly least: Ticks
  readonly most: Ticks
}

/**
 * Returns the bounds of a function's time on the stack. They bound the sampled time, which has a
 * sampling error of its own.
 */
export function rangeOfTotal(analyzed: AnalyzedProfile, certain: Certain, f: FunctionIndex): TimeRange {
  const least = certain ? certain[f] : analyzed.profile.functions.selfTicks[f]
  return { least, most: Math.max(least, upperBound(analyzed, f)) }
}

/** Whether a function is a member of a cycle. */
export const isMember = ({ cycles }: AnalyzedProfile, f: FunctionIndex): boolean => cycles.cycleOf[f] !== NONE

/** Returns the certain part of the self and child time of a function outside cycles, 0–1. */
export function certainPart(analyzed: AnalyzedProfile, certain: Certain, f: FunctionIndex): number {
  const self = analyzed.profile.functions.selfTicks[f]
  return partOf(certain ? certain[f] : self, self + analyzed.times.childTicks[f])
}

/** The bar of a total time. */
export interface TotalBar {
  /** Length, as a share of all time, 0–1. */
  readonly total: number
  /** Certain share of the bar, 0–1. */
  readonly certain: number
}

/**
 * Returns the bar of a function's total time. The bar of a member of a cycle extends to its upper
 * bound: gprof's total excludes what other members take, so it does not show how long the member
 * was on the stack. Without that bound the bar shows gprof's total, as for other functions.
 *
 * @param total gprof's total as a share of `whole`, 0–1
 * @param whole the 100 % of the bar, in ticks
 */
export function barOfTotal(
  analyzed: AnalyzedProfile,
  certain: Certain,
  f: FunctionIndex,
  total: number,
  whole: Ticks,
): TotalBar {
  if (!isMember(analyzed, f) || !(whole > 0) || !certain || !hasUpperBounds(analyzed))
    return { total, certain: certainPart(analyzed, certain, f) }
  const { least, most } = rangeOfTotal(analyzed, certain, f)
  return { total: Math.min(1, most / whole), certain: partOf(least, most) }
}

/** Returns the certain part of a whole cycle's time, 0–1. */
export function certainPartOfCycle(analyzed: AnalyzedProfile, certain: Certain, cycle: CycleIndex): number {
  const { cyclePropagatedSelf, cyclePropagatedChild } = analyzed.times
  const self = cyclePropagatedSelf[cycle]
  // Arcs without a count make members but are no paths.
  const sure = certain ? Math.max(self, lowerBoundOfCycle(analyzed, certain, cycle)) : self
  return partOf(sure, self + cyclePropagatedChild[cycle])
}

/**
 * Returns the certain part of the time that an arc passes, 0–1. It is 0 unless the arc is from
 * the only caller; with several callers the shares are estimates.
 */
export function certainPartOfArc(analyzed: AnalyzedProfile, certain: Certain, arc: ArcIndex): number {
  if (!isOnlyWay(analyzed, arc)) return 0
  const sure = certain
    ? certainOfHead(analyzed, certain, analyzed.profile.arcs.child[arc])
    : arcSelfTicks(analyzed, arc)
  return partOf(sure, arcTicks(analyzed, arc))
}

/** Whether all calls of the child, or of its cycle from outside, came along this arc. */
export function isOnlyWay(analyzed: AnalyzedProfile, arc: ArcIndex): boolean {
  const { child, count } = analyzed.profile.arcs
  return count[arc] === callsOfHead(analyzed, child[arc])
}

/**
 * Returns the time of what only this member calls, from one place and for all its calls, in
 * ticks.
 */
export function certainBelowMember(analyzed: AnalyzedProfile, certain: Certain, f: FunctionIndex): Ticks {
  if (!certain) return 0
  const { arcsByParent } = analyzed.profile
  let sum = 0
  for (let at = arcsByParent.offsets[f]; at < arcsByParent.offsets[f + 1]; at++) {
    const arc = arcsByParent.items[at]
    const passed = arcTicks(analyzed, arc)
    if (passed > 0 && isOnlyWay(analyzed, arc))
      sum += Math.min(passed, certainOfHead(analyzed, certain, analyzed.profile.arcs.child[arc]))
  }
  return sum
}

/** Returns the lower bound of a function, or of the whole cycle it is in, in ticks. */
export function certainOfHead(analyzed: AnalyzedProfile, certain: Float64Array, f: FunctionIndex): Ticks {
  const cycle = analyzed.cycles.cycleOf[f]
  return cycle === NONE ? certain[f] : lowerBoundOfCycle(analyzed, certain, cycle)
}

/**
 * Returns `sure / all`, 0–1. Sums of parts are inexact in their last digits, so a result within
 * 1e-9 of 1 is 1.
 */
export function partOf(sure: Ticks, all: Ticks): number {
  if (!(all > 0)) return 0
  return sure >= all * (1 - 1e-9) ? 1 : Math.max(0, sure / all)
}

// Lower bounds computed so far, for explanations, which are requested one by one and must not
// wait.

/** Result of `certainTicks` by profile; empty until it is computed. */
export const lowerBoundCache = new WeakMap<AnalyzedProfile, Float64Array>()

// Lower bound of the time on the stack: the self time of all code that runs only below a
// function.

/**
 * Computes the lower bound of each function's time on the stack.
 *
 * gprof divides the time of a function with several callers by their calls, as if every call cost
 * the same. But if every path down to a function leads through one place, its time belongs to
 * that place, however it is divided in between:
 *
 *          main          every path to `k` leads through `parse`: all of k's time is certainly part of parse's.
 *           │            How much of it was spent for `item` and how much for `list` is not known;
 *         parse          for them, `k` is no certain part.
 *         ╱   ╲
 *      item   list
 *         ╲   ╱
 *           k
 *
 * That is dominance: `parse` dominates `k`. No better bound follows from the arcs: a function
 * that `parse` does not dominate can be reached by another path, and all its time may have been
 * spent on that path. Cycles are no exception. The only member called from outside dominates all
 * others, while gprof gives each member its own part of what they call.
 *
 * Paths consist of counted arcs. Arcs to or from a function whose time a scenario excludes are
 * none.
 *
 * Shape: one value per function, followed by one per cycle (`lowerBoundOfCycle`). Unit: ticks.
 * Functions whose time is shown in part (`fraction` below 1) count as nothing, because that part
 * is an estimate. Limit: relies on counted calls. A call from code compiled without -pg is not
 * recorded.
 */
export function certainTicks(analyzed: AnalyzedProfile): Float64Array {
  return finish(certainTicksInSteps(analyzed))
}

/**
 * Computes the same and yields every few thousand functions or arcs, so that the caller can do
 * other work.
 */
export function* certainTicksInSteps(analyzed: AnalyzedProfile): Generator<void, Float64Array> {
  const known = lowerBoundCache.get(analyzed)
  if (known) return known
  const sums = yield* sumDominated(analyzed)
  lowerBoundCache.set(analyzed, sums)
  return sums
}

/** Returns the lower bound of a whole cycle from the result of `certainTicks`, in ticks. */
export function lowerBoundOfCycle(
  { profile }: AnalyzedProfile,
  certain: Float64Array,
  cycle: CycleIndex,
): number {
  return certain[profile.functions.length + cycle]
}

const FULL = 1 - 1e-9

function* sumDominated(analyzed: AnalyzedProfile): Generator<void, Float64Array> {
  const { length, selfTicks } = analyzed.profile.functions
  const { fraction } = analyzed.times
  const { order, above } = yield* findDominators(yield* flowOf(analyzed))
  const sums = new Float64Array(length + analyzed.cycles.length + 1)
  yield
  for (let row = 0; row < length; row++) {
    if (row % STEP === STEP - 1) yield
    const f = row as FunctionIndex
    if (fraction[f] >= FULL) sums[row] = selfTicks[f]
  }
  for (let at = order.length - 1; at > 0; at--) {
    if (at % STEP === 0) yield
    sums[above[order[at]]] += sums[order[at]]
  }
  detachBuffers([above.buffer])
  return sums.subarray(0, -1)
}

/**
 * The call graph as a flow graph. Nodes are functions, then cycles, then one node outside the
 * program, which calls everything without another caller. A cycle's node is between the cycle's
 * callers and the members they call. Members reach one another, so it changes no dominance
 * between functions, and what it dominates runs below the whole cycle:
 *
 *     outside ─► main ─► (cycle 1) ─► value ⇄ term
 */
function* flowOf({ profile, cycles, times }: AnalyzedProfile): Generator<void, FlowGraph> {
  const { arcsByParent, arcsByChild, functions } = profile
  const { length } = functions
  const size = length + cycles.length + 1
  const root = size - 1
  const parents = asArray(profile.arcs.parent)
  const children = asArray(profile.arcs.child)
  const counts = asArray(profile.arcs.count)
  const cycleOf = asArray(cycles.cycleOf)
  const fraction = asArray(times.fraction)
  const isWay = (arc: number): boolean => {
    const [parent, child] = [parents[arc], children[arc]]
    return parent !== child && counts[arc] > 0 && fraction[parent] !== 0 && fraction[child] !== 0
  }
  const isEntry = (arc: number): boolean => cycleOf[children[arc]] !== cycleOf[parents[arc]]

  /** By node: whether anything calls it; for a cycle and its members only callers outside count. */
  const isCalled = new Uint8Array(size)
  const entries = new Uint32Array(cycles.length + 1)
  yield
  for (let arc = 0; arc < parents.length; arc++) {
    if (arc % STEP === STEP - 1) yield
    const child = children[arc]
    const cycle = cycleOf[child]
    if ((cycle !== NONE && !isEntry(arc)) || !isWay(arc)) continue
    isCalled[child] = 1
    if (cycle !== NONE) entries[cycle + 1]++
  }
  /** Callers of each cycle from outside. */
  for (let cycle = 0; cycle < cycles.length; cycle++) entries[cycle + 1] += entries[cycle]
  const entered = new Int32Array(entries[cycles.length])
  const isRoot = new Uint8Array(size)
  for (let cycle = 0; cycle < cycles.length; cycle++) {
    if (cycle % STEP === STEP - 1) yield
    let at = entries[cycle]
    const { offsets, items } = cycles.members
    for (let m = offsets[cycle]; m < offsets[cycle + 1]; m++) {
      for (let way = arcsByChild.offsets[items[m]]; way < arcsByChild.offsets[items[m] + 1]; way++) {
        const arc = arcsByChild.items[way]
        if (isEntry(arc) && isWay(arc)) entered[at++] = parents[arc]
      }
    }
    isRoot[length + cycle] = at === entries[cycle] ? 1 : 0
  }
  for (let f = 0; f < length; f++) {
    if (f % STEP === STEP - 1) yield
    if (cycleOf[f] === NONE) isRoot[f] = 1 - isCalled[f]
    // In a cycle without callers it is unknown which member ran first.
    else if (isRoot[length + cycleOf[f]] === 1) isCalled[f] = 1
  }
  // A function's last incoming edge has no arc: it comes from outside the program or, for a
  // member, from its cycle.
  return {
    size,
    root,
    firstOut: (node) =>
      node < length ? arcsByParent.offsets[node] : node === root ? 0 : cycles.members.offsets[node - length],
    endOut: (node) =>
      node < length
        ? arcsByParent.offsets[node + 1]
        : node === root
          ? root
          : cycles.members.offsets[node - length + 1],
    target: (node, way) => {
      if (node === root) return isRoot[way] === 1 ? way : NONE
      if (node >= length) {
        const member = cycles.members.items[way]
        return isCalled[member] === 1 ? member : NONE
      }
      const arc = arcsByParent.items[way]
      if (!isWay(arc)) return NONE
      const child = children[arc]
      return cycleOf[child] !== NONE && isEntry(arc) ? length + cycleOf[child] : child
    },
    firstIn: (node) => (node < length ? arcsByChild.offsets[node] : entries[node - length]),
    endIn: (node) => (node < length ? arcsByChild.offsets[node + 1] + 1 : entries[node - length + 1] + 1),
    source: (node, way) => {
      const cycle = node < length ? cycleOf[node] : NONE
      if (node >= length) {
        if (way < entries[node - length + 1]) return entered[way]
        return isRoot[node] === 1 ? root : NONE
      }
      if (way === arcsByChild.offsets[node + 1]) {
        if (cycle !== NONE) return isCalled[node] === 1 ? length + cycle : NONE
        return isRoot[node] === 1 ? root : NONE
      }
      const arc = arcsByChild.items[way]
      return isWay(arc) && (cycle === NONE || !isEntry(arc)) ? parents[arc] : NONE
    },
  }
}

// Upper bound of the time on the stack: the self time of all code that can run below a function.

interface Known {
  /** Results for functions outside cycles, and for the first member of each cycle. */
  readonly ticks: Map<FunctionIndex, Ticks>
  readonly uncounted: Uncounted
}

/** Functions that took time or called others, but whose own calls were not counted. */
export interface Uncounted {
  readonly functions: readonly FunctionIndex[]
  /**
   * Self time of everything they reach, themselves included, in ticks; NaN if there are no upper
   * bounds.
   */
  readonly ticks: Ticks
}

const bounds = new WeakMap<AnalyzedProfile, Known>()

/**
 * Largest number of arcs for upper bounds: walks over more would block the caller. The largest
 * real program measured has 80,000.
 */
const MOST_ARCS = 150_000

/**
 * Whether upper bounds are computed. Profiles with more arcs than MOST_ARCS have only lower
 * bounds.
 */
export const hasUpperBounds = ({ profile }: AnalyzedProfile): boolean => profile.arcs.length <= MOST_ARCS

/**
 * Returns the upper bound of a function's time on the stack: the self time of all functions that
 * counted calls reach from it, itself included, and of those that may run below it unseen. Code
 * compiled without -pg records no callers, so it may be called from anywhere.
 *
 * Unit: ticks. Functions that a scenario excludes count as nothing. Returns all of the time if
 * there are no upper bounds. Cost: a walk over everything it reaches, once per function, or per
 * whole cycle.
 */
export function upperBound(analyzed: AnalyzedProfile, f: FunctionIndex): Ticks {
  if (!hasUpperBounds(analyzed)) return analyzed.profile.totals.ticks
  const known = knownOf(analyzed)
  const { cycleOf, members } = analyzed.cycles
  const cycle = cycleOf[f]
  const head = cycle === NONE ? f : members.items[members.offsets[cycle]]
  let ticks = known.ticks.get(head)
  if (ticks === undefined) {
    ticks = reachableTicks(analyzed, [head, ...known.uncounted.functions])
    known.ticks.set(head, ticks)
  }
  return ticks
}

/**
 * Returns bounds of the time that any function of a set was on the stack, by the counted calls.
 * The lower bound is the self time of all that no path reaches without passing through the set.
 * The upper bound is the self time of all that the set reaches, and of what uncounted functions
 * reach. For a set of one function both equal `certainTicks` and `upperBound`.
 *
 * @param isChosen by FunctionIndex: 1 for the functions of the set
 *
 * Unit: ticks. Functions that a scenario excludes count as nothing. Cost: two walks over the call
 * graph.
 */
export function rangeOfSet(analyzed: AnalyzedProfile, isChosen: Uint8Array): TimeRange {
  const { length, selfTicks } = analyzed.profile.functions
  const { fraction } = analyzed.times
  const chosen: FunctionIndex[] = []
  for (let f = 0; f < length; f++) if (isChosen[f] === 1) chosen.push(f as FunctionIndex)
  const isReached = reachable(analyzed, startsOf(analyzed), isChosen)
  let least = 0
  for (let row = 0; row < length; row++) {
    const f = row as FunctionIndex
    if (isReached[row] === 0 && fraction[f] >= FULL) least += selfTicks[f]
  }
  return { least, most: reachableTicks(analyzed, [...chosen, ...uncountedOf(analyzed).functions]) }
}

/**
 * Returns the functions where a path may begin: those without counted callers, and all members of
 * cycles without any.
 */
function startsOf(analyzed: AnalyzedProfile): FunctionIndex[] {
  const { profile, cycles, times } = analyzed
  const { arcs, functions } = profile
  const { cycleOf } = cycles
  const isCalled = new Uint8Array(functions.length)
  const isEntered = new Uint8Array(cycles.length)
  for (let row = 0; row < arcs.length; row++) {
    const arc = row as ArcIndex
    const [parent, child] = [arcs.parent[arc], arcs.child[arc]]
    if (parent === child || !(arcs.count[arc] > 0) || times.fraction[parent] === 0) continue
    if (cycleOf[child] === NONE) isCalled[child] = 1
    else if (cycleOf[parent] !== cycleOf[child]) isEntered[cycleOf[child]] = 1
  }
  const starts: FunctionIndex[] = []
  for (let row = 0; row < functions.length; row++) {
    const f = row as FunctionIndex
    const cycle = cycleOf[f]
    if (cycle === NONE ? isCalled[row] === 0 : isEntered[cycle] === 0) starts.push(f)
  }
  return starts
}

/**
 * Returns the functions that may be called unseen. Main and the profiler's own routines are
 * excluded.
 */
export function uncountedOf(analyzed: AnalyzedProfile): Uncounted {
  return knownOf(analyzed).uncounted
}

function knownOf(analyzed: AnalyzedProfile): Known {
  let known = bounds.get(analyzed)
  if (!known) {
    const functions = findUncounted(analyzed)
    const isNone = functions.length === 0
    const ticks = isNone ? 0 : hasUpperBounds(analyzed) ? reachableTicks(analyzed, functions) : Number.NaN
    known = { ticks: new Map(), uncounted: { functions, ticks } }
    bounds.set(analyzed, known)
  }
  return known
}

function findUncounted({ profile, times }: AnalyzedProfile): FunctionIndex[] {
  const { length, names, selfTicks, calls, selfCalls, isLeftOut } = profile.functions
  const { offsets } = profile.arcsByParent
  const found: FunctionIndex[] = []
  for (let row = 0; row < length; row++) {
    const f = row as FunctionIndex
    const isCounted = calls[f] > 0 || selfCalls[f] > 0
    const isUsed = selfTicks[f] > 0 || offsets[row + 1] > offsets[row]
    if (isCounted || !isUsed || isLeftOut[f] === 1 || times.fraction[f] === 0) continue
    if (!ENTRIES.some((name) => isStringAt(names, f, name))) found.push(f)
  }
  return found
}

/** Functions that the C library or the Fortran runtime calls once, at the start. */
const ENTRIES = ['main', '_main', 'MAIN__']

function reachableTicks(analyzed: AnalyzedProfile, starts: readonly FunctionIndex[]): Ticks {
  const { selfTicks } = analyzed.profile.functions
  const isReached = reachable(analyzed, starts)
  let sum = 0
  for (let f = 0; f < isReached.length; f++) if (isReached[f] === 1) sum += selfTicks[f as FunctionIndex]
  return sum
}

/**
 * Marks the functions that counted calls lead to from `starts`, `starts` included, without
 * passing through those of `barrier`.
 */
function reachable(
  { profile, times }: AnalyzedProfile,
  starts: readonly FunctionIndex[],
  barrier: Uint8Array | null = null,
): Uint8Array {
  const { functions, arcs, arcsByParent } = profile
  const [children, counts] = [asArray(arcs.child), asArray(arcs.count)]
  const fraction = asArray(times.fraction)
  const { offsets, items } = arcsByParent
  const isReached = new Uint8Array(functions.length)
  const pending: number[] = []
  const reach = (f: number): void => {
    if (isReached[f] === 1 || fraction[f] === 0 || barrier?.[f] === 1) return
    isReached[f] = 1
    pending.push(f)
  }
  for (const f of starts) reach(f)
  for (let f = pending.pop(); f !== undefined; f = pending.pop()) {
    for (let at = offsets[f]; at < offsets[f + 1]; at++) {
      if (counts[items[at]] > 0) reach(children[items[at]])
    }
  }
  return isReached
}

// Dominators of a directed graph: for each node the nearest other node on every path to it.

/**
 * A graph with nodes `0 .. size - 1`. Outgoing edges of a node are numbered from `firstOut` to
 * `endOut` (exclusive), incoming edges in the same way. So a graph need not be stored to be
 * walked.
 */
export interface FlowGraph {
  readonly size: number
  /** Start of all paths. */
  readonly root: number
  readonly firstOut: (node: number) => number
  readonly endOut: (node: number) => number
  /** Returns the node that this outgoing edge of `node` leads to; NONE if it is no edge. */
  readonly target: (node: number, way: number) => number
  readonly firstIn: (node: number) => number
  readonly endIn: (node: number) => number
  /** Returns the node that this incoming edge of `node` comes from; NONE if it is no edge. */
  readonly source: (node: number, way: number) => number
}

/**
 * Result of `findDominators`. Both columns share one buffer with all working columns; detach it
 * after use.
 */
export interface DominatorTree {
  /** Reachable nodes, each after its dominators, `root` first. */
  readonly order: Int32Array
  /** By node: its nearest dominator. NONE for the root and for unreachable nodes. */
  readonly above: Int32Array<ArrayBuffer>
}

/**
 * Nodes or edges processed between two pauses: one or two milliseconds, in code that is not
 * compiled yet.
 */
export const STEP = 3000

/**
 * Finds the dominators of all nodes. Yields every STEP nodes or edges.
 *
 * Source: Lengauer and Tarjan, "A fast algorithm for finding dominators in a flowgraph", TOPLAS 1
 * (1979): the simple version, O(edges × log nodes), without recursion.
 */
export function* findDominators(graph: FlowGraph): Generator<void, DominatorTree> {
  const columns = columnsOf(graph.size)
  const { order, parent, place } = yield* depthFirst(graph, columns)
  const reached = order.length
  // By place in `order`. `bucket` and `inBucket`: the last place with this semidominator, and for
  // each place the one before.
  const { semi, label, ancestor, dominator, bucket, inBucket, path, above } = columns
  for (let at = 0; at < reached; at++) semi[at] = label[at] = at
  yield
  ancestor.fill(NONE)
  dominator.fill(NONE)
  yield
  bucket.fill(NONE)
  inBucket.fill(NONE)
  yield

  /**
   * Returns the place with the smallest semidominator on the linked path up from `at`. Shortens
   * that path.
   */
  const evaluate = (at: number): number => {
    if (ancestor[at] === NONE) return at
    let length = 0
    for (let up = at; ancestor[ancestor[up]] !== NONE; up = ancestor[up]) path[length++] = up
    while (length > 0) {
      const low = path[--length]
      const high = ancestor[low]
      if (semi[label[high]] < semi[label[low]]) label[low] = label[high]
      ancestor[low] = ancestor[high]
    }
    return label[at]
  }
  let work = 0
  for (let at = reached - 1; at > 0; at--) {
    const node = order[at]
    const end = graph.endIn(node)
    for (let way = graph.firstIn(node); way < end; way++) {
      if (++work % STEP === 0) yield
      const from = graph.source(node, way)
      if (from === NONE || place[from] === NONE) continue
      const found = semi[evaluate(place[from])]
      if (found < semi[at]) semi[at] = found
    }
    inBucket[at] = bucket[semi[at]]
    bucket[semi[at]] = at
    ancestor[at] = parent[at]
    for (let one = bucket[parent[at]]; one !== NONE; one = inBucket[one]) {
      if (++work % STEP === 0) yield
      const found = evaluate(one)
      dominator[one] = semi[found] < semi[one] ? found : parent[at]
    }
    bucket[parent[at]] = NONE
  }
  above.fill(NONE)
  for (let at = 1; at < reached; at++) {
    if (at % STEP === 0) yield
    if (dominator[at] !== semi[at]) dominator[at] = dominator[dominator[at]]
    above[order[at]] = order[dominator[at]]
  }
  return { order, above }
}

type Columns = ReturnType<typeof columnsOf>

/** One buffer: an allocator returns a large one to the system at once, but keeps small ones. */
function columnsOf(size: number) {
  const memory = new ArrayBuffer(12 * size * Int32Array.BYTES_PER_ELEMENT)
  const nth = (n: number) => new Int32Array(memory, n * size * Int32Array.BYTES_PER_ELEMENT, size)
  return {
    order: nth(0),
    above: nth(1),
    parent: nth(2),
    place: nth(3),
    path: nth(4),
    next: nth(5),
    semi: nth(6),
    label: nth(7),
    ancestor: nth(8),
    dominator: nth(9),
    bucket: nth(10),
    inBucket: nth(11),
  }
}

interface DepthFirst {
  readonly order: Int32Array
  /** By place in `order`: the place from which the node was found. */
  readonly parent: Int32Array
  /** By node: its place in `order`; NONE if unreachable. */
  readonly place: Int32Array
}

function* depthFirst(graph: FlowGraph, columns: Columns): Generator<void, DepthFirst> {
  const { root } = graph
  // `path` and `next`, by depth: the place of the node there, and its next outgoing edge.
  const { order, parent, place, path, next } = columns
  parent.fill(NONE)
  place.fill(NONE)
  yield
  let reached = 0
  let depth = 0
  const enter = (node: number, at: number): void => {
    parent[reached] = at
    place[node] = reached
    order[reached] = node
    next[depth] = graph.firstOut(node)
    path[depth++] = reached++
  }
  enter(root, NONE)
  let work = 0
  while (depth > 0) {
    if (++work % STEP === 0) yield
    const at = path[depth - 1]
    const node = order[at]
    const way = next[depth - 1]++
    if (way === graph.endOut(node)) depth--
    else {
      const child = graph.target(node, way)
      if (child !== NONE && place[child] === NONE) enter(child, at)
    }
  }
  return { order: order.subarray(0, reached), parent, place }
}
