// What the page asks of the worker that looks for cuts.
import type { CycleColumns } from '../core/analysis/cuts/cycle-columns.ts'
import type { CutRequest, SuggestedCuts } from '../core/analysis/cuts/suggest-cuts.ts'

export type { CycleColumns, CutRequest, SuggestedCuts }

export interface CutsService {
  /** Which arcs to cut in all of the cycles together. `onStep` tells how many cycles are done, a hundred times at most. */
  suggest(
    cycles: CycleColumns,
    request: CutRequest,
    onStep: (done: number) => void,
  ): Promise<readonly SuggestedCuts[]>
}
