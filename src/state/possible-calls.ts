// Calls that stand in the program and were never taken: asked for once, when the person first wants to see them.
import type { OpenedProfile } from '../../workers/api/contract.ts'
import { liveConnection } from './service.ts'
import { openedIn } from './session.ts'
import { setLocal, useStore, type State } from './store.ts'
import { readParams, setViewParams, type ParamsCodec } from './view-params.ts'

interface DetailsParams {
  readonly neverTaken: boolean
}

export const DETAILS_PARAMS: ParamsCodec<DetailsParams> = {
  view: 'details',
  parse: (raw) => ({ neverTaken: raw['possible'] === 'yes' }),
  format: ({ neverTaken }) => (neverTaken ? { possible: 'yes' } : {}),
}

export function togglePossibleCalls(): void {
  const { neverTaken } = readParams(useStore.getState().shared, DETAILS_PARAMS)
  setViewParams(DETAILS_PARAMS, { neverTaken: !neverTaken }, 'replace')
}

export function startPossibleCalls(): () => void {
  let files: OpenedProfile['files'] | null = null
  let isAsked = false
  const follow = (state: State) => {
    const opened = openedIn(state.session)
    if ((opened?.files ?? null) !== files) {
      files = opened?.files ?? null
      isAsked = false
      if (state.local.possibleCalls !== null) setLocal({ possibleCalls: null })
    }
    if (!opened || isAsked || !readParams(state.shared, DETAILS_PARAMS).neverTaken) return
    isAsked = true
    void ask(opened)
  }
  follow(useStore.getState())
  return useStore.subscribe(follow)
}

async function ask({ files }: OpenedProfile): Promise<void> {
  const result = await liveConnection()
    ?.then(({ service }) => service.possibleCalls())
    .catch(() => null)
  if (openedIn(useStore.getState().session)?.files !== files) return
  setLocal({ possibleCalls: (result?.ok ? result.value : null) ?? 'unknown' })
}
