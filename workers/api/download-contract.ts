// What the page asks of the worker that fetches a hosted profile.
import type { Result } from '../core/base/result.ts'
import type { Problem } from '../core/problems/problem.ts'

export interface Downloaded {
  /** The last part of the address. */
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface DownloadService {
  /**
   * One request, without cookies and without telling where it comes from. `onStep` tells bytes so far and in all, 0 if
   * the server does not say. Errors: `hosted/…`.
   */
  download(
    address: string,
    onStep: (done: number, total: number) => void,
  ): Promise<Result<Downloaded, Problem>>
}
