// The arcs inside and into all cycles, looked for once: what lists them, and what the search for cuts is handed.
import type { AnalyzedProfile, CycleIndex } from '../analyzed-profile.ts'
import { NONE } from '../../base/brand.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/tables.ts'
import type { CycleGraph } from './cycle-graph.ts'
import { buildDigraph } from './digraph.ts'

/** Rows that are looked at between two pauses. */
const STEP = 20_000

/** By cycle: `cycles + 1` positions, and behind them arcs, ascending. Items are ArcIndex. */
export interface ArcsByCycle {
  readonly offsets: Uint32Array<ArrayBuffer>
  readonly arcs: Uint32Array<ArrayBuffer>
}

export interface CycleArcs {
  /** Between different members. */
  readonly inside: ArcsByCycle
  /** From outside to a member. */
  readonly into: ArcsByCycle
}

const known = new WeakMap<AnalyzedProfile, CycleArcs>()

/** With pauses, as a profile may have millions of arcs. Work in proportion to all of them, once for a profile. */
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

export function arcsOf({ offsets, arcs }: ArcsByCycle, cycle: CycleIndex): Uint32Array<ArrayBuffer> {
  return arcs.subarray(offsets[cycle], offsets[cycle + 1])
}

/** Some cycles as columns, which cross to another thread in one piece each, however many cycles there are. */
export interface CycleColumns {
  /** Members of each. */
  readonly sizes: Uint32Array<ArrayBuffer>
  /** As in ArcsByCycle; and of each arc its number in the profile, its ends among the members, its calls. */
  readonly offsets: Uint32Array<ArrayBuffer>
  readonly arcs: Uint32Array<ArrayBuffer>
  readonly from: Int32Array<ArrayBuffer>
  readonly to: Int32Array<ArrayBuffer>
  readonly calls: Float64Array<ArrayBuffer>
}

/** The cycles of this many members and more; with pauses. */
export function* cycleColumnsInSteps(
  analyzed: AnalyzedProfile,
  members: number,
): Generator<void, CycleColumns> {
  const { inside } = yield* cycleArcsInSteps(analyzed)
  const { cycles, profile } = analyzed
  const { offsets, items } = cycles.members
  const place = new Int32Array(profile.functions.length)
  const sizes: number[] = []
  const ends = [0]
  let length = 0
  for (let cycle = 0; cycle < cycles.length; cycle++) {
    if (cycle % STEP === STEP - 1) yield
    const size = offsets[cycle + 1] - offsets[cycle]
    if (size < members) continue
    sizes.push(size)
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
  }
  yield
  let row = 0
  for (let at = 0; at < inside.arcs.length; at++) {
    if (at % STEP === STEP - 1) yield
    const arc = inside.arcs[at] as ArcIndex
    const child = profile.arcs.child[arc]
    const cycle = cycles.cycleOf[child]
    if (offsets[cycle + 1] - offsets[cycle] < members) continue
    columns.arcs[row] = arc
    columns.from[row] = place[profile.arcs.parent[arc]]
    columns.to[row] = place[child]
    columns.calls[row++] = profile.arcs.count[arc]
  }
  return columns
}

/** The graph of one of them, for who has no profile at hand: its members are told by their places alone. */
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
  }
}
