// What was thrown and should not have been, as a problem to show.
import { messageOf } from '../../workers/core/base/message-of.ts'
import type { Problem } from '../../workers/core/problems/problem.ts'

export function bugOf(error: unknown): Problem {
  return {
    code: 'bug',
    message: messageOf(error),
    stack: error instanceof Error ? (error.stack ?? '') : '',
  }
}
