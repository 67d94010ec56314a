// Interrupts the worker of the profile on screen. Writing and comparing cannot be interrupted in the
// worker, so it is ended. Another worker opens the same files, or goes on without them; calls made
// meanwhile wait for it.
import type { OpenFailure, ProfileView } from '../../../workers/api/contract.ts'
import { isEmptyScenario } from '../../../workers/core/analysis/scenario/scenario.ts'
import type { Result } from '../../../workers/core/base/result.ts'
import { problemFromError } from '../../../workers/core/problems/problem-from-error.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { type Connection, workers } from '../worker/connection.ts'
import { valueOf } from '../worker/async-value.ts'
import { setUi, useStore } from '../store.ts'
import { ProblemError } from '../../../workers/core/problems/problem-error.ts'
import type { PossibleArcs } from '../../../workers/core/profile/possible-arcs.ts'
import { failWith, cancel, leaveFailure, open, openSameFiles } from './open.ts'
import { askForConsent } from './open-from-link.ts'
import { trySample } from './sample.ts'
import { stopComparing } from './baseline.ts'

/** Ends the worker and starts another. Every pending call answers `host/cancelled`. */
export function interrupt(): void {
  const { session } = useStore.getState()
  if (session.phase !== 'ready') return
  const reopened = reopen(session.opened)
  workers.adopt(reopened)
  reopened.catch((error: unknown) => {
    // Opening other files takes precedence. On return the first call reports the problem.
    if (workers.live === reopened && useStore.getState().session.phase === 'ready')
      failWith(problemFromError(error), { what: 'worker' })
  })
  // Subscribers repeat their requests.
  setUi({ restarts: useStore.getState().ui.restarts + 1 })
}

/** Ends the work of a worker that gives no sign of life: of opening files, of comparing, or of the profile. */
export function endSilentWork(): void {
  const { session, ui } = useStore.getState()
  if (session.phase === 'working') cancel()
  else if (ui.baseline.phase === 'loading') stopComparing()
  else interrupt()
}

/** Tries again what failed. */
export function retry(): void {
  const { session, files } = useStore.getState()
  if (session.phase !== 'failed' || !session.retry) return
  const failed = session.retry
  if (failed.what === 'open') void open(files, failed.options)
  else if (failed.what === 'link') askForConsent(failed.profile)
  else if (failed.what === 'sample') void trySample(failed.sample)
  else {
    leaveFailure()
    interrupt()
  }
}

/**
 * Opens the same files in another worker.
 *
 * @throws why they cannot be opened, which also answers every call to this worker
 */
async function reopen(opened: ProfileView): Promise<Connection> {
  const connection = await workers.connect()
  try {
    const again = await openSameFiles(connection)
    const possible = valueOf(useStore.getState().ui.possibleCalls)
    const problem = await resumeProfile(connection, opened, again, possible)
    if (problem) throw new ProblemError(problem)
    const { scenario } = opened.analyzed
    if (!isEmptyScenario(scenario)) await connection.request('analyze', [scenario])
  } catch (error) {
    connection.terminate()
    throw error
  }
  return connection
}

/**
 * Returns null when the worker holds the profile, else the problem.
 *
 * @param again what the worker opened
 */
async function resumeProfile(
  { request }: Connection,
  shown: ProfileView,
  again: Result<ProfileView, OpenFailure>,
  possible: PossibleArcs | null,
): Promise<Problem | null> {
  const why = again.ok ? differenceOf(shown, again.value) : again.problem.problem
  if (!why || !canResume(why)) return why
  const { asMeasured, ...view } = shown
  const resumed = await request('resume', [{ ...view, ...asMeasured }, possible, why])
  return resumed.ok ? null : resumed.problem
}

/** Whether resuming can help. A problem of the environment would recur. */
function canResume({ code }: Problem): boolean {
  return !code.startsWith('host/') && code !== 'bug'
}

/**
 * Returns the problem if the reopened files differ from what is on screen, for example by a missing
 * run; null if they match.
 */
function differenceOf(shown: ProfileView, again: ProfileView): Problem | null {
  const [before, now] = [shown.asMeasured ?? shown, again].map(({ analyzed: { profile } }) =>
    JSON.stringify([profile.functions.length, profile.arcs.length, profile.totals]),
  )
  const reason = 'what is in it now is not what was opened'
  return before === now ? null : { code: 'bytes/unreadable', file: shown.name, reason }
}
