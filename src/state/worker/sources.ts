// Asks the worker where functions come from, once a very large program is on screen. The answer stands beside the
// profile, so that only what shows it is drawn again.
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { Notice } from '../../../workers/core/problems/problem.ts'
import { failed, IDLE, ready } from '../async-value.ts'
import { openedIn } from '../session.ts'
import { setUi, type State } from '../store.ts'
import { addNotices } from './late-notices.ts'
import { abort, load } from './load.ts'

/** Looks for them once a profile is on screen that was opened without. */
export function followSources(): (state: State) => void {
  let files: ProfileView['files'] | null = null
  return ({ session, ui }) => {
    const opened = openedIn(session)
    if ((opened?.files ?? null) === files) return
    files = opened?.files ?? null
    abort('sources')
    if (ui.lateSources.phase !== 'idle') setUi({ lateSources: IDLE })
    if (opened?.sourcesLater) void lookForSources(opened)
  }
}

/** A profile does without: what went wrong is told among the notices, and the place stays empty. */
export async function lookForSources({ files }: Pick<ProfileView, 'files'>): Promise<void> {
  const answer = await load('sources', 'sources', [], (told) => {
    if (told.phase === 'ready') setUi({ lateSources: ready(told.value.sources) })
    else if (told.phase === 'failed') setUi({ lateSources: ready(null) })
    else if (told.phase === 'loading') setUi({ lateSources: { ...told, before: null } })
  })
  if (!answer) return
  // The worker was ended for another reason, and the next one has the same files.
  if (!answer.ok && answer.problem.code === 'host/cancelled') return lookForSources({ files })
  const notices: readonly Notice[] = answer.ok
    ? answer.value.notices
    : [{ code: 'sources-left-out', problem: answer.problem }]
  addNotices(files, notices)
}

/** Until somebody looks for them after all. */
export function stopSources(): void {
  abort('sources')
  setUi({ lateSources: failed({ code: 'host/cancelled' }) })
}
