// The workers of the views' long tasks, which tests replace.
import { createContext } from 'react'
import type { CutRequest, CutsByCycle, CycleColumns } from '../../workers/api/contract.ts'
import {
  type CutsAnswer,
  CutsClient,
  type LayoutAnswer,
  LayoutClient,
} from '../../workers/api/task-clients.ts'
import type { LayoutInput, LayoutStyle } from '../../workers/core/graph-layout/layout-input.ts'

/** Searches for cuts, in a worker. */
export interface Suggester {
  suggest(
    cycles: CycleColumns,
    request: CutRequest,
    onStep: (done: number) => void,
  ): Promise<CutsAnswer<CutsByCycle>>
  cancel(): void
}

/** Lays out graphs, in a worker. */
export interface Layouter {
  layout(input: LayoutInput, style: LayoutStyle): Promise<LayoutAnswer>
  cancel(): void
  close(): void
}

/** Functions that start the workers. */
export interface TaskClients {
  readonly makeSuggester: () => Suggester
  readonly makeLayouter: () => Layouter
}

export const TaskClientsContext = createContext<TaskClients>({
  makeSuggester: () => new CutsClient(),
  makeLayouter: () => new LayoutClient(),
})
