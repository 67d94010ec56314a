// What was thrown → what it says of where we run: a part of the page that did not come, no memory left. Only engines' own words tell.
import { bugOf } from './bug.ts'
import { ProblemError } from './problem-error.ts'
import type { Problem } from './problem.ts'

/** Chromium and Firefox, WebKit, and the build's own loader of styles. */
const PART_MISSING = /dynamically imported module|importing a module script|unable to preload/i
/** Chromium; Firefox and WebKit. */
const NO_MEMORY = /allocation failed|out of memory/i

/** What was thrown, as a problem to tell; what says nothing of us but where we run is no bug then. */
export function thrownHere(thrown: unknown): Problem {
  return thrown instanceof ProblemError ? thrown.problem : ofHost(bugOf(thrown))
}

/** A mistake of ours that is none, as what it is; any other problem as it was. */
export function ofHost(problem: Problem): Problem {
  if (problem.code !== 'bug') return problem
  const { message } = problem
  if (PART_MISSING.test(message)) return { code: 'host/part-missing', message }
  return NO_MEMORY.test(message) ? { code: 'host/worker-lost', message } : problem
}
