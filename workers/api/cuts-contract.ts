// What the page asks of the worker that looks for cuts.
import type { CycleGraph } from '../core/analysis/cuts/cycle-graph.ts'
import type { CutRequest, SuggestedCuts } from '../core/analysis/cuts/suggest-cuts.ts'

export type { CycleGraph, CutRequest, SuggestedCuts }

export interface CutsService {
  /** For each cycle which arcs to cut. `onStep` tells how many cycles are done. */
  suggest(
    cycles: readonly CycleGraph[],
    request: CutRequest,
    onStep: (done: number) => void,
  ): Promise<readonly SuggestedCuts[]>
}
