import type { Problem } from '../core/problems/problem.ts'
import { ProblemError } from '../core/problems/problem-error.ts'

/** The problem something ends with; null if it goes well. Anything else that is thrown is a bug, and passes on. */
export async function problemOf(work: () => unknown): Promise<Problem | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof ProblemError) return error.problem
    throw error
  }
}
