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
