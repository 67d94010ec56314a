// Requests by kind, one of each at a time: a newer one aborts the older one.
import type { Answer, Arguments } from '../../../workers/api/contract.ts'
import { type LiveQuestion, askWorker } from './connection.ts'
import { type AsyncValue, loading, ready, IDLE, failed } from './async-value.ts'
import { PROGRESS_DELAY_MS } from './slices.ts'

type Kind =
  | 'analysis'
  | 'break-at'
  | 'comparison'
  | 'cut-payers'
  | 'each-run'
  | 'lines'
  | 'name-order'
  | 'possible-calls'
  | 'search'
  | 'sorting'
  | 'sources'

const controllers = new Map<Kind, AbortController>()

/** Begins a request of this kind and aborts the older one. Returns the signal of the new one. */
export function beginRequest(kind: Kind): AbortSignal {
  abort(kind)
  const controller = new AbortController()
  controllers.set(kind, controller)
  return controller.signal
}

/** Aborts the pending request of this kind. */
export function abort(kind: Kind): void {
  controllers.get(kind)?.abort()
}

type ValueOf<K extends LiveQuestion> = Extract<Answer<K>, { readonly ok: true }>['value']

/**
 * Sends a request and reports the state of its answer, with progress once it is slow. Reports
 * nothing after an abort. If the worker was ended for another reason, the state returns to idle, so
 * that the next worker is asked. Returns null if it was aborted.
 */
export async function load<K extends LiveQuestion>(
  kind: Kind,
  question: K,
  args: Arguments<K>,
  tell: (value: AsyncValue<ValueOf<K>>) => void,
): Promise<Answer<K> | null> {
  const signal = beginRequest(kind)
  const since = performance.now()
  const onProgress = ({ done, total }: { readonly done: number; readonly total: number }): void => {
    if (performance.now() - since > PROGRESS_DELAY_MS) tell(loading(total > 0 ? done / total : 0))
  }
  tell(loading(null))
  const answer: Answer<LiveQuestion> = await askWorker<LiveQuestion>(question, args, { signal, onProgress })
  if (signal.aborted) return null
  if (answer.ok) tell(ready(answer.value as ValueOf<K>))
  else tell(answer.problem.code === 'host/cancelled' ? IDLE : failed(answer.problem))
  return answer as Answer<K>
}
