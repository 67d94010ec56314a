// How much may be spent on an answer, counted in steps and not in time: the same question always gets the same answer.

/** One step is about one arc looked at, or one number of a table changed. */
export interface Work {
  used: number
  readonly limit: number
}

/** A second or two on a machine of the year 2020. */
export const DEFAULT_LIMIT = 60_000_000

export const newWork = (limit: number): Work => ({ used: 0, limit })

export const isSpent = (work: Work): boolean => work.used >= work.limit
