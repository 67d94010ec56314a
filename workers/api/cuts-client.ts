// The page's end of the worker that looks for cuts: made when asked, ended when cancelled or overtaken.
import { proxy, wrap } from 'comlink'
import type { CutRequest, CutsService, CycleGraph, SuggestedCuts } from './cuts-contract.ts'

export type CutsAnswer =
  | { readonly kind: 'done'; readonly cuts: readonly SuggestedCuts[] }
  /** Cancelled, or overtaken by a newer request. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly message: string }

export class CutsClient {
  private end: ((answer: CutsAnswer) => void) | null = null

  async suggest(
    cycles: readonly CycleGraph[],
    request: CutRequest,
    onStep: (done: number) => void,
  ): Promise<CutsAnswer> {
    this.cancel()
    const worker = new Worker(new URL('../browser/cuts.worker.ts', import.meta.url), { type: 'module' })
    const remote = wrap<CutsService>(worker)
    const ended = new Promise<CutsAnswer>((resolve) => {
      this.end = resolve
    })
    const { end } = this
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      end?.({ kind: 'failed', message: event.message || 'the worker stopped without a word' })
    })
    const done = remote.suggest(cycles, request, proxy(onStep)).then(
      (cuts): CutsAnswer => ({ kind: 'done', cuts }),
      (error: unknown): CutsAnswer => ({ kind: 'failed', message: String(error) }),
    )
    const answer = await Promise.race([done, ended])
    worker.terminate()
    if (this.end === end) this.end = null
    return answer
  }

  cancel(): void {
    this.end?.({ kind: 'ended' })
    this.end = null
  }
}
