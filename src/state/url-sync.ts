// Keeps the URL state and the address bar in sync, including the parameters of each view. The only
// file that uses `location` and `history`.
import { useMemo } from 'react'
import { formatHash, parseHash, type UrlState } from './url-state.ts'
import { useStore } from './store.ts'

/**
 * Milliseconds. Browsers limit history writes, so the address follows at this pace while the user
 * types or holds an arrow key.
 */
const REPLACE_DELAY_MS = 200

/** Marks the history entries that this page made. */
const OWN = 'gmonscope'

let startedWith = ''
let pending: ReturnType<typeof setTimeout> | undefined

/** Reads the hash now and whenever it changes. Returns a function that stops it. */
export function startSync(): () => void {
  startedWith = location.hash
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

/** Returns the address's hash from when the page was opened. */
export function startingHash(): string {
  return startedWith
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

/** Returns the whole address, for Copy link. */
export function currentLink(): string {
  return pageAddress() + formatHash(useStore.getState().shared)
}

/** Returns the page's address without the hash. */
export function pageAddress(): string {
  return location.href.replace(/#.*$/, '')
}

/** Goes one step back in the browser's history, after writing pending changes. */
export function goBack(): void {
  flush()
  history.back()
}

// A view's own parameters in the link: the view parses and formats them, the URL state only carries
// them.

/** Parameters as text, by key. */
export type RawParams = Readonly<Record<string, string>>

/** Converts a view's parameters to and from text. */
export interface ParamsCodec<P> {
  /** The view's id; the keys in the hash are "<view>.<key>". */
  readonly view: string
  /** Never fails: a missing or malformed value gets its default. */
  parse(raw: RawParams): P
  /** Omits values that equal the default, so that links stay short. */
  format(params: P): RawParams
}

/** Returns the view's parameters from the URL state. */
export function readParams<P>(shared: Pick<UrlState, 'params'>, codec: ParamsCodec<P>): P {
  const prefix = `${codec.view}.`
  const raw: Record<string, string> = {}
  for (const [key, value] of Object.entries(shared.params)) {
    if (key.startsWith(prefix)) raw[key.slice(prefix.length)] = value
  }
  return codec.parse(raw)
}

/** Returns `params` of the URL state with this view's parameters replaced. */
function withParams<P>(shared: UrlState, codec: ParamsCodec<P>, params: P): RawParams {
  const prefix = `${codec.view}.`
  const next: Record<string, string> = {}
  for (const [key, value] of Object.entries(shared.params)) {
    if (!key.startsWith(prefix)) next[key] = value
  }
  for (const [key, value] of Object.entries(codec.format(params))) next[prefix + key] = value
  return next
}

/** Returns the view's parameters, and redraws when they change. */
export function useViewParams<P>(codec: ParamsCodec<P>): P {
  const params = useStore((state) => state.shared.params)
  return useMemo(() => readParams({ params }, codec), [params, codec])
}

/** Changes the view's parameters. `how`: see `navigate`. */
export function setViewParams<P>(codec: ParamsCodec<P>, params: P, how: 'push' | 'replace'): void {
  navigate({ params: withParams(useStore.getState().shared, codec, params) }, how)
}
