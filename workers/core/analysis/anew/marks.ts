// Which functions and cycles a pass has to work out anew, where another analysis of the same functions is known.
//
// A value depends on its neighbours' values alone, so work spreads from what changed, along arcs, for as long as values
// come out differently, to the last bit.
import { asArray } from '../../base/as-column.ts'
import type { TimeTables } from '../analyzed-profile.ts'
import type { ArcSide } from '../time/arc-walk.ts'
import type { Graph } from '../time/passes.ts'

export interface Known {
  readonly times: TimeTables
  /** For each cycle now the cycle of the known analysis with the same members, −1 if there is none. */
  readonly cycles: Int32Array
}

export interface Marks {
  readonly known: Known
  /** 1 where the fraction has to be worked out; by function, then by cycle. */
  readonly down: Uint8Array
  /** 1 where the time has to be. */
  readonly up: Uint8Array
  /** Filled in with 1 for both ends of each arc whose time comes out differently. */
  readonly moved: Uint8Array
}

/** Where a function is marked: a cycle is worked out as a whole. */
export function markOf({ functions, cycles }: Graph, f: number): number {
  const cycle = asArray(cycles.cycleOf)[f]
  return cycle < 0 ? f : functions.length + cycle
}

/** Marks those at the other ends of a function's arcs. */
export function markNeighbours(graph: Graph, side: ArcSide, f: number, marks: Uint8Array): void {
  for (let at = side.offsets[f]; at < side.offsets[f + 1]; at++) marks[markOf(graph, side.other[at])] = 1
}

/** Marks all callers of a function, or of the cycle it is in. */
export function markCallers(graph: Graph, f: number, marks: Uint8Array): void {
  const { walk, cycles } = graph
  const cycle = asArray(cycles.cycleOf)[f]
  if (cycle < 0) {
    markNeighbours(graph, walk.byChild, f, marks)
    return
  }
  const { offsets, items } = cycles.members
  for (let at = offsets[cycle]; at < offsets[cycle + 1]; at++) {
    markNeighbours(graph, walk.byChild, items[at], marks)
  }
}

/** By function, 1 where it is marked, or its cycle is. */
export function reachedBy({ functions, cycles }: Graph, marks: Uint8Array): Uint8Array {
  const reached = marks.slice(0, functions.length)
  const { offsets, items } = cycles.members
  for (let cycle = 0; cycle < cycles.length; cycle++) {
    if (marks[functions.length + cycle] === 0) continue
    for (let at = offsets[cycle]; at < offsets[cycle + 1]; at++) reached[items[at]] = 1
  }
  return reached
}
