// Makes names ready to be found by links, a slice at a time, once a profile is open.
import type { FunctionTable } from '../../workers/core/profile/tables.ts'
import { prepareFinding } from '../../workers/core/reports/find-function.ts'
import { openedIn } from './session.ts'
import { useStore, type State } from './store.ts'

/** So many names take some milliseconds. */
const SLICE = 4000

export function startNames(): () => void {
  let functions: FunctionTable | null = null
  const goOn = (mine: FunctionTable) => {
    if (mine === functions && prepareFinding(mine, SLICE)) setTimeout(() => goOn(mine), 0)
  }
  const follow = (state: State) => {
    const now = openedIn(state.session)?.analyzed.profile.functions ?? null
    if (now?.names === functions?.names) return
    functions = now
    // The rows come first.
    if (now) setTimeout(() => goOn(now), 0)
  }
  follow(useStore.getState())
  return useStore.subscribe(follow)
}
