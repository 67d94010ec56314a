// What was thrown and should not have been, as a problem to show: a mistake of ours.
import { messageOf } from '../base/message-of.ts'
import type { Problem } from './problem.ts'

export function bugOf(thrown: unknown): Problem {
  const stack = thrown instanceof Error ? (thrown.stack ?? '') : ''
  return { code: 'bug', message: messageOf(thrown), stack }
}
