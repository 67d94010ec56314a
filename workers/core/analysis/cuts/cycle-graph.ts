// A cycle of the profile as a digraph of its own: its members, and the arcs between different ones.
import type { CallGraphProfile } from '../../profile/call-graph-profile.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/tables.ts'
import type { AnalyzedProfile, CycleIndex } from '../analyzed-profile.ts'
import { membersOf } from '../time/arc-share.ts'
import { buildDigraph, type CutFlags, type Digraph } from './digraph.ts'

export interface CycleGraph {
  /** Weights are calls. */
  readonly graph: Digraph
  /** Node → function, in the order of gprof's chain. */
  readonly members: readonly FunctionIndex[]
  /** Arc of the graph → arc of the profile, ascending. */
  readonly arcs: readonly ArcIndex[]
}

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
  return { graph, members, arcs }
}

/** With so many, a map would take longer than all the rest. */
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

/** Which arcs of the graph are these arcs of the profile. */
export function flagsOf({ arcs }: CycleGraph, cut: readonly ArcIndex[]): CutFlags {
  const isCut = new Set(cut)
  return Uint8Array.from(arcs, (arc) => (isCut.has(arc) ? 1 : 0))
}
