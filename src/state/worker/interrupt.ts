// Ends what the worker is doing for the profile on screen. What it writes and compares goes on in one piece, so the worker
// itself is ended, and another opens the same files again, or goes on without them; questions asked meanwhile wait for it.
import type { ProfileView } from '../../../workers/api/contract.ts'
import { isEmptyScenario } from '../../../workers/core/analysis/scenario/scenario.ts'
import { valueOf } from '../async-value.ts'
import { askAgain } from './analysis.ts'
import { thrownHere } from '../../../workers/core/problems/of-host.ts'
import { ProblemError } from '../../../workers/core/problems/problem-error.ts'
import { failWith, leaveFailure, openTheSame } from '../opening/open.ts'
import { askQueriesAgain } from './queries.ts'
import { liveConnection, newConnection, replaceBy, type Connection } from './service.ts'
import { useStore } from '../store.ts'
import { holdTheSame } from './resume.ts'

/** Every call under way answers `host/cancelled`. */
export function interrupt(): void {
  const { session } = useStore.getState()
  if (session.phase !== 'ready') return
  const reopened = reopen(session.opened)
  replaceBy(reopened)
  reopened.catch((error: unknown) => {
    // While other files are opened they matter more; whoever comes back is told by the first question.
    if (liveConnection() === reopened && useStore.getState().session.phase === 'ready')
      failWith(thrownHere(error), askAnew)
  })
  askAgain()
  askQueriesAgain()
}

/** What failed once more: what there is to do that in, or another worker in place of the one that could not answer. */
export function retry(): void {
  const { session } = useStore.getState()
  if (session.phase === 'failed') (session.again ?? askAnew)()
}

function askAnew(): void {
  leaveFailure()
  interrupt()
}

/** Errors: why it cannot hold the same, which is also the answer to every question asked of this worker. */
async function reopen(opened: ProfileView): Promise<Connection> {
  const connection = await newConnection()
  try {
    const again = await openTheSame(connection)
    const possible = valueOf(useStore.getState().ui.possibleCalls)
    const problem = await holdTheSame(connection, opened, again, possible)
    if (problem) throw new ProblemError(problem)
    const { scenario } = opened.analyzed
    if (!isEmptyScenario(scenario)) await connection.request('analyze', [scenario])
  } catch (error) {
    connection.terminate()
    throw error
  }
  return connection
}
