// Questions to the worker, each kind one at a time: a newer one of a kind aborts the older one.
import type { Answer, Arguments } from '../../../workers/api/contract.ts'
import { failed, IDLE, loading, ready, type AsyncValue } from '../async-value.ts'
import { PATIENCE_MS } from './patience.ts'
import { askWorker, type LiveQuestion } from './service.ts'

type Kind =
  | 'analysis'
  | 'comparison'
  | 'each-run'
  | 'lines'
  | 'name-order'
  | 'possible-calls'
  | 'search'
  | 'sorting'
  | 'sources'

const controllers = new Map<Kind, AbortController>()

/** The signal of a new question of this kind. Aborts the older one. */
export function begin(kind: Kind): AbortSignal {
  abort(kind)
  const controller = new AbortController()
  controllers.set(kind, controller)
  return controller.signal
}

export function abort(kind: Kind): void {
  controllers.get(kind)?.abort()
}

type ValueOf<K extends LiveQuestion> = Extract<Answer<K>, { readonly ok: true }>['value']

/**
 * Asks the worker, and tells where the answer stands, with progress once it takes a while. Nothing is told of a question that was aborted.
 * One whose worker was ended for another reason is idle again, to be asked of the next worker. Null if it was aborted.
 */
export async function load<K extends LiveQuestion>(
  kind: Kind,
  question: K,
  args: Arguments<K>,
  tell: (value: AsyncValue<ValueOf<K>>) => void,
): Promise<Answer<K> | null> {
  const signal = begin(kind)
  const since = performance.now()
  const onProgress = ({ done, total }: { readonly done: number; readonly total: number }): void => {
    if (performance.now() - since > PATIENCE_MS) tell(loading(total > 0 ? done / total : 0))
  }
  tell(loading(null))
  const answer: Answer<LiveQuestion> = await askWorker<LiveQuestion>(question, args, { signal, onProgress })
  if (signal.aborted) return null
  if (answer.ok) tell(ready(answer.value as ValueOf<K>))
  else tell(answer.problem.code === 'host/cancelled' ? IDLE : failed(answer.problem))
  return answer as Answer<K>
}
