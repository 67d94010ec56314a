// Ends what the worker is doing for the profile on screen. What it writes and compares goes on in one piece, so the worker
// itself is ended, and another opens the same files again; questions asked meanwhile wait for it.
import { isEmptyScenario, type Scenario } from '../../../workers/core/analysis/scenario/scenario.ts'
import { askAgain } from './analysis.ts'
import { thrownHere } from '../../../workers/core/problems/of-host.ts'
import { failWith, openTheSame } from '../opening/open.ts'
import { askQueriesAgain } from './queries.ts'
import { replaceBy, type Connection, newConnection } from './service.ts'
import { useStore } from '../store.ts'

/** Every call under way answers `host/cancelled`. */
export function interrupt(): void {
  const { session } = useStore.getState()
  if (session.phase !== 'ready') return
  replaceBy(reopen(session.opened.analyzed.scenario))
  askAgain()
  askQueriesAgain()
}

async function reopen(scenario: Scenario): Promise<Connection> {
  const connection = await newConnection().catch((error: unknown) => {
    failWith(thrownHere(error))
    throw error
  })
  try {
    const result = await openTheSame(connection)
    if (!result.ok) failWith(result.problem.problem)
    else if (!isEmptyScenario(scenario)) await connection.service.analyze(scenario)
  } catch (error) {
    failWith(thrownHere(error))
  }
  return connection
}
