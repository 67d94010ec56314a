// The page's end of the worker. Owns it, and turns its death into an answer: comlink never settles a call whose worker
// is gone.
import { proxy, wrap } from 'comlink'
import { fail } from '../core/base/result.ts'
import type { Problem } from '../core/problems/problem.ts'
import type { ProfileService } from './contract.ts'

export interface ProfileConnection {
  readonly service: ProfileService
  /** Ends the worker and, with `host/cancelled`, every call under way. */
  terminate(): void
}

export function connectProfileService(): ProfileConnection {
  const worker = new Worker(new URL('../browser/profile.worker.ts', import.meta.url), { type: 'module' })
  const remote = wrap<ProfileService>(worker)
  let end: (problem: Problem) => void = () => {}
  const ended = new Promise<Problem>((resolve) => {
    end = resolve
  })
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    end({ code: 'host/worker-lost', message: event.message || 'the worker stopped without a word' })
  })
  worker.addEventListener('messageerror', () => {
    end({ code: 'host/worker-lost', message: 'an answer of the worker could not be read' })
  })
  const orEnd = <T>(call: Promise<T>, onEnd: (problem: Problem) => T): Promise<T> =>
    Promise.race([
      call.catch((error: unknown) =>
        onEnd({ code: 'host/worker-lost', message: error instanceof Error ? error.message : String(error) }),
      ),
      ended.then(onEnd),
    ])
  type Answer<K extends keyof ProfileService> = Awaited<ReturnType<ProfileService[K]>>
  return {
    service: {
      open: (files, options, onStep) =>
        orEnd<Answer<'open'>>(remote.open(files, options, proxy(onStep)), (problem) =>
          fail({ problem, files: [] }),
        ),
      analyze: (scenario) => orEnd<Answer<'analyze'>>(remote.analyze(scenario), fail),
      sources: () => orEnd<Answer<'sources'>>(remote.sources(), fail),
      possibleCalls: () => orEnd<Answer<'possibleCalls'>>(remote.possibleCalls(), fail),
      write: (document) => orEnd<Answer<'write'>>(remote.write(document), fail),
      sort: (order) => orEnd<Answer<'sort'>>(remote.sort(order), () => new Uint32Array(0)),
      search: (query) =>
        orEnd<Answer<'search'>>(remote.search(query), () => ({ ok: false, message: 'the search was ended' })),
    },
    terminate() {
      worker.terminate()
      end({ code: 'host/cancelled' })
    },
  }
}
