// Cuts for many cycles at once, in one answer: of a hundred thousand cycles each message and object more would be felt.
import { graphAt, type CycleColumns } from './cycle-columns.ts'
import { suggestCutsIn, type CutRequest, type SuggestedCuts } from './suggest-cuts.ts'

/** Of all the work, how often it is told how much is done. */
const STEPS = 100

/**
 * What was suggested for the cycles, added up: "exact" if it is for each. None for no cycle.
 *
 * @param onStep told how many cycles are done
 */
export function suggestCutsInAll(
  cycles: CycleColumns,
  request: CutRequest,
  onStep: (done: number) => void,
): readonly SuggestedCuts[] {
  const { length } = cycles.sizes
  const arcs: SuggestedCuts['arcs'][number][] = []
  let isExact = true
  let [calls, lowerBound, work, told] = [0, 0, 0, -1]
  for (let cycle = 0; cycle < length; cycle++) {
    const step = Math.floor((cycle * STEPS) / length)
    if (step > told) onStep(cycle)
    told = step
    const found = suggestCutsIn(graphAt(cycles, cycle), request)
    for (const arc of found.arcs) arcs.push(arc)
    isExact &&= found.method === 'exact'
    calls += found.calls
    lowerBound += found.lowerBound
    work += found.work
  }
  const cost = request.goal === 'calls' ? calls : arcs.length
  const gap = cost === 0 ? 0 : Math.max(0, cost - lowerBound) / cost
  const method = isExact ? 'exact' : 'heuristic'
  return length === 0 ? [] : [{ goal: request.goal, method, arcs, calls, lowerBound, gap, work }]
}
