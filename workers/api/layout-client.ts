// The page's end of the layout worker: made when first asked, ended by whatever makes its answer useless.
import { wrap, type Remote } from 'comlink'
import type { LayoutInput, LayoutResult, LayoutStyle } from '../core/graph-layout/layout-input.ts'
import type { LayoutService } from './layout-contract.ts'

export type LayoutAnswer =
  | { readonly kind: 'done'; readonly result: LayoutResult }
  /** Cancelled, or overtaken by a newer request. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly message: string }

interface Live {
  readonly worker: Worker
  /** Kept as long as the worker: comlink closes the line when the last proxy is collected. */
  readonly remote: Remote<LayoutService>
}

/** A worker that is busy cannot be interrupted, only ended; an idle one is kept warm for the next request. */
export class LayoutClient {
  private live: Live | null = null
  private end: ((answer: LayoutAnswer) => void) | null = null

  async layout(input: LayoutInput, style: LayoutStyle): Promise<LayoutAnswer> {
    this.cancel()
    this.live ??= this.start()
    const live = this.live
    const lost = new Promise<LayoutAnswer>((resolve) => {
      this.end = resolve
    })
    const done = live.remote.layout(input, style).then(
      (result): LayoutAnswer => ({ kind: 'done', result }),
      (error: unknown): LayoutAnswer => ({ kind: 'failed', message: String(error) }),
    )
    const answer = await Promise.race([done, lost])
    if (this.live === live && answer.kind !== 'ended') {
      this.end = null
      if (answer.kind === 'failed') this.close()
    }
    return answer
  }

  /** Ends what is under way. */
  cancel(): void {
    if (this.end) this.close()
  }

  close(): void {
    this.live?.worker.terminate()
    this.live = null
    this.end?.({ kind: 'ended' })
    this.end = null
  }

  private start(): Live {
    const worker = new Worker(new URL('../browser/layout.worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      if (this.live?.worker === worker) {
        this.end?.({ kind: 'failed', message: event.message || 'the worker stopped without a word' })
      }
    })
    return { worker, remote: wrap<LayoutService>(worker) }
  }
}
