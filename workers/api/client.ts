// The page's end of the worker. Owns it, and turns its death into an answer.
import { proxy, transfer, wrap } from 'comlink'
import { asArray } from '../core/base/as-column.ts'
import { messageOf } from '../core/base/message-of.ts'
import { fail, succeed } from '../core/base/result.ts'
import type { Problem } from '../core/problems/problem.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import type { ArcTable } from '../core/profile/tables.ts'
import type { LendArcs, ProfileService, ProfileWorker, ReadForWorker } from './contract.ts'
import { watchEnd } from './worker-end.ts'

export interface ProfileConnection {
  readonly service: ProfileService
  /** Ends the worker and, with `host/cancelled`, every call under way. */
  terminate(): void
}

/** Errors: `host/worker-lost` where the browser, or a frame around the page, allows none. */
function startWorker(): Worker {
  try {
    return new Worker(new URL('../browser/profile.worker.ts', import.meta.url), { type: 'module' })
  } catch (error) {
    throw new ProblemError({ code: 'host/worker-lost', message: messageOf(error) })
  }
}

/** Errors: ProblemError. */
export function connectProfileService(): ProfileConnection {
  const worker = startWorker()
  const remote = wrap<ProfileWorker>(worker)
  const { ended, end } = watchEnd(worker)
  const orEnd = <T>(call: Promise<T>, onEnd: (problem: Problem) => T): Promise<T> =>
    Promise.race([
      call.catch((error: unknown) => onEnd({ code: 'host/worker-lost', message: messageOf(error) })),
      ended.then(onEnd),
    ])
  let arcs: ArcTable | null = null
  const lend = proxy<LendArcs>(async (column) => {
    if (!arcs) throw new Error('no profile has been opened')
    const copy = asArray(arcs[column]).slice()
    return transfer(copy, [copy.buffer])
  })
  const open: ProfileService['open'] = async (files, options, onStep) => {
    const answer = await remote.open(files, options, proxy(onStep), readerFor(files), lend)
    arcs = answer.ok ? answer.value.analyzed.profile.arcs : null
    return answer
  }
  type Answer<K extends keyof ProfileService> = Awaited<ReturnType<ProfileService[K]>>
  return {
    service: {
      open: (files, options, onStep) =>
        orEnd<Answer<'open'>>(open(files, options, onStep), (problem) => fail({ problem, files: [] })),
      analyze: (scenario) => orEnd<Answer<'analyze'>>(remote.analyze(scenario), fail),
      sources: () => orEnd<Answer<'sources'>>(remote.sources(), fail),
      possibleCalls: (onStep) => orEnd<Answer<'possibleCalls'>>(remote.possibleCalls(proxy(onStep)), fail),
      stopPossibleCalls: () => orEnd<void>(remote.stopPossibleCalls(), () => {}),
      inEachRun: (files, f, onStep) =>
        orEnd<Answer<'inEachRun'>>(remote.inEachRun(files, f, proxy(onStep), readerFor(files)), fail),
      stopEachRun: () => orEnd<void>(remote.stopEachRun(), () => {}),
      write: (document) => orEnd<Answer<'write'>>(remote.write(document).then(blobOf), fail),
      share: (request) => orEnd<Answer<'share'>>(remote.share(request), fail),
      identify: (file) => orEnd<Answer<'identify'>>(remote.identify(file, readerFor([file])), () => null),
      compare: (file) => orEnd<Answer<'compare'>>(remote.compare(file, readerFor([file])), fail),
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

function readerFor(files: readonly File[]): ReadForWorker | null {
  if (self.origin !== 'null') return null
  return proxy(async (file: number, offset: number, length: number) => {
    const bytes = await files[file]?.slice(offset, offset + length).arrayBuffer()
    if (!bytes) throw new Error(`there is no file ${file}`)
    return transfer(bytes, [bytes])
  })
}

function blobOf(
  written: Awaited<ReturnType<ProfileWorker['write']>>,
): Awaited<ReturnType<ProfileService['write']>> {
  if (!written.ok) return written
  const { pieces, type } = written.value
  return succeed(new Blob([...pieces], { type }))
}
