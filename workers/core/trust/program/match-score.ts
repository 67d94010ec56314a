// How well a program fits a profile, with the score from which on it does not.

/** Below this share of matching arcs the executable is called wrong. */
export const MATCH_THRESHOLD = 0.75
/** Fewer arcs are no evidence, unless none of several matches. */
export const MINIMUM_EVIDENCE = 4
const SEVERAL = 2

/** How many sampled arcs fit a program. */
export interface MatchScore {
  /** Arcs looked at, and those whose child begins just below the recorded address and whose parent exists. */
  readonly total: number
  readonly matched: number
}

/**
 * Whether so few arcs match that the program is probably not the one that was measured. False for too few
 * arcs.
 */
export const isMismatch = (score: MatchScore): boolean =>
  score.total >= (score.matched === 0 ? SEVERAL : MINIMUM_EVIDENCE) &&
  score.matched < MATCH_THRESHOLD * score.total
