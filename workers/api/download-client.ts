// The page's end of the worker that fetches a hosted profile: made for one download, ended with it.
import { proxy, wrap } from 'comlink'
import { fail, type Result } from '../core/base/result.ts'
import type { Problem } from '../core/problems/problem.ts'
import type { Downloaded, DownloadService } from './download-contract.ts'
import { watchEnd } from './worker-end.ts'

export interface Download {
  readonly result: Promise<Result<Downloaded, Problem>>
  /** Ends it with `host/cancelled`. */
  cancel(): void
}

export function startDownload(address: string, onStep: (done: number, total: number) => void): Download {
  const worker = new Worker(new URL('../browser/download.worker.ts', import.meta.url), { type: 'module' })
  const remote = wrap<DownloadService>(worker)
  const { ended, end } = watchEnd(worker)
  const result = Promise.race([remote.download(address, proxy(onStep)), ended.then(fail)])
  return {
    result: result.finally(() => worker.terminate()),
    cancel: () => end({ code: 'host/cancelled' }),
  }
}
