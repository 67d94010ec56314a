// What a scenario changed in the profile that is analysed.
import type { Column, None } from '../base/columns.ts'
import type { Ticks } from '../base/units.ts'
import type { ArcIndex, FunctionIndex } from '../profile/call-graph-profile.ts'
import type { Scenario } from './scenario/scenario.ts'

/** What folding did to a profile. */
export interface Folding {
  /** How many functions are folded, and their self time. */
  readonly functions: number
  readonly ticks: Ticks
  /**
   * Self time of each function if none of the folded time that it shares with other callers is its own,
   * and if all of it is. Includes the range that shared bins leave.
   */
  readonly least: Column<FunctionIndex, Ticks, 'Float64Array'>
  readonly most: Column<FunctionIndex, Ticks, 'Float64Array'>
  /** Arc of the profile as measured, by arc of the folded one; NONE for a new arc. */
  readonly measuredArcs: Column<ArcIndex, ArcIndex | None, 'Int32Array'>
}

/** A scenario, with what it did to the arcs and functions of a profile. */
export interface AppliedScenario {
  readonly scenario: Scenario
  /**
   * The cut arcs, ascending: ArcIndex of the plain profile, folded if the scenario folds; static arcs follow
   * the recorded ones. `plainArc` converts an arc of `profile` to one of the plain profile.
   */
  readonly cutArcs: Uint32Array<ArrayBuffer>
  /** Set if functions are folded into their callers. */
  readonly folding?: Folding
}
