// Keeps the URL state and the address bar the same, with the settings of each view. The only file that
// touches `location` and `history`.
import { useMemo } from 'react'
import { formatHash, parseHash, type UrlState } from './url-state.ts'
import { useStore } from './store.ts'

/** Browsers ration history writes; while someone types or holds an arrow key the address follows at this pace. */
const REPLACE_DELAY_MS = 200

/** What marks entries of the browser's history that this page made. */
const OWN = 'gmonscope'

let startedWith = ''
let pending: ReturnType<typeof setTimeout> | undefined

/** Reads the hash now and whenever it changes. Returns how to stop. */
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

/** `push` for a step that a person would undo with Back; `replace` while typing or moving along. */
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

/** Writes what is still to be written. */
function flush(): void {
  if (pending === undefined) return
  clearTimeout(pending)
  pending = undefined
  write(formatHash(useStore.getState().shared), 'replace')
}

/** The state that a profile brings with it, as a link's hash. */
export function adoptState(hash: string): void {
  const shared = parseHash(hash)
  useStore.setState({ shared })
  write(formatHash(shared), 'replace')
}

/** The address's hash as it was when the page was opened. */
export function startingHash(): string {
  return startedWith
}

/** Whether the address was typed, pasted or clicked, and not written here. */
export function isForeignAddress(): boolean {
  return history.state !== OWN
}

function write(hash: string, how: 'push' | 'replace'): void {
  if (hash === location.hash) return
  try {
    if (how === 'push') history.pushState(OWN, '', hash)
    else history.replaceState(OWN, '', hash)
  } catch {
    // In a frame without an address of its own there is no history to write; the state is in the store.
  }
}

/** The whole address, for Copy link. */
export function currentLink(): string {
  return pageAddress() + formatHash(useStore.getState().shared)
}

export function pageAddress(): string {
  return location.href.replace(/#.*$/, '')
}

export function goBack(): void {
  flush()
  history.back()
}

// A view's own settings in the link: the view says how to read and write them, the state only carries them.

export type RawParams = Readonly<Record<string, string>>

export interface ParamsCodec<P> {
  /** The view's id; its keys stand in the hash as "<view>.<key>". */
  readonly view: string
  /** Never fails: what is missing or bad falls back alone. */
  parse(raw: RawParams): P
  /** Leave out what equals the default, so that links stay short. */
  format(params: P): RawParams
}

export function readParams<P>(shared: Pick<UrlState, 'params'>, codec: ParamsCodec<P>): P {
  const prefix = `${codec.view}.`
  const raw: Record<string, string> = {}
  for (const [key, value] of Object.entries(shared.params)) {
    if (key.startsWith(prefix)) raw[key.slice(prefix.length)] = value
  }
  return codec.parse(raw)
}

/** The shared state's `params` with this view's own replaced. */
function withParams<P>(shared: UrlState, codec: ParamsCodec<P>, params: P): RawParams {
  const prefix = `${codec.view}.`
  const next: Record<string, string> = {}
  for (const [key, value] of Object.entries(shared.params)) {
    if (!key.startsWith(prefix)) next[key] = value
  }
  for (const [key, value] of Object.entries(codec.format(params))) next[prefix + key] = value
  return next
}

export function useViewParams<P>(codec: ParamsCodec<P>): P {
  const params = useStore((state) => state.shared.params)
  return useMemo(() => readParams({ params }, codec), [params, codec])
}

export function setViewParams<P>(codec: ParamsCodec<P>, params: P, how: 'push' | 'replace'): void {
  navigate({ params: withParams(useStore.getState().shared, codec, params) }, how)
}
