// Subscriptions to the state, in one fixed order: all of the page's but those that draw.
import { followBaseline } from './opening/baseline.ts'
import { followLink, restoreLinkedState } from './opening/open-from-link.ts'
import { followRun } from './opening/runs.ts'
import { followKept } from './keep-profiles.ts'
import { useStore } from './store.ts'
import { startSync } from './url/address.ts'
import { followPossibleCalls } from './questions/static-calls.ts'
import { followQueries } from './questions/search-and-sort.ts'
import { followScenario } from './questions/scenario.ts'
import { followSources } from './questions/sources.ts'

/**
 * Reads the link, and then follows the state. If an effect changes the state, all effects run once
 * more from the first, so each sees the current state. Returns a function that stops it.
 */
export function startEffects(): () => void {
  const stopSync = startSync()
  const effects = [
    followQueries(),
    // Before the scenario, whose numbers wait for the same code: only the first request gets
    // progress reports.
    followPossibleCalls(),
    followScenario(),
    followSources(),
    followBaseline,
    followKept(),
    // Last, because a link's files, and a run of them, replace all of the above.
    followLink(),
    followRun(),
  ]
  let isRunning = false
  let isChanged = false
  const run = (): void => {
    isChanged = true
    if (isRunning) return
    isRunning = true
    try {
      while (isChanged) {
        isChanged = false
        for (const effect of effects) effect(useStore.getState())
      }
    } finally {
      isRunning = false
    }
  }
  run()
  const unsubscribe = useStore.subscribe(run)
  window.addEventListener('hashchange', restoreLinkedState)
  return () => {
    unsubscribe()
    window.removeEventListener('hashchange', restoreLinkedState)
    stopSync()
  }
}
