// Source positions of functions, asked of the worker after a very large program is on screen; source files
// that were added later; and notices that come late.
import type { ProfileView } from '../../../workers/api/contract.ts'
import { dispatch, setUi, type State, useStore } from '../store.ts'
import type { Notice } from '../../../workers/core/problems/problem.ts'
import { abort, failed, IDLE, load, ready } from './requests.ts'
import { openedIn } from '../session.ts'

/** Whether the program on screen was opened here, with debugging information, or the profile was saved with what it says. */
export function hasLines({ analyzed, sourcesLater, saved, reading }: ProfileView): boolean {
  if (saved) return saved.hasLines
  return reading !== undefined && (analyzed.profile.sources !== null || !!sourcesLater)
}

export function addSourceFiles(files: readonly File[]): void {
  const { sourceFiles } = useStore.getState().ui
  setUi({ sourceFiles: [...sourceFiles, ...files] })
}

// What becomes known of files whose profile is on screen already: told with the rest, each once.

export function addNotices(of: ProfileView['files'], notices: readonly Notice[]): void {
  const { session } = useStore.getState()
  if (session.phase !== 'ready' || session.opened.files !== of) return
  const known = new Set(session.opened.notices.map((notice) => JSON.stringify(notice)))
  const late = notices.filter((notice) => !known.has(JSON.stringify(notice)))
  if (late.length === 0) return
  const opened = { ...session.opened, notices: [...session.opened.notices, ...late] }
  dispatch({ type: 'update', opened })
}

// Asks the worker where functions come from, once a very large program is on screen. The answer stands beside the
// profile, so that only what shows it is drawn again.

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
