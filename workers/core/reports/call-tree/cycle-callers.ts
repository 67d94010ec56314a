// Who calls into a cycle from outside: one row per caller, whichever members it calls.
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../profile/tables.ts'

export interface CycleCallers {
  /** Most calls that pass time first; equals in address order. Items are FunctionIndex. */
  readonly parents: Uint32Array<ArrayBuffer>
  /** Calls of each into the cycle, row by row. */
  readonly counts: Float64Array
}

export function listCallersOfCycle(analyzed: AnalyzedProfile, cycle: CycleIndex): CycleCallers {
  const { profile, cycles, times } = analyzed
  const { arcs, arcsByChild } = profile
  const { items, offsets } = cycles.members
  const calls = new Map<FunctionIndex, number>()
  for (let m = offsets[cycle]; m < offsets[cycle + 1]; m++) {
    const member = items[m]
    for (let at = arcsByChild.offsets[member]; at < arcsByChild.offsets[member + 1]; at++) {
      const arc = arcsByChild.items[at]
      const parent = arcs.parent[arc]
      if (cycles.cycleOf[parent] === cycle) continue
      calls.set(parent, (calls.get(parent) ?? 0) + arcs.count[arc])
    }
  }
  const weight = ([f, count]: readonly [FunctionIndex, number]): number => count * times.fraction[f]
  const rows = [...calls].toSorted((a, b) => weight(b) - weight(a) || b[1] - a[1] || a[0] - b[0])
  return {
    parents: Uint32Array.from(rows, ([f]) => f),
    counts: Float64Array.from(rows, ([, count]) => count),
  }
}
