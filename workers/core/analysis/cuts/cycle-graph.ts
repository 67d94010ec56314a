// Digraph of one cycle of the profile: its members, with the arcs between different members.
import type { ArcIndex, CallGraphProfile, FunctionIndex } from '../../profile/call-graph-profile.ts'
import type { AnalyzedProfile, CycleIndex } from '../analyzed-profile.ts'
import { membersOf } from '../arc-times.ts'
import { markWaysIn } from './ways-in.ts'
import { type Digraph, buildDigraph, type CutFlags } from './digraph.ts'

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
