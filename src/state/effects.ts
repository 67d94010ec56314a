// Subscriptions to the state, in one fixed order: all of the page's but those that draw.
import { followBaseline, followLink, followRun, interrupt, restoreLinkedState } from './opening.ts'
import { followKept } from './keep-profiles.ts'
import { followSilence } from './requests.ts'
import { setUi, startSync, useStore } from './store.ts'
import { followPossibleCalls, followQueries, followScenario, followSources } from './queries.ts'

/**
 * Reads the link, and then follows the state. If an effect changes the state, all effects run once
 * more from the first, so each sees the current state. Returns a function that stops it.
 */
export function startEffects(): () => void {
  const stopSync = startSync()
  followSilence((isWorkerSilent) => setUi({ isWorkerSilent }))
  const effects = [
    followQueries(interrupt),
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
