// Source positions of functions, requested after a very large program is on screen.
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { Notice } from '../../../workers/core/problems/problem.ts'
import { load } from '../worker/request.ts'
import { workers } from '../worker/connection.ts'
import { failed, IDLE, ready } from '../worker/async-value.ts'
import { dispatch, setUi, type State, useStore } from '../store.ts'
import { openedIn } from '../session.ts'

/**
 * Whether line numbers are available: the program was opened here and has debugging information, or
 * the saved profile includes them.
 */
export function hasLines({ analyzed, sourcesLater, saved, reading }: ProfileView): boolean {
  if (saved) return saved.hasLines
  return reading !== undefined && (analyzed.profile.sources !== null || !!sourcesLater)
}

/** Adds source files to those of the program on screen. */
export function addSourceFiles(files: readonly File[]): void {
  const { sourceFiles } = useStore.getState().ui
  setUi({ sourceFiles: [...sourceFiles, ...files] })
}

/**
 * Adds notices that were found after the profile was shown, each once. `of`: the files of the
 * profile that they are about.
 */
export function addNotices(of: ProfileView['files'], notices: readonly Notice[]): void {
  const { session } = useStore.getState()
  if (session.phase !== 'ready' || session.opened.files !== of) return
  const known = new Set(session.opened.notices.map((notice) => JSON.stringify(notice)))
  const late = notices.filter((notice) => !known.has(JSON.stringify(notice)))
  if (late.length === 0) return
  const opened = { ...session.opened, notices: [...session.opened.notices, ...late] }
  dispatch({ type: 'update', opened })
}

/** Requests source positions for a profile that was opened without them. Returns the subscriber. */
export function followSources(): (state: State) => void {
  let files: ProfileView['files'] | null = null
  return ({ session, ui }) => {
    const opened = openedIn(session)
    if ((opened?.files ?? null) === files) return
    files = opened?.files ?? null
    workers.abort('sources')
    if (ui.lateSources.phase !== 'idle') setUi({ lateSources: IDLE })
    if (opened?.sourcesLater) void lookForSources(opened)
  }
}

/**
 * Requests source positions. They are optional: a failure becomes a notice, and no position is
 * shown.
 */
export async function lookForSources({ files }: Pick<ProfileView, 'files'>): Promise<void> {
  const answer = await load('sources', 'sources', [], (state) => {
    if (state.phase === 'ready') setUi({ lateSources: ready(state.value.sources) })
    else if (state.phase === 'failed') setUi({ lateSources: ready(null) })
    else if (state.phase === 'loading') setUi({ lateSources: { ...state, before: null } })
  })
  if (!answer) return
  // The worker was ended for another reason, and the next one has the same files.
  if (!answer.ok && answer.problem.code === 'host/cancelled') return lookForSources({ files })
  const notices: readonly Notice[] = answer.ok
    ? answer.value.notices
    : [{ code: 'sources-left-out', problem: answer.problem }]
  addNotices(files, notices)
}

/** Cancels the search for source positions until it is requested again. */
export function stopSources(): void {
  workers.abort('sources')
  setUi({ lateSources: failed({ code: 'host/cancelled' }) })
}
