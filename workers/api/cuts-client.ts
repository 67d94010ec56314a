// The page's end of the worker that looks for cuts: made when asked, ended when cancelled or overtaken.
import { proxy, transfer, wrap } from 'comlink'
import { messageOf } from '../core/base/message-of.ts'
import type { CutRequest, CutsService, CycleColumns, SuggestedCuts } from './cuts-contract.ts'
import { answerAtEnd, watchEnd, type EndAnswer, type WorkerEnd } from './worker-end.ts'

export type CutsAnswer = { readonly kind: 'done'; readonly cuts: readonly SuggestedCuts[] } | EndAnswer

export class CutsClient {
  #end: WorkerEnd['end'] | null = null

  /** Takes `cycles` away: they are empty afterwards. */
  async suggest(
    cycles: CycleColumns,
    request: CutRequest,
    onStep: (done: number) => void,
  ): Promise<CutsAnswer> {
    this.cancel()
    const worker = new Worker(new URL('../browser/cuts.worker.ts', import.meta.url), { type: 'module' })
    const remote = wrap<CutsService>(worker)
    const { ended, end } = watchEnd(worker)
    this.#end = end
    const done = remote.suggest(moved(cycles), request, proxy(onStep)).then(
      (cuts): CutsAnswer => ({ kind: 'done', cuts }),
      (error: unknown): CutsAnswer => ({ kind: 'failed', message: messageOf(error) }),
    )
    const answer = await Promise.race([done, ended.then(answerAtEnd)])
    worker.terminate()
    if (this.#end === end) this.#end = null
    return answer
  }

  cancel(): void {
    this.#end?.({ code: 'host/cancelled' })
    this.#end = null
  }
}

/** Columns of millions of arcs are moved, not copied. */
function moved(cycles: CycleColumns): CycleColumns {
  const { sizes, offsets, arcs, from, to, calls } = cycles
  return transfer(
    cycles,
    [sizes, offsets, arcs, from, to, calls].map(({ buffer }) => buffer),
  )
}
