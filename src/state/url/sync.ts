// Keeps the shared state and the address bar the same. The only file that touches `location` and `history`.
import type { SharedState } from '../shared.ts'
import { useStore } from '../store.ts'
import { formatHash, parseHash } from './hash.ts'

/** Browsers ration history writes; while someone types or holds an arrow key the address follows at this pace. */
const REPLACE_DELAY_MS = 200

let pending: ReturnType<typeof setTimeout> | undefined

/** Reads the hash now and whenever it changes. Returns how to stop. */
export function startSync(): () => void {
  read()
  window.addEventListener('hashchange', read)
  window.addEventListener('popstate', read)
  return () => {
    window.removeEventListener('hashchange', read)
    window.removeEventListener('popstate', read)
    clearTimeout(pending)
  }
}

function read(): void {
  clearTimeout(pending)
  pending = undefined
  useStore.setState({ shared: parseHash(location.hash) })
}

/** `push` for a step that a person would undo with Back; `replace` while typing or moving along. */
export function navigate(patch: Partial<SharedState>, how: 'push' | 'replace'): void {
  const shared = { ...useStore.getState().shared, ...patch }
  if (how === 'push') flush()
  useStore.setState({ shared })
  if (how === 'push') {
    const hash = formatHash(shared)
    if (hash !== location.hash) history.pushState(null, '', hash)
  } else {
    clearTimeout(pending)
    pending = setTimeout(flush, REPLACE_DELAY_MS)
  }
}

/** Writes what is still to be written. */
export function flush(): void {
  if (pending === undefined) return
  clearTimeout(pending)
  pending = undefined
  const hash = formatHash(useStore.getState().shared)
  if (hash !== location.hash) history.replaceState(null, '', hash)
}

/** The whole address, for Copy link. */
export function currentLink(): string {
  const base = location.href.replace(/#.*$/, '')
  return base + formatHash(useStore.getState().shared)
}

export function goBack(): void {
  flush()
  history.back()
}
