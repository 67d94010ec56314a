// The page’s clients of workers that run one task: downloads, suggested cuts, graph layouts.
//
// They are ended to cancel it.
import { proxy, type Remote, transfer, wrap } from 'comlink'
import { fail, type Result } from '../core/base/result.ts'
import type { Problem } from '../core/problems/problem.ts'
import type {
  CutCandidate,
  CutRequest,
  CutsByCycle,
  CutsService,
  CycleColumns,
  Downloaded,
  DownloadService,
  LayoutService,
} from './contract.ts'
import { answerOrEnd, type EndAnswer, watchEnd, type WorkerEnd } from './worker-end.ts'
import type { LayoutInput, LayoutResult, LayoutStyle } from '../core/graph-layout/layout-input.ts'

/** A download in progress. */
export interface Download {
  readonly result: Promise<Result<Downloaded, Problem>>
  /** Ends it with `host/cancelled`. */
  cancel(): void
}

/**
 * Starts to download a hosted profile; `onProgress` receives bytes so far and in total, 0 if
 * unknown.
 */
export function startDownload(address: string, onProgress: (done: number, total: number) => void): Download {
  const worker = new Worker(new URL('../browser/download.worker.ts', import.meta.url), { type: 'module' })
  const remote = wrap<DownloadService>(worker)
  const { ended, end } = watchEnd(worker)
  const result = Promise.race([remote.download(address, proxy(onProgress)), ended.then(fail)])
  return {
    result: result.finally(() => worker.terminate()),
    cancel: () => end({ code: 'host/cancelled' }),
  }
}

/** What the worker that suggests cuts answers, or how it ended. */
export type CutsAnswer<T> = { readonly kind: 'done'; readonly cuts: T } | EndAnswer

/** Asks for suggested cuts, one request at a time. */
export class CutsClient {
  #end: WorkerEnd['end'] | null = null

  /** Suggests cuts in a worker. Transfers `cycles`: its arrays are empty afterwards. */
  suggest(
    cycles: CycleColumns,
    request: CutRequest,
    onProgress: (done: number) => void,
  ): Promise<CutsAnswer<CutsByCycle>> {
    return this.#ask((remote) => remote.suggest(moved(cycles), request, proxy(onProgress)))
  }

  /** Finds different sets of cuts of the first cycle in a worker. Transfers `cycles` as well. */
  candidates(
    cycles: CycleColumns,
    limit: number,
    onProgress: (done: number, total: number) => void,
  ): Promise<CutsAnswer<readonly CutCandidate[]>> {
    return this.#ask((remote) => remote.candidates(moved(cycles), limit, proxy(onProgress)))
  }

  async #ask<T>(question: (remote: Remote<CutsService>) => Promise<T>): Promise<CutsAnswer<T>> {
    this.cancel()
    const worker = new Worker(new URL('../browser/cuts.worker.ts', import.meta.url), { type: 'module' })
    const remote = wrap<CutsService>(worker)
    const { ended, end } = watchEnd(worker)
    this.#end = end
    const done = question(remote).then((cuts) => ({ kind: 'done', cuts }) as const)
    const answer = await answerOrEnd(done, ended)
    worker.terminate()
    if (this.#end === end) this.#end = null
    return answer
  }

  cancel(): void {
    this.#end?.({ code: 'host/cancelled' })
    this.#end = null
  }
}

/** Columns of millions of arcs are transferred, not copied. */
function moved(cycles: CycleColumns): CycleColumns {
  const { sizes, offsets, arcs, from, to, calls, memberOffsets, isWayIn } = cycles
  return transfer(
    cycles,
    [sizes, offsets, arcs, from, to, calls, memberOffsets, isWayIn].map(({ buffer }) => buffer),
  )
}

/** A layout, or how the worker ended. */
export type LayoutAnswer = { readonly kind: 'done'; readonly result: LayoutResult } | EndAnswer

interface Live extends WorkerEnd {
  readonly worker: Worker
  /** Kept as long as the worker: comlink closes the port when the last proxy is collected. */
  readonly remote: Remote<LayoutService>
}

/**
 * Asks for layouts, one request at a time. A busy worker cannot be interrupted, only ended; an
 * idle one is kept for the next request.
 */
export class LayoutClient {
  #live: Live | null = null
  #isBusy = false

  async layout(input: LayoutInput, style: LayoutStyle): Promise<LayoutAnswer> {
    this.cancel()
    const live = (this.#live ??= start())
    this.#isBusy = true
    const done = live.remote.layout(input, style).then((result) => ({ kind: 'done', result }) as const)
    const answer = await answerOrEnd(done, live.ended)
    if (this.#live === live) {
      this.#isBusy = false
      if (answer.kind === 'failed') this.close()
    }
    return answer
  }

  /** Ends the layout in progress. */
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
