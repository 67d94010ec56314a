// What was thrown and should not have been, as a problem to show.
import type { Problem } from '../../workers/core/problems/problem.ts'

export function bugOf(error: unknown): Problem {
  const isError = error instanceof Error
  return {
    code: 'bug',
    message: isError ? error.message : String(error),
    stack: isError ? (error.stack ?? '') : '',
  }
}
