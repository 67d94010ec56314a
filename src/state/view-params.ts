// A view's own settings in the link: the view says how to read and write them, the state only carries them.
import { useMemo } from 'react'
import type { SharedState } from './shared.ts'
import { useStore } from './store.ts'
import { navigate } from './url/sync.ts'

export type RawParams = Readonly<Record<string, string>>

export interface ParamsCodec<P> {
  /** The view's id; its keys stand in the hash as "<view>.<key>". */
  readonly view: string
  /** Never fails: what is missing or bad falls back alone. */
  parse(raw: RawParams): P
  /** Leave out what equals the default, so that links stay short. */
  format(params: P): RawParams
}

export function readParams<P>(shared: Pick<SharedState, 'params'>, codec: ParamsCodec<P>): P {
  const prefix = `${codec.view}.`
  const raw: Record<string, string> = {}
  for (const [key, value] of Object.entries(shared.params)) {
    if (key.startsWith(prefix)) raw[key.slice(prefix.length)] = value
  }
  return codec.parse(raw)
}

/** The shared state's `params` with this view's own replaced. */
function withParams<P>(shared: SharedState, codec: ParamsCodec<P>, params: P): RawParams {
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
