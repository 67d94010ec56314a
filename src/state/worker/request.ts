// Requests whose progress and answer are state of the page.
import type { Answer, Arguments } from '../../../workers/api/contract.ts'
import { type Kind, type LiveQuestion, workers } from './connection.ts'
import { type AsyncValue, loading, ready, IDLE, failed } from './async-value.ts'
import { PROGRESS_DELAY_MS } from './slices.ts'

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
  const signal = workers.begin(kind)
  const since = performance.now()
  const onProgress = ({ done, total }: { readonly done: number; readonly total: number }): void => {
    if (performance.now() - since > PROGRESS_DELAY_MS) tell(loading(total > 0 ? done / total : 0))
  }
  tell(loading(null))
  const answer: Answer<LiveQuestion> = await workers.ask<LiveQuestion>(question, args, { signal, onProgress })
  if (signal.aborted) return null
  if (answer.ok) tell(ready(answer.value as ValueOf<K>))
  else tell(answer.problem.code === 'host/cancelled' ? IDLE : failed(answer.problem))
  return answer as Answer<K>
}
