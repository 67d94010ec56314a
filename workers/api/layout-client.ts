// The page's end of the layout worker: made when first asked, ended by whatever makes its answer useless.
import { wrap, type Remote } from 'comlink'
import { messageOf } from '../core/base/message-of.ts'
import type { LayoutInput, LayoutResult, LayoutStyle } from '../core/graph-layout/layout-input.ts'
import type { LayoutService } from './layout-contract.ts'
import { answerAtEnd, watchEnd, type EndAnswer, type WorkerEnd } from './worker-end.ts'

export type LayoutAnswer = { readonly kind: 'done'; readonly result: LayoutResult } | EndAnswer

interface Live extends WorkerEnd {
  readonly worker: Worker
  /** Kept as long as the worker: comlink closes the line when the last proxy is collected. */
  readonly remote: Remote<LayoutService>
}

/** A worker that is busy cannot be interrupted, only ended; an idle one is kept warm for the next request. */
export class LayoutClient {
  #live: Live | null = null
  #isBusy = false

  async layout(input: LayoutInput, style: LayoutStyle): Promise<LayoutAnswer> {
    this.cancel()
    const live = (this.#live ??= start())
    this.#isBusy = true
    const done = live.remote.layout(input, style).then(
      (result): LayoutAnswer => ({ kind: 'done', result }),
      (error: unknown): LayoutAnswer => ({ kind: 'failed', message: messageOf(error) }),
    )
    const answer = await Promise.race([done, live.ended.then(answerAtEnd)])
    if (this.#live === live) {
      this.#isBusy = false
      if (answer.kind === 'failed') this.close()
    }
    return answer
  }

  /** Ends what is under way. */
  cancel(): void {
    if (this.#isBusy) this.close()
  }

  close(): void {
    this.#live?.worker.terminate()
    this.#live?.end({ code: 'host/cancelled' })
    this.#live = null
    this.#isBusy = false
  }
}

function start(): Live {
  const worker = new Worker(new URL('../browser/layout.worker.ts', import.meta.url), { type: 'module' })
  return { worker, remote: wrap<LayoutService>(worker), ...watchEnd(worker) }
}
