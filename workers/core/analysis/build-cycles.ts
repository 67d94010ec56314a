// Components of the call graph → CycleTable: which functions form cycles, numbered as gprof numbers them.
import { NONE, type Column } from '../base/brand.ts'
import type { CallGraphProfile } from '../profile/call-graph-profile.ts'
import type { ArcIndex, FunctionIndex } from '../profile/tables.ts'
import type { CycleIndex, CycleTable } from './analyzed-profile.ts'
import type { Components } from './cycles.ts'

export type CycleMembers = Pick<CycleTable, 'length' | 'cycleOf' | 'members'>

export function buildCycles(profile: CallGraphProfile, components: Components): CycleTable {
  const cycles = listCycles(components)
  return { ...cycles, ...countCycleCalls(profile, cycles) }
}

/** Cycles are numbered by the address of the function that heads their chain; members keep the order of the chain. */
export function listCycles({ head, next }: Components): CycleMembers {
  const functions = head.length
  const cycleOf = new Int32Array(functions).fill(NONE)
  const offsets = [0]
  const items: number[] = []
  for (let f = 0; f < functions; f++) {
    if (head[f] !== f || next[f] < 0) continue
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
    cycleOf: cycleOf as unknown as Column<FunctionIndex, CycleIndex>,
    members: { length, offsets: Uint32Array.from(offsets), items: Uint32Array.from(items) },
  }
}

/** Calls into each cycle, and those inside it. */
export function countCycleCalls(
  { arcs }: CallGraphProfile,
  { length, cycleOf }: CycleMembers,
): Pick<CycleTable, 'calls' | 'internalCalls'> {
  const calls = new Float64Array(length)
  const internalCalls = new Float64Array(length)
  for (let a = 0; a < arcs.length; a++) {
    const arc = a as ArcIndex
    const cycle = cycleOf[arcs.child[arc]]
    if (cycle < 0 || arcs.parent[arc] === arcs.child[arc]) continue
    const into = cycleOf[arcs.parent[arc]] === cycle ? internalCalls : calls
    into[cycle] = into[cycle] + arcs.count[arc]
  }
  return { calls, internalCalls }
}
