// Suggested cuts of many cycles as columns: for a hundred thousand cycles, single objects would be slow.
import type { ArcIndex } from '../../profile/call-graph-profile.ts'
import { type CycleColumns, graphAt } from './cycle-arcs.ts'
import { type CutGoal, type CutRequest, suggestCutsIn } from './suggest-cuts.ts'

/** Suggested cuts of several cycles; a row is a cycle of the columns that were asked about. */
export interface CutsByCycle {
  readonly goal: CutGoal
  /** Positions in `arcs` by row, and one. */
  readonly offsets: Uint32Array<ArrayBuffer>
  /** Arcs to cut (ArcIndex), ascending in each row. */
  readonly arcs: Uint32Array<ArrayBuffer>
  /** Calls on these arcs, by row. */
  readonly calls: Float64Array<ArrayBuffer>
  /** Proven lower bounds by row, in arcs if the goal is arcs and else in calls. */
  readonly lowerBounds: Float64Array<ArrayBuffer>
  /** 1 if no other choice is better by the goal. */
  readonly isExact: Uint8Array<ArrayBuffer>
}

/** Number of progress reports. */
const STEPS = 100

/**
 * Suggests cuts for several cycles.
 *
 * @param request its limit of steps holds for each cycle
 * @param onProgress receives the number of finished cycles, now and then
 */
export function suggestCutsByCycle(
  cycles: CycleColumns,
  request: CutRequest,
  onProgress: (done: number) => void,
): CutsByCycle {
  const { length } = cycles.sizes
  const arcs: ArcIndex[] = []
  const offsets = new Uint32Array(length + 1)
  const calls = new Float64Array(length)
  const lowerBounds = new Float64Array(length)
  const isExact = new Uint8Array(length)
  let reported = -1
  for (let row = 0; row < length; row++) {
    const step = Math.floor((row * STEPS) / length)
    if (step > reported) onProgress(row)
    reported = step
    const cuts = suggestCutsIn(graphAt(cycles, row), request)
    for (const arc of cuts.arcs) arcs.push(arc)
    offsets[row + 1] = arcs.length
    calls[row] = cuts.calls
    lowerBounds[row] = cuts.lowerBound
    isExact[row] = Number(cuts.method === 'exact')
  }
  return { goal: request.goal, offsets, arcs: Uint32Array.from(arcs), calls, lowerBounds, isExact }
}
