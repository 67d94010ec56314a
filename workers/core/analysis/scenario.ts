// What-if as plain data: what is left out of the sums. The empty scenario is gprof's default.

/** An arc or function is named, never numbered: indexes change with the program. Raw names. */
export interface ArcName {
  readonly parent: string
  readonly child: string
}

export interface Scenario {
  /** Arcs not counted at all (gprof's -k). */
  readonly cutArcs: readonly ArcName[]
}

export const EMPTY_SCENARIO: Scenario = { cutArcs: [] }
