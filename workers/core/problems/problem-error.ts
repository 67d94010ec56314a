// The one exception of the core, which carries a problem; and how much of an unknown file a problem quotes.
// The page loads it, without the table of problems.
import type { Problem } from './problem.ts'

/** The one exception of the core: carries a Problem up to the pipeline, which turns it into a value. */
export class ProblemError extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.code)
    this.name = 'ProblemError'
    this.problem = problem
  }
}

/** Never answers: throws the problem. */
export function raise(problem: Problem): never {
  throw new ProblemError(problem)
}

/** So many of a file are quoted that is none of ours. It stands apart: the page needs it, and not the table of problems. */
export const FIRST_BYTES = 8
