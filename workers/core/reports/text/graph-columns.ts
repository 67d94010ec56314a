// Widths of the call graph's columns, in bytes, as gprof has them, and the greatest numbers that fit.

/** Before the times of a line that is not the primary one there are blanks only. */
export const NO_INDEX = 13
export const INDEX_WIDTH = 6
export const SELF_WIDTH = 7
export const COUNT_WIDTH = 7
export const BEFORE_NAME = 5

/** Of seconds. */
export const MOST_HUNDREDTHS = 999_999
export const MOST_CALLS = 9_999_999
