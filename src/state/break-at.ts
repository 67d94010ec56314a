// The sets of cuts that a slider walks over, as data.
import type { CutPayers, OfferedFile } from '../../workers/api/contract.ts'
import type { BreakStop } from '../../workers/core/reports/break-stops.ts'
import type { Scenario } from '../../workers/core/analysis/scenario/scenario.ts'
import type { AsyncValue } from './requests.ts'

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
  /** Whether the slider is moving: then moves make no further steps of the history. */
  readonly isMoving: boolean
}
