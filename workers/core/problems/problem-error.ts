// The core's one exception, which carries a problem. The page loads it without the table of
// problems.
import type { Problem } from './problem.ts'

/** Carries a Problem up to the pipeline, which turns it into a value. The message is the problem's code. */
export class ProblemError extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.code)
    this.name = 'ProblemError'
    this.problem = problem
  }
}

/** Throws the problem as a ProblemError. */
export function raise(problem: Problem): never {
  throw new ProblemError(problem)
}

/**
 * Bytes of an unknown file that a problem quotes. Defined here since the page needs it without the
 * table of problems.
 */
export const FIRST_BYTES = 8
