// Calls that stand in the program and were never taken: asked for once, when the person first wants to see them, be it in
// the details or as arcs of the scenario.
import type { OpenedProfile } from '../../../workers/api/contract.ts'
import { PATIENCE_MS } from './patience.ts'
import { askWorker, tellWorker } from './service.ts'
import { openedIn, type Session } from '../session.ts'
import { setLocal, useStore, type State } from '../store.ts'
import { readParams, setViewParams, type ParamsCodec } from '../view-params.ts'

interface DetailsParams {
  readonly neverTaken: boolean
}

export const DETAILS_PARAMS: ParamsCodec<DetailsParams> = {
  view: 'details',
  parse: (raw) => ({ neverTaken: raw['possible'] === 'yes' }),
  format: ({ neverTaken }) => (neverTaken ? { possible: 'yes' } : {}),
}

/** Whether there is a program to look for them in, or a saved profile was saved with them. */
export function hasCode(session: Session): boolean {
  const opened = openedIn(session)
  if (!opened || opened.analyzed.profile.listed) return false
  return opened.saved?.hasPossible ?? opened.files.some(({ kind }) => kind === 'executable')
}

export function togglePossibleCalls(): void {
  const { neverTaken } = readParams(useStore.getState().shared, DETAILS_PARAMS)
  setViewParams(DETAILS_PARAMS, { neverTaken: !neverTaken }, 'replace')
}

export function startPossibleCalls(): () => void {
  let files: OpenedProfile['files'] | null = null
  const follow = (state: State) => {
    const opened = openedIn(state.session)
    if ((opened?.files ?? null) !== files) {
      files = opened?.files ?? null
      underWay = null
      const { possibleCalls, codeProgress } = state.local
      if (possibleCalls !== null || codeProgress !== null)
        setLocal({ possibleCalls: null, codeProgress: null })
    }
    if (opened && isWanted(state) && state.local.possibleCalls === null) void findPossibleCalls()
  }
  follow(useStore.getState())
  return useStore.subscribe(follow)
}

function isWanted({ shared }: State): boolean {
  return shared.scenario.staticArcs || readParams(shared, DETAILS_PARAMS).neverTaken
}

/** The question under way, or answered. */
let underWay: Promise<void> | null = null

/** Settles once `local.possibleCalls` is there, or the search was stopped. */
export function findPossibleCalls(): Promise<void> {
  const opened = openedIn(useStore.getState().session)
  if (!opened) return Promise.resolve()
  underWay ??= ask(opened)
  return underWay
}

/** Ends the search; the next one who asks starts it anew. */
export function stopPossibleCalls(): void {
  if (useStore.getState().local.possibleCalls !== null) return
  const { neverTaken } = readParams(useStore.getState().shared, DETAILS_PARAMS)
  if (neverTaken) setViewParams(DETAILS_PARAMS, { neverTaken: false }, 'replace')
  tellWorker((service) => service.stopPossibleCalls())
}

async function ask({ files }: OpenedProfile): Promise<void> {
  const since = performance.now()
  let isDone = false
  const isOurs = () => openedIn(useStore.getState().session)?.files === files
  const onStep = (done: number, total: number) => {
    // Steps travel on a channel of their own and may arrive after the answer.
    if (isOurs() && !isDone && performance.now() - since > PATIENCE_MS)
      setLocal({ codeProgress: total > 0 ? done / total : 0 })
  }
  const result = await askWorker((service) => service.possibleCalls(onStep))
  isDone = true
  if (!isOurs()) return
  const isStopped = !result.ok && result.problem.code === 'host/cancelled'
  if (isStopped) underWay = null
  const found = (result.ok ? result.value : null) ?? 'unknown'
  setLocal({ possibleCalls: isStopped ? null : found, codeProgress: null })
}
