// A view's own parameters in the link: the view parses or formats them, the URL state only carries them.
import { useMemo } from 'react'
import type { UrlState } from './url-state.ts'
import { useStore } from '../store.ts'
import { navigate } from './address.ts'

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
export function paramsWith<P>(shared: Pick<UrlState, 'params'>, codec: ParamsCodec<P>, params: P): RawParams {
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
  navigate({ params: paramsWith(useStore.getState().shared, codec, params) }, how)
}
