// The budget of steps of a search for cuts.

/** Budget of a search. A step is about one arc visited, or one number of a table changed. */
export interface Work {
  used: number
  readonly limit: number
}

/** Default limit of steps: one or two seconds on a machine of 2020. */
export const DEFAULT_LIMIT = 60_000_000

/** Returns an unused budget of `limit` steps. */
export const newWork = (limit: number): Work => ({ used: 0, limit })

/** Whether the budget is used up. */
export const isSpent = (work: Work): boolean => work.used >= work.limit
