// Has the profile on screen kept in the browser's storage, from when it is shown until it is closed. It
// knows after a reload which one it was. The storage itself, in recent-profiles.ts, is loaded when it is
// needed.
import { readText, storeText } from './browser-storage.ts'
import { OPEN_IN_TAB } from './ui-state.ts'
import { type State, useStore } from './store.ts'

/** Milliseconds for which the worker is left to the views of a profile that was just opened. */
const KEEP_DELAY_MS = 1500

/** Whether profiles can be kept: not in the one-file page, nor where another page embeds this one. */
export const canKeepProfiles = (): boolean =>
  import.meta.env.MODE !== 'one-file' && 'indexedDB' in window && window.parent === window

/** Keeps each profile that is shown. Returns the subscriber. */
export function followKept(): (state: State) => void {
  if (import.meta.env.MODE === 'one-file' || !canKeepProfiles()) return () => {}
  let shown: readonly File[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  return ({ session, onScreen: { files } }) => {
    const isShown = session.phase === 'ready' && files !== shown
    if (!isShown && !(session.phase === 'idle' && shown.length > 0)) return
    shown = isShown ? files : []
    clearTimeout(timer)
    storeText('sessionStorage', OPEN_IN_TAB, null)
    if (!isShown) return
    timer = setTimeout(() => {
      // Without the part nothing is kept.
      import('./recent-profiles.ts').then(({ keepSoon }) => keepSoon()).catch(() => {})
    }, KEEP_DELAY_MS)
  }
}

/** Returns the kept profile that this tab showed before it was reloaded; null after any other start. */
export function reloadedProfile(): string | null {
  if (!canKeepProfiles() || useStore.getState().shared.profile !== '') return null
  const [start] = performance.getEntriesByType('navigation')
  if (!start || (start as PerformanceNavigationTiming).type === 'navigate') return null
  return readText('sessionStorage', OPEN_IN_TAB) ?? null
}
