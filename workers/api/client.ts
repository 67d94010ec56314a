// The page's end of the worker. Owns it, and turns its death into an answer.
import { proxy, transfer, wrap } from 'comlink'
import { messageOf } from '../core/base/message-of.ts'
import { fail, succeed, type Result } from '../core/base/result.ts'
import { bugOf } from '../core/problems/bug.ts'
import { ofHost } from '../core/problems/of-host.ts'
import type { Notice, Problem } from '../core/problems/problem.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import type { OfferedFile, ProfileService, ProfileWorker, ReadForWorker } from './contract.ts'
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
    Promise.race([call.catch((error: unknown) => onEnd(lostBy(error))), ended.then(onEnd)])
  const orProblem = <Value>(call: Promise<Result<Value, Problem>>): Promise<Result<Value, Problem>> => {
    const told = call.then((answer) => (answer.ok ? answer : fail(ofHost(answer.problem))))
    return orEnd<Result<Value, Problem>>(told, fail)
  }
  const open: ProfileService['open'] = async (files, options, onStep) => {
    const answer = await remote.open(files, options, proxy(onStep), readerFor(files))
    if (answer.ok) {
      const { value } = answer
      return succeed({
        ...value,
        files: value.files.map(fileOfHost),
        notices: value.notices.map(noticeOfHost),
      })
    }
    const { problem, files: offered } = answer.problem
    return fail({ problem: ofHost(problem), files: offered.map(fileOfHost) })
  }
  type Answer<K extends keyof ProfileService> = Awaited<ReturnType<ProfileService[K]>>
  return {
    service: {
      open: (files, options, onStep) =>
        orEnd<Answer<'open'>>(open(files, options, onStep), (problem) => fail({ problem, files: [] })),
      resume: (shown, possible, why) => orEnd<void>(remote.resume(shown, possible, why), raise),
      analyze: (scenario) => orProblem(remote.analyze(scenario)),
      sources: (onStep) => orProblem(remote.sources(proxy(onStep))),
      stopSources: () => orEnd<void>(remote.stopSources(), () => {}),
      possibleCalls: (onStep) => orProblem(remote.possibleCalls(proxy(onStep))),
      stopPossibleCalls: () => orEnd<void>(remote.stopPossibleCalls(), () => {}),
      inEachRun: (files, f, onStep) => orProblem(remote.inEachRun(files, f, proxy(onStep), readerFor(files))),
      stopEachRun: () => orEnd<void>(remote.stopEachRun(), () => {}),
      functionLines: (files, f, onStep) =>
        orProblem(remote.functionLines(files, f, proxy(onStep), readerFor(files))),
      hotLines: (onStep) => orProblem(remote.hotLines(proxy(onStep))),
      stopLines: () => orEnd<void>(remote.stopLines(), () => {}),
      sourceText: (file, ranges) => orProblem(remote.sourceText(file, ranges, readerFor([file]))),
      write: (document, files) =>
        orProblem(remote.write(document, files, files && readerFor(files)).then(blobOf)),
      share: (request, files, onStep) =>
        orProblem(remote.share(request, files, proxy(onStep), readerFor(files))),
      identify: (file) => orEnd<Answer<'identify'>>(remote.identify(file, readerFor([file])), () => null),
      compare: (file, onStep) => orProblem(remote.compare(file, proxy(onStep), readerFor([file]))),
      sort: (order) => orEnd<Answer<'sort'>>(remote.sort(order), raise),
      search: (query) => orEnd<Answer<'search'>>(remote.search(query), raise),
      findInNames: (query, names) => orEnd<Answer<'findInNames'>>(remote.findInNames(query, names), raise),
      rankNames: (others) => orProblem(remote.rankNames(others)),
    },
    terminate() {
      worker.terminate()
      end({ code: 'host/cancelled' })
    },
  }
}

/** A part that did not come while one file was looked at is that file's problem, and none of ours either. */
function fileOfHost(file: OfferedFile): OfferedFile {
  return file.problem ? { ...file, problem: ofHost(file.problem) } : file
}

function noticeOfHost(notice: Notice): Notice {
  return notice.code === 'file-skipped' ? { ...notice, problem: ofHost(notice.problem) } : notice
}

/** What a call is answered that threw: the worker may be left in any state. */
function lostBy(error: unknown): Problem {
  const problem = ofHost(bugOf(error))
  return problem.code === 'bug' ? { code: 'host/worker-lost', message: problem.message } : problem
}

function raise(problem: Problem): never {
  throw new ProblemError(problem)
}

function readerFor(files: readonly File[]): ReadForWorker | null {
  if (self.origin !== 'null') return null
  return proxy(async (file: number, offset: number, length: number) => {
    const bytes = await files[file]?.slice(offset, offset + length).arrayBuffer()
    if (!bytes) throw new Error(`there is no file ${file}`)
    return transfer(bytes, [bytes])
  })
}

async function blobOf(
  written: Awaited<ReturnType<ProfileWorker['write']>>,
): ReturnType<ProfileService['write']> {
  if (!written.ok) return written
  const { blobInSteps } = await import('./blob-in-steps.ts')
  const { pieces, type } = written.value
  return succeed(await blobInSteps(pieces, type))
}
