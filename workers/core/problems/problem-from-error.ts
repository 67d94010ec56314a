// Turns thrown values into problems: an internal error, or a failure of the environment such as
// missing memory.
import { ProblemError } from './problem-error.ts'
import type { Problem } from './problem.ts'
import { messageOf } from '../base/result.ts'

/** Messages of Chromium and Firefox, of WebKit, and of the build's own loader of styles. */
const PART_MISSING = /dynamically imported module|importing a module script|unable to preload/i
/** Messages of Chromium; of Firefox and WebKit. */
const NO_MEMORY = /allocation failed|out of memory/i

/**
 * Returns the problem of any thrown value: a ProblemError's own; else `host/part-missing` or
 * `host/worker-lost` if the message reports a failure of the environment, and `bug` otherwise.
 */
export function problemFromError(thrown: unknown): Problem {
  return thrown instanceof ProblemError ? thrown.problem : reclassifyBug(bugOf(thrown))
}

/**
 * Turns a `bug` whose message reports a failure of the environment into `host/part-missing` or
 * `host/worker-lost`. Returns other problems unchanged.
 */
export function reclassifyBug(problem: Problem): Problem {
  if (problem.code !== 'bug') return problem
  const { message } = problem
  if (PART_MISSING.test(message)) return { code: 'host/part-missing', message }
  return NO_MEMORY.test(message) ? { code: 'host/worker-lost', message } : problem
}

/** Returns a `bug` problem with the message and stack of a thrown value. */
export function bugOf(thrown: unknown): Problem {
  const stack = thrown instanceof Error ? (thrown.stack ?? '') : ''
  return { code: 'bug', message: messageOf(thrown), stack }
}
