// What was thrown → a problem: an internal error, or a failure of the environment, such as missing memory.
import { ProblemError } from './problem-error.ts'
import type { Problem } from './problem.ts'
import { messageOf } from '../base/result.ts'

/** Chromium and Firefox, WebKit, and the build's own loader of styles. */
const PART_MISSING = /dynamically imported module|importing a module script|unable to preload/i
/** Chromium; Firefox and WebKit. */
const NO_MEMORY = /allocation failed|out of memory/i

/** What was thrown, as a problem to tell; what says nothing of us but where we run is no bug then. */
export function problemFromError(thrown: unknown): Problem {
  return thrown instanceof ProblemError ? thrown.problem : reclassifyBug(bugOf(thrown))
}

/** A mistake of ours that is none, as what it is; any other problem as it was. */
export function reclassifyBug(problem: Problem): Problem {
  if (problem.code !== 'bug') return problem
  const { message } = problem
  if (PART_MISSING.test(message)) return { code: 'host/part-missing', message }
  return NO_MEMORY.test(message) ? { code: 'host/worker-lost', message } : problem
}

// What was thrown and should not have been, as a problem to show: a mistake of ours.

export function bugOf(thrown: unknown): Problem {
  const stack = thrown instanceof Error ? (thrown.stack ?? '') : ''
  return { code: 'bug', message: messageOf(thrown), stack }
}
