// Components of the call graph → CycleTable: which functions form cycles, numbered as gprof numbers them.
import { asArray, asColumn, asRows } from '../../base/as-column.ts'
import { NONE } from '../../base/brand.ts'
import type { CallGraphProfile } from '../../profile/call-graph-profile.ts'
import type { ArcIndex } from '../../profile/tables.ts'
import type { CycleTable } from '../analyzed-profile.ts'
import type { Components } from './cycles.ts'

type CycleMembers = Pick<CycleTable, 'length' | 'cycleOf' | 'members'>

export function buildCycles(profile: CallGraphProfile, components: Components): CycleTable {
  const cycles = listCycles(components)
  return { ...cycles, ...countCycleCalls(profile, cycles) }
}

/** Cycles are numbered by the address of the function that heads their chain; members keep the order of the chain. */
function listCycles({ head, next }: Components): CycleMembers {
  const cycleOf = new Int32Array(head.length).fill(NONE)
  const offsets = [0]
  const items: number[] = []
  for (let f = nextHead(head, next, 0); f < head.length; f = nextHead(head, next, f + 1)) {
    const cycle = offsets.length - 1
    for (let member = f; member >= 0; member = next[member]) {
      cycleOf[member] = cycle
      items.push(member)
    }
    offsets.push(items.length)
  }
  const length = offsets.length - 1
  return {
    length,
    cycleOf: asColumn(cycleOf),
    members: { length, offsets: Uint32Array.from(offsets), items: asRows(Uint32Array.from(items)) },
  }
}

// Cycles are rare, and compiled code that meets one for the first time is thrown away: it is left before that.

/** The first function from `from` on that heads the chain of a cycle; their number if there is none. */
function nextHead(head: Uint32Array, next: Int32Array, from: number): number {
  let f = from
  while (f < head.length && (next[f] < 0 || head[f] !== f)) f++
  return f
}

/** Calls into each cycle, and those inside it. */
function countCycleCalls(
  { arcs }: CallGraphProfile,
  { length, cycleOf }: CycleMembers,
): Pick<CycleTable, 'calls' | 'internalCalls'> {
  const calls = new Float64Array(length)
  const internalCalls = new Float64Array(length)
  const parent = asArray(arcs.parent)
  const child = asArray(arcs.child)
  const cycles = asArray(cycleOf)
  if (length === 0) return { calls, internalCalls }
  for (
    let arc = nextArcInto(cycles, child, 0);
    arc < arcs.length;
    arc = nextArcInto(cycles, child, arc + 1)
  ) {
    const cycle = cycles[child[arc]]
    if (parent[arc] === child[arc]) continue
    const into = cycles[parent[arc]] === cycle ? internalCalls : calls
    into[cycle] += arcs.count[arc as ArcIndex]
  }
  return { calls, internalCalls }
}

/** The first arc from `from` on that leads to a member of any cycle. */
function nextArcInto(cycleOf: Int32Array, child: Int32Array, from: number): number {
  let arc = from
  while (arc < child.length && cycleOf[child[arc]] < 0) arc++
  return arc
}
