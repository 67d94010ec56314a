// The sets of cuts that a slider walks over, as data.
import type { CutPayers, OfferedFile } from '../../workers/api/contract.ts'
import type { BreakStop } from '../../workers/core/reports/break-stops.ts'
import type { Scenario } from '../../workers/core/analysis/scenario/scenario.ts'
import type { AsyncValue } from './worker/async-value.ts'

/** Who pays at each stop, as far as it is computed. */
export interface BreakStops {
  readonly stops: readonly BreakStop[]
  /** By stop; empty until the worker has answered. */
  readonly payers: readonly CutPayers[]
}

/** The state of the slider *Break at*. */
export interface BreakAt {
  /** The profile that it is for. */
  readonly files: readonly OfferedFile[]
  /** The scenario without cuts of this cycle. */
  readonly base: Scenario
  /** "cycle 3" */
  readonly name: string
  readonly found: AsyncValue<BreakStops, { readonly done: number; readonly total: number } | null>
  /** Where the current move began, which is one step of the history; null between moves. */
  readonly move: { readonly from: Scenario; readonly history: ScenarioHistory } | null
  /** Whether the scenario is being changed by the slider, which keeps the history itself. */
  readonly isMoving: boolean
}

/** The undo history of the scenario. */
export interface ScenarioHistory {
  /** Oldest first. */
  readonly past: readonly Scenario[]
  /** The next one last. */
  readonly future: readonly Scenario[]
}
