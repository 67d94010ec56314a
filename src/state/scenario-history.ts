// Undo and redo of scenarios, told from what happened to the link: Back and Forward count as much as the buttons.
import type { Scenario } from '../../workers/core/analysis/scenario/scenario.ts'
import { isSameScenario } from './url/scenario-hash.ts'

export interface ScenarioHistory {
  /** The one before last. */
  readonly past: readonly Scenario[]
  /** The next one last. */
  readonly future: readonly Scenario[]
}

export const NO_HISTORY: ScenarioHistory = { past: [], future: [] }

/** A step to where one came from is an undo, a step to where one went from there a redo, any other is new. */
export function follow({ past, future }: ScenarioHistory, from: Scenario, to: Scenario): ScenarioHistory {
  const before = past.at(-1)
  const next = future.at(-1)
  if (before && isSameScenario(before, to)) return { past: past.slice(0, -1), future: [...future, from] }
  if (next && isSameScenario(next, to)) return { past: [...past, from], future: future.slice(0, -1) }
  return { past: [...past, from], future: [] }
}
