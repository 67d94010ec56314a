// The profile worker's end of the worker beside it.
import { proxy, transfer, wrap } from 'comlink'
import type { BesideService } from '../api/beside-contract.ts'
import { watchEnd } from '../api/worker-end.ts'
import { buffersIn, withCopies } from '../core/base/buffers.ts'
import { ProfileAhead, type Beside } from '../core/beside.ts'
import type { ByteSource } from '../core/bytes/byte-source.ts'

export interface BesideClient {
  /** `sources` are those of `files`. */
  for(files: readonly File[], sources: readonly ByteSource[]): Beside
  end(): void
}

/** Before there are files: a worker takes as long to start as some files take to read. Null where there can be none. */
export function startBeside(): BesideClient | null {
  const worker = new Worker(new URL('./beside.worker.ts', import.meta.url), { type: 'module' })
  const remote = wrap<BesideService>(worker)
  const { ended } = watchEnd(worker)
  const lost = ended.then((problem) => Promise.reject(new Error(problem.code)))
  // Who waits for an answer is told, and nobody else.
  lost.catch(() => {})
  return {
    for: (files, sources) => ({
      readAhead(source) {
        const file = files[sources.indexOf(source)]
        return new ProfileAhead(source, (onBytes) =>
          file
            ? Promise.race([remote.readProfile(file, proxy(onBytes)), lost])
            : Promise.reject(new Error('it came in an archive')),
        )
      },
      orderListing({ names, calls, selfTicks }) {
        const functions = { names, calls, selfTicks }
        const copies = withCopies(functions, [functions])
        return Promise.race([remote.orderListing(transfer(copies, [...buffersIn(copies)])), lost])
      },
    }),
    end: () => worker.terminate(),
  }
}
