// What becomes known of files whose profile is on screen already: told with the rest, each once.
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { Notice } from '../../../workers/core/problems/problem.ts'
import { dispatch, useStore } from '../store.ts'

export function addNotices(of: ProfileView['files'], notices: readonly Notice[]): void {
  const { session } = useStore.getState()
  if (session.phase !== 'ready' || session.opened.files !== of) return
  const known = new Set(session.opened.notices.map((notice) => JSON.stringify(notice)))
  const late = notices.filter((notice) => !known.has(JSON.stringify(notice)))
  if (late.length === 0) return
  const opened = { ...session.opened, notices: [...session.opened.notices, ...late] }
  dispatch({ type: 'update', opened })
}
