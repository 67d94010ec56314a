// The page's end of the layout worker: made when first asked, ended by whatever makes its answer useless.
import { wrap } from 'comlink'
import type { LayoutInput, LayoutResult } from '../core/graph-layout/layout-input.ts'
import type { LayoutService } from './layout-contract.ts'

export type LayoutAnswer =
  | { readonly kind: 'done'; readonly result: LayoutResult }
  /** Cancelled, or overtaken by a newer request. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly message: string }

/** A worker that is busy cannot be interrupted, only ended; an idle one is kept warm for the next request. */
export class LayoutClient {
  private worker: Worker | null = null
  private end: ((answer: LayoutAnswer) => void) | null = null

  async layout(input: LayoutInput): Promise<LayoutAnswer> {
    this.cancel()
    this.worker ??= new Worker(new URL('../browser/layout.worker.ts', import.meta.url), { type: 'module' })
    const worker = this.worker
    const lost = new Promise<LayoutAnswer>((resolve) => {
      this.end = resolve
      worker.addEventListener('error', (event) => {
        event.preventDefault()
        resolve({ kind: 'failed', message: event.message || 'the worker stopped without a word' })
      })
    })
    const done = wrap<LayoutService>(worker)
      .layout(input)
      .then(
        (result): LayoutAnswer => ({ kind: 'done', result }),
        (error: unknown): LayoutAnswer => ({ kind: 'failed', message: String(error) }),
      )
    const answer = await Promise.race([done, lost])
    if (this.worker === worker && answer.kind !== 'ended') {
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
    this.worker?.terminate()
    this.worker = null
    this.end?.({ kind: 'ended' })
    this.end = null
  }
}
