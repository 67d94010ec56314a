// The workers of the views' long tasks, which tests replace.
import { createContext } from 'react'
import { type LayoutAnswer, LayoutClient } from '../../workers/api/task-clients.ts'
import type { LayoutInput, LayoutStyle } from '../../workers/core/graph-layout/layout-input.ts'

/** Lays out graphs, in a worker. */
export interface Layouter {
  layout(input: LayoutInput, style: LayoutStyle): Promise<LayoutAnswer>
  cancel(): void
  close(): void
}

/** Functions that start the workers. */
export interface TaskClients {
  readonly makeLayouter: () => Layouter
}

export const TaskClientsContext = createContext<TaskClients>({
  makeLayouter: () => new LayoutClient(),
})
