// Keeps the URL state in sync with the address bar, including the parameters of each view. The only file
// that uses `location` or `history`.
import { ENCLOSED } from './enclosed.ts'
import { setUi, useStore } from '../store.ts'
import { parseHash, formatHash } from './link-hash.ts'
import type { UrlState } from './url-state.ts'

/**
 * Milliseconds. Browsers limit history writes, so the address follows at this pace while the user
 * types or holds an arrow key.
 */
const REPLACE_DELAY_MS = 200

/** Marks the history entries that this page made. */
const OWN = 'gmonscope'

/** Characters of a profile that each link on screen repeats. */
export const MOST_IN_HREF = 2000
/** Replaces a longer profile in links on screen. No profile has a dot. */
export const SAME_PROFILE = `${ENCLOSED}.`

/**
 * Returns a listener that puts the profile into the link that is about to be followed, copied or opened in
 * a tab, and only there.
 */
function linkCompleter(): (event: Event) => void {
  let last: { readonly link: Element; readonly short: string; readonly long: string } | null = null
  return ({ target }) => {
    if (last?.link.getAttribute('href') === last?.long) last?.link.setAttribute('href', last.short)
    last = null
    const link = target instanceof Element ? target.closest('a') : null
    const short = link?.getAttribute('href')
    if (!link || !short?.endsWith(`profile=${SAME_PROFILE}`)) return
    const long = short.slice(0, -SAME_PROFILE.length) + useStore.getState().shared.profile
    link.setAttribute('href', long)
    last = { link, short, long }
  }
}

let pending: ReturnType<typeof setTimeout> | undefined

/** How a link is used: followed, opened in another tab, copied. */
const WAYS = ['click', 'auxclick', 'contextmenu'] as const

/** Reads the hash now and whenever it changes. Returns a function that stops it. */
export function startSync(): () => void {
  const completeLink = linkCompleter()
  setUi({ startingHash: location.hash })
  read()
  window.addEventListener('hashchange', read)
  window.addEventListener('popstate', read)
  for (const how of WAYS) document.addEventListener(how, completeLink, true)
  return () => {
    for (const how of WAYS) document.removeEventListener(how, completeLink, true)
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

/**
 * Changes the URL state. `how`: `push` for a step that Back should undo; `replace` while typing or
 * moving along.
 */
export function navigate(patch: Partial<UrlState>, how: 'push' | 'replace'): void {
  const shared = { ...useStore.getState().shared, ...patch }
  if (how === 'push') flush()
  useStore.setState({ shared })
  if (how === 'push') {
    write(formatHash(shared), 'push')
  } else {
    clearTimeout(pending)
    pending = setTimeout(flush, REPLACE_DELAY_MS)
  }
}

/** Writes a pending change at once. */
function flush(): void {
  if (pending === undefined) return
  clearTimeout(pending)
  pending = undefined
  write(formatHash(useStore.getState().shared), 'replace')
}

/** Takes over the state of a saved profile, given as a link's hash. */
export function adoptState(hash: string): void {
  const shared = parseHash(hash)
  useStore.setState({ shared })
  write(formatHash(shared), 'replace')
}

/** Whether the user typed, pasted or clicked the address, and this page did not write it. */
export function isForeignAddress(): boolean {
  return history.state !== OWN
}

function write(hash: string, how: 'push' | 'replace'): void {
  if (hash === location.hash) return
  try {
    if (how === 'push') history.pushState(OWN, '', hash)
    else history.replaceState(OWN, '', hash)
  } catch {
    // In a frame without an address of its own there is no history to write; the state is in the
    // store.
  }
}

/** Returns the whole address, for a link to the view. */
export function currentLink(): string {
  return pageAddress() + formatHash(useStore.getState().shared)
}

/** Returns the page's address without the hash. */
export function pageAddress(): string {
  return location.href.replace(/#.*$/, '')
}

/** Whether the page is a file or on loopback, so that its address opens nothing on other machines. */
export function isPageLocal(): boolean {
  const { protocol, hostname } = location
  return !protocol.startsWith('http') || /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}

/** Goes one step back in the browser's history, after writing pending changes. */
export function goBack(): void {
  flush()
  history.back()
}
