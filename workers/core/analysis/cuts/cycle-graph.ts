// A cycle of the profile as a weighted digraph of its own: its arcs, its shortest loops, the
// cycles that remain without some arcs, and the budget of steps for a search in it.
import { type Csr, groupNewestFirst } from '../../base/sorting.ts'
import { findComponents } from '../cycles.ts'
import type { ArcIndex, CallGraphProfile, FunctionIndex } from '../../profile/call-graph-profile.ts'
import type { AnalyzedProfile, CycleIndex } from '../analyzed-profile.ts'
import { membersOf } from '../analyze-profile.ts'
import { NONE } from '../../base/columns.ts'
import { markWaysIn } from './ways-in.ts'

/** Budget of a search. A step is about one arc visited, or one number of a table changed. */
export interface Work {
  used: number
  readonly limit: number
}

/** Default limit of steps: one or two seconds on a machine of 2020. */
export const DEFAULT_LIMIT = 60_000_000

/** Returns an unused budget of `limit` steps. */
export const newWork = (limit: number): Work => ({ used: 0, limit })

/** Whether the budget is used up. */
export const isSpent = (work: Work): boolean => work.used >= work.limit

// A small weighted digraph with its own numbering, on which the search for cuts works.

/** A weighted digraph without loops and with at most one arc from one node to another. */
export interface Digraph {
  readonly nodes: number
  readonly from: Int32Array<ArrayBuffer>
  readonly to: Int32Array<ArrayBuffer>
  /** Cost of cutting each arc: a whole number, not negative. */
  readonly weight: Float64Array<ArrayBuffer>
  /** Arcs by their start and by their end. */
  readonly out: Csr
  readonly into: Csr
}

/**
 * Builds a digraph from the ends and weights of its arcs, in copies. Loops and parallel arcs are not checked.
 *
 * @param nodes number of nodes; `from` and `to` are numbers below it
 */
export function buildDigraph(
  nodes: number,
  from: ArrayLike<number>,
  to: ArrayLike<number>,
  weight: ArrayLike<number>,
): Digraph {
  return {
    nodes,
    from: Int32Array.from(from),
    to: Int32Array.from(to),
    weight: Float64Array.from(weight),
    out: groupNewestFirst(from, nodes),
    into: groupNewestFirst(to, nodes),
  }
}

/** One byte per arc: 1 if it is cut. */
export type CutFlags = Uint8Array<ArrayBuffer>

/** Returns the total weight of the cut arcs. */
export function weightOf(graph: Digraph, cut: CutFlags): number {
  let sum = 0
  for (let arc = 0; arc < cut.length; arc++) if (cut[arc] === 1) sum += graph.weight[arc]
  return sum
}

/**
 * Returns cuts of the arcs that lead backward in an order of the nodes, so that no cycle remains.
 *
 * @param order all nodes, each once
 */
export function backwardArcs(graph: Digraph, order: ArrayLike<number>): CutFlags {
  const position = positionsIn(order)
  const cut = new Uint8Array(graph.from.length)
  for (let arc = 0; arc < cut.length; arc++) {
    if (position[graph.from[arc]] > position[graph.to[arc]]) cut[arc] = 1
  }
  return cut
}

/** Returns the position of each node in an order of all nodes. */
export function positionsIn(order: ArrayLike<number>): Int32Array<ArrayBuffer> {
  const position = new Int32Array(order.length)
  for (let at = 0; at < order.length; at++) position[order[at]] = at
  return position
}

/**
 * Returns an order of the nodes in which every remaining arc leads forward; null if the remaining
 * arcs contain a cycle.
 */
export function topologicalOrder(graph: Digraph, cut: CutFlags): Int32Array<ArrayBuffer> | null {
  const { nodes, from, to, out } = graph
  const missing = new Int32Array(nodes)
  for (let arc = 0; arc < from.length; arc++) {
    if (cut[arc] === 0) missing[to[arc]] = missing[to[arc]] + 1
  }
  const order = new Int32Array(nodes)
  let length = 0
  for (let node = 0; node < nodes; node++) if (missing[node] === 0) order[length++] = node
  for (let done = 0; done < length; done++) {
    const node = order[done]
    for (let at = out.offsets[node]; at < out.offsets[node + 1]; at++) {
      const arc = out.items[at]
      if (cut[arc] === 1) continue
      const child = to[arc]
      missing[child]--
      if (missing[child] === 0) order[length++] = child
    }
  }
  return length === nodes ? order : null
}

// Groups that stay strongly connected when arcs are cut: the smaller cycles inside a cycle.

/**
 * Returns the strongly connected groups of at least two nodes, largest first, with nodes
 * ascending.
 */
function groupsWithout({ nodes, from, to }: Digraph, cut: CutFlags): number[][] {
  const start = from.map((node, arc) => (cut[arc] === 1 ? -1 : node))
  const { head, next } = findComponents(groupNewestFirst(start, nodes), to)
  const groups: number[][] = []
  for (let node = 0; node < nodes; node++) {
    if (head[node] !== node || next[node] < 0) continue
    const group: number[] = []
    for (let member = node; member >= 0; member = next[member]) group.push(member)
    groups.push(group.sort((left, right) => left - right))
  }
  return groups.sort((left, right) => right.length - left.length || left[0] - right[0])
}

/**
 * Returns the number of nodes of the largest strongly connected group without the cut arcs; 1 if
 * no cycle remains.
 */
export function largestGroup(graph: Digraph, cut: CutFlags): number {
  return groupsWithout(graph, cut)[0]?.length ?? 1
}

// Digraph of one cycle of the profile: its members, and the arcs between different members.

/** One cycle of the profile as a digraph, with the mapping back to the profile. */
export interface CycleGraph {
  /** Weights are call counts. */
  readonly graph: Digraph
  /** Function of each node, in gprof's chain order. */
  readonly members: readonly FunctionIndex[]
  /** Arc of the profile for each arc of the graph, ascending. */
  readonly arcs: readonly ArcIndex[]
  /** One byte per node: 1 if it is a way into the cycle; see `markWaysIn`. */
  readonly isWayIn: Uint8Array<ArrayBuffer>
}

/** Builds the digraph of one cycle of the profile; direct recursion is left out. */
export function buildCycleGraph({ profile, cycles }: AnalyzedProfile, cycle: CycleIndex): CycleGraph {
  const members = [...membersOf(cycles, cycle)]
  const arcs = listInside(profile, members, (f) => cycles.cycleOf[f] === cycle)
  const at = placesOf(members, profile.functions.length)
  const graph = buildDigraph(
    members.length,
    arcs.map((arc) => at(profile.arcs.parent[arc])),
    arcs.map((arc) => at(profile.arcs.child[arc])),
    arcs.map((arc) => profile.arcs.count[arc]),
  )
  const isWayIn = new Uint8Array(members.length)
  markWaysIn({ profile, cycles }, members, isWayIn)
  return { graph, members, arcs, isWayIn }
}

/**
 * Number of members beyond which an array replaces the map, which would take longer than all the
 * rest.
 */
const MANY = 1000

function placesOf(members: readonly FunctionIndex[], functions: number): (f: FunctionIndex) => number {
  if (members.length < MANY) {
    const known = new Map(members.map((f, at) => [f, at]))
    return (f) => known.get(f) ?? 0
  }
  const places = new Int32Array(functions)
  for (let at = 0; at < members.length; at++) places[members[at]] = at
  return (f) => places[f]
}

function listInside(
  { arcs, arcsByParent }: CallGraphProfile,
  members: readonly FunctionIndex[],
  isMember: (f: FunctionIndex) => boolean,
): ArcIndex[] {
  const inside: ArcIndex[] = []
  for (const f of members) {
    for (let at = arcsByParent.offsets[f]; at < arcsByParent.offsets[f + 1]; at++) {
      const arc = arcsByParent.items[at]
      if (arcs.child[arc] !== f && isMember(arcs.child[arc])) inside.push(arc)
    }
  }
  return inside.sort((left, right) => left - right)
}

/**
 * Returns flags that mark the arcs `cut` of the profile in the cycle's graph. Arcs outside of the cycle are
 * ignored.
 */
export function flagsOf({ arcs }: CycleGraph, cut: readonly ArcIndex[]): CutFlags {
  const isCut = new Set(cut)
  return Uint8Array.from(arcs, (arc) => (isCut.has(arc) ? 1 : 0))
}

// Arcs inside and into all cycles, collected once for lists of cycles and for the search for
// cuts.

/** Rows processed between two pauses. */
const STEP = 20_000

/** Arcs by cycle: `cycles + 1` positions, and the arcs (ArcIndex) at these positions, ascending. */
export interface ArcsByCycle {
  readonly offsets: Uint32Array<ArrayBuffer>
  readonly arcs: Uint32Array<ArrayBuffer>
}

/** The arcs of all cycles of a profile. */
export interface CycleArcs {
  /** Arcs between different members. */
  readonly inside: ArcsByCycle
  /** Arcs from outside to a member. */
  readonly into: ArcsByCycle
}

const known = new WeakMap<AnalyzedProfile, CycleArcs>()

/**
 * Collects the arcs of all cycles, once for an analysis: later calls return the same. Yields now and then,
 * because a profile may have millions of arcs; takes time in proportion to all of them.
 */
export function* cycleArcsInSteps(analyzed: AnalyzedProfile): Generator<void, CycleArcs> {
  const before = known.get(analyzed)
  if (before) return before
  const { arcs } = analyzed.profile
  const { cycleOf } = analyzed.cycles
  const inside: ArcIndex[] = []
  const into: ArcIndex[] = []
  for (let arc = 0 as ArcIndex; arc < arcs.length; arc = (arc + 1) as ArcIndex) {
    if (arc % STEP === STEP - 1) yield
    const cycle = cycleOf[arcs.child[arc]]
    if (cycle === NONE) continue
    if (cycleOf[arcs.parent[arc]] !== cycle) into.push(arc)
    else if (arcs.parent[arc] !== arcs.child[arc]) inside.push(arc)
  }
  const made = { inside: yield* byCycle(analyzed, inside), into: yield* byCycle(analyzed, into) }
  known.set(analyzed, made)
  return made
}

function* byCycle(
  { cycles, profile }: AnalyzedProfile,
  rows: readonly ArcIndex[],
): Generator<void, ArcsByCycle> {
  const offsets = new Uint32Array(cycles.length + 1)
  const cycleAt = (arc: ArcIndex): number => cycles.cycleOf[profile.arcs.child[arc]]
  for (let at = 0; at < rows.length; at++) {
    if (at % STEP === STEP - 1) yield
    offsets[cycleAt(rows[at]) + 1]++
  }
  for (let cycle = 0; cycle < cycles.length; cycle++) offsets[cycle + 1] += offsets[cycle]
  yield
  const next = offsets.slice()
  const arcs = new Uint32Array(rows.length)
  for (let at = 0; at < rows.length; at++) {
    if (at % STEP === STEP - 1) yield
    arcs[next[cycleAt(rows[at])]++] = rows[at]
  }
  return { offsets, arcs }
}

/** Returns the arcs of one cycle (ArcIndex), ascending, as a view. */
export function arcsOf({ offsets, arcs }: ArcsByCycle, cycle: CycleIndex): Uint32Array<ArrayBuffer> {
  return arcs.subarray(offsets[cycle], offsets[cycle + 1])
}

/**
 * Several cycles as columns, which can be transferred to another thread in a few arrays, however
 * many cycles there are.
 */
export interface CycleColumns {
  /** Number of members of each cycle. */
  readonly sizes: Uint32Array<ArrayBuffer>
  /**
   * Positions by cycle, as in ArcsByCycle; for each arc its ArcIndex, its ends as positions among
   * the members, and its calls.
   */
  readonly offsets: Uint32Array<ArrayBuffer>
  readonly arcs: Uint32Array<ArrayBuffer>
  readonly from: Int32Array<ArrayBuffer>
  readonly to: Int32Array<ArrayBuffer>
  readonly calls: Float64Array<ArrayBuffer>
  /** Positions in `isWayIn` by cycle: as many positions as cycles, and one. */
  readonly memberOffsets: Uint32Array<ArrayBuffer>
  /** Members of all cycles in a row, one byte each: 1 if it is a way into its cycle; see `markWaysIn`. */
  readonly isWayIn: Uint8Array<ArrayBuffer>
}

/**
 * Returns the cycles with at least `members` members as columns, in the order of the cycle table; empty
 * columns if there are none. Rows are numbered from 0 and are no CycleIndex. Arcs are those between different
 * members, ascending in each cycle, as ArcIndex of `analyzed.profile`; their ends count members in gprof's
 * chain order. Yields now and then.
 *
 * @param only the single cycle to return, if it is large enough; null for all
 */
export function* cycleColumnsInSteps(
  analyzed: AnalyzedProfile,
  members: number,
  only: CycleIndex | null = null,
): Generator<void, CycleColumns> {
  const { inside } = yield* cycleArcsInSteps(analyzed)
  const { cycles, profile } = analyzed
  const { offsets, items } = cycles.members
  const isLeftOut = (cycle: number, size: number): boolean =>
    size < members || (only !== null && cycle !== only)
  const place = new Int32Array(profile.functions.length)
  const sizes: number[] = []
  const ends = [0]
  const memberEnds = [0]
  let length = 0
  let nodes = 0
  for (let cycle = 0; cycle < cycles.length; cycle++) {
    if (cycle % STEP === STEP - 1) yield
    const size = offsets[cycle + 1] - offsets[cycle]
    if (isLeftOut(cycle, size)) continue
    sizes.push(size)
    nodes += size
    memberEnds.push(nodes)
    length += inside.offsets[cycle + 1] - inside.offsets[cycle]
    ends.push(length)
    for (let at = 0; at < size; at++) {
      if (at % STEP === STEP - 1) yield
      place[items[offsets[cycle] + at]] = at
    }
  }
  const columns = {
    sizes: Uint32Array.from(sizes),
    offsets: Uint32Array.from(ends),
    arcs: new Uint32Array(length),
    from: new Int32Array(length),
    to: new Int32Array(length),
    calls: new Float64Array(length),
    memberOffsets: Uint32Array.from(memberEnds),
    isWayIn: new Uint8Array(nodes),
  }
  yield
  nodes = 0
  for (let cycle = 0; cycle < cycles.length; cycle++) {
    if (cycle % STEP === STEP - 1) yield
    const size = offsets[cycle + 1] - offsets[cycle]
    if (isLeftOut(cycle, size)) continue
    const own = items.subarray(offsets[cycle], offsets[cycle + 1])
    markWaysIn(analyzed, own, columns.isWayIn.subarray(nodes, nodes + size))
    nodes += size
    if (size > STEP) yield
  }
  let row = 0
  for (let at = 0; at < inside.arcs.length; at++) {
    if (at % STEP === STEP - 1) yield
    const arc = inside.arcs[at] as ArcIndex
    const child = profile.arcs.child[arc]
    const cycle = cycles.cycleOf[child]
    if (isLeftOut(cycle, offsets[cycle + 1] - offsets[cycle])) continue
    columns.arcs[row] = arc
    columns.from[row] = place[profile.arcs.parent[arc]]
    columns.to[row] = place[child]
    columns.calls[row++] = profile.arcs.count[arc]
  }
  return columns
}

/**
 * Builds the graph of one of the cycles without the profile. Its `members` are positions in the cycle, not
 * functions.
 *
 * @param cycle position among the columns' cycles, not a CycleIndex
 */
export function graphAt(columns: CycleColumns, cycle: number): CycleGraph {
  const [from, to] = [columns.offsets[cycle], columns.offsets[cycle + 1]]
  const graph = buildDigraph(
    columns.sizes[cycle],
    columns.from.subarray(from, to),
    columns.to.subarray(from, to),
    columns.calls.subarray(from, to),
  )
  return {
    graph,
    members: Array.from({ length: columns.sizes[cycle] }, (_, at) => at as FunctionIndex),
    arcs: Array.from(columns.arcs.subarray(from, to), (arc) => arc as ArcIndex),
    isWayIn: columns.isWayIn.slice(columns.memberOffsets[cycle], columns.memberOffsets[cycle + 1]),
  }
}

// The shortest loop through an arc of a cycle, and the smaller cycles that remain when arcs are
// cut.

/**
 * Returns the arcs of a shortest loop, beginning with `arc`; empty if the arc is in no cycle.
 * Direct recursion is a loop of one arc.
 *
 * Searches breadth first from the arc's child, in the order of gprof's lists. Takes time in
 * proportion to the cycle's arcs.
 */
export function shortestLoop({ profile, cycles }: AnalyzedProfile, arc: ArcIndex): readonly ArcIndex[] {
  const { arcs, arcsByParent } = profile
  const start = arcs.child[arc]
  const end = arcs.parent[arc]
  if (start === end) return [arc]
  const cycle = cycles.cycleOf[start]
  if (cycle < 0 || cycles.cycleOf[end] !== cycle) return []
  const arcTo = new Map<FunctionIndex, ArcIndex>([[start, arc]])
  // A map preserves order and may grow during iteration, so it serves as the queue.
  for (const [f] of arcTo) {
    if (f === end) break
    for (let at = arcsByParent.offsets[f]; at < arcsByParent.offsets[f + 1]; at++) {
      const next = arcsByParent.items[at]
      const child = arcs.child[next]
      if (cycles.cycleOf[child] === cycle && !arcTo.has(child)) arcTo.set(child, next)
    }
  }
  const loop: ArcIndex[] = []
  for (let f = end; f !== start;) {
    const last = arcTo.get(f)
    if (last === undefined) return []
    loop.push(last)
    f = arcs.parent[last]
  }
  return [arc, ...loop.reverse()]
}

/**
 * Returns the cycles that remain of a cycle when these arcs are cut, each as its members, largest first;
 * empty if none remains.
 */
export function cyclesWithout(
  analyzed: AnalyzedProfile,
  cycle: CycleIndex,
  cut: readonly ArcIndex[],
): readonly (readonly FunctionIndex[])[] {
  const cycleGraph = buildCycleGraph(analyzed, cycle)
  const { members } = cycleGraph
  return groupsWithout(cycleGraph.graph, flagsOf(cycleGraph, cut)).map((group) =>
    group.map((node) => members[node]),
  )
}
