// What follows from a change of the state, in one order: every subscription of the page but those that draw.
import { followBaseline } from './opening/baseline.ts'
import { followLink, restoreLinkedState } from './opening/open-from-link.ts'
import { followRun, interrupt } from './opening/open.ts'
import { useStore } from './store.ts'
import { startSync } from './url-sync.ts'
import { followPossibleCalls, followScenario } from './scenario.ts'
import { followQueries } from './worker/search-and-sort.ts'
import { followSources } from './worker/sources.ts'

/**
 * Reads the link, and follows the state from then on. An effect that changes the state has all of them run once more, from the first one
 * on, once they are through: each sees the state as it is. Returns how to stop.
 */
export function startEffects(): () => void {
  const stopSync = startSync()
  const effects = [
    followQueries(interrupt),
    // Before the scenario: its numbers wait for the same code, and only who asks first is told how far that is.
    followPossibleCalls(),
    followScenario(),
    followSources(),
    followBaseline,
    // A link brings files, and a run is one of those: last, since both open others in place of all that.
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
