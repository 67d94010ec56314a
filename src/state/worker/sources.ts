// Asks the worker where functions come from, once a very large program is on screen. The answer stands beside the
// profile, so that only what shows it is drawn again.
import type { OpenedProfile } from '../../../workers/api/contract.ts'
import type { Notice } from '../../../workers/core/problems/problem.ts'
import { addNotices } from './late-notices.ts'
import { PATIENCE_MS } from './patience.ts'
import { askWorker, tellWorker } from './service.ts'
import { openedIn } from '../session.ts'
import { setLocal, useStore, type State } from '../store.ts'

export function startSources(): () => void {
  let files: OpenedProfile['files'] | null = null
  const follow = (state: State) => {
    const opened = openedIn(state.session)
    if ((opened?.files ?? null) === files) return
    files = opened?.files ?? null
    if (state.local.lateSources !== null) setLocal({ lateSources: null })
    if (state.local.sourcesProgress !== null) setLocal({ sourcesProgress: null })
    if (opened?.sourcesLater) void ask(opened)
  }
  follow(useStore.getState())
  return useStore.subscribe(follow)
}

/** Looks for them after all. */
export function lookForSources(opened: OpenedProfile): void {
  setLocal({ lateSources: null })
  void ask(opened)
}

/** Until somebody looks for them after all. */
export function stopSources(): void {
  setLocal({ lateSources: 'stopped', sourcesProgress: null })
  tellWorker((service) => service.stopSources())
}

/** Of an older question nothing is told any more. */
let question = 0

async function ask({ files }: Pick<OpenedProfile, 'files'>): Promise<void> {
  const mine = ++question
  const isWanted = (): boolean => {
    const { session, local } = useStore.getState()
    return mine === question && openedIn(session)?.files === files && local.lateSources === null
  }
  const since = performance.now()
  const result = await askWorker((service) =>
    service.sources((part) => {
      if (isWanted() && performance.now() - since > PATIENCE_MS) setLocal({ sourcesProgress: part })
    }),
  )
  if (!isWanted()) return
  // The worker was ended for another reason, and the next one has the same files.
  if (!result.ok && result.problem.code === 'host/cancelled') return ask({ files })
  // A profile does without: what went wrong is told, and the place stays empty.
  const notices: readonly Notice[] = result.ok
    ? result.value.notices
    : [{ code: 'sources-left-out', problem: result.problem }]
  setLocal({ sourcesProgress: null, lateSources: (result.ok ? result.value.sources : null) ?? 'none' })
  addNotices(files, notices)
}
