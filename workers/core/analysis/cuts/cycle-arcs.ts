// Arcs inside all cycles or into them, collected once for lists of cycles, for the search for cuts.
import type { ArcIndex, FunctionIndex } from '../../profile/call-graph-profile.ts'
import type { AnalyzedProfile, CycleIndex } from '../analyzed-profile.ts'
import { NONE } from '../../base/columns.ts'
import { markWaysIn } from './ways-in.ts'
import type { CycleGraph } from './cycle-graph.ts'
import { buildDigraph } from './digraph.ts'

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

/**
 * Collects the arcs of all cycles. Yields now and then,
 * because a profile may have millions of arcs; takes time in proportion to all of them.
 */
export function* collectCycleArcs(analyzed: AnalyzedProfile): Generator<void, CycleArcs> {
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
  return { inside: yield* byCycle(analyzed, inside), into: yield* byCycle(analyzed, into) }
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
export function* columnsOfCycles(
  analyzed: AnalyzedProfile,
  members: number,
  only: CycleIndex | null = null,
): Generator<void, CycleColumns> {
  const { inside } = yield* collectCycleArcs(analyzed)
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
