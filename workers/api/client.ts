// The page's end of the profile worker: owns it, asks it, and turns the end of any worker into an answer,
// since comlink never settles a call whose worker is gone.
import { proxy, transfer, wrap } from 'comlink'
import type { Notice, Problem } from '../core/problems/problem.ts'
import { messageOf } from '../core/base/result.ts'
import { bugOf, reclassifyBug } from '../core/problems/problem-from-error.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import type {
  Answer,
  Arguments,
  OfferedFile,
  ProfileWorker,
  ProgressOf,
  Question,
  ReadForWorker,
  RequestOptions,
} from './contract.ts'

export interface WorkerEnd {
  /** Never rejected; settled once, whatever comes first. */
  readonly ended: Promise<Problem>
  readonly end: (problem: Problem) => void
}

/** Turns a worker's death into an answer: comlink never settles a call whose worker is gone. */
export function watchEnd(worker: Worker): WorkerEnd {
  let end: (problem: Problem) => void = () => {}
  const ended = new Promise<Problem>((resolve) => {
    end = resolve
  })
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    // Where its program could not be fetched, the event is a plain one, whatever its type says.
    const message = event.message as string | undefined
    end(
      message === undefined
        ? { code: 'host/part-missing', message: 'A worker could not be started.' }
        : { code: 'host/worker-lost', message: message || 'the worker stopped without a word' },
    )
  })
  worker.addEventListener('messageerror', () => {
    end({ code: 'host/worker-lost', message: 'an answer of the worker could not be read' })
  })
  return { ended, end }
}

/** How a worker ended, for who asked it something. */
export type EndAnswer =
  /** Cancelled, or overtaken by a newer request. */
  { readonly kind: 'ended' } | { readonly kind: 'failed'; readonly message: string }

export function answerAtEnd(problem: Problem): EndAnswer {
  return problem.code === 'host/worker-lost' || problem.code === 'host/part-missing'
    ? { kind: 'failed', message: problem.message }
    : { kind: 'ended' }
}

// The page's end of the worker. Owns it, and turns its death into an answer.

/** The one way to ask a worker. Never rejects: what goes wrong is the answer's problem. */
export type Request = <K extends Question>(
  question: K,
  args: Arguments<K>,
  options?: RequestOptions<K>,
) => Promise<Answer<K>>

export interface ProfileConnection {
  readonly request: Request
  /** Ends the worker and, with `host/cancelled`, every question under way. */
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
  let questions = 0

  async function request<K extends Question>(
    question: K,
    args: Arguments<K>,
    { signal, onProgress }: RequestOptions<K> = {},
  ): Promise<Answer<K>> {
    if (signal?.aborted) return failed(question, CANCELLED)
    const id = ++questions
    let isAnswered = false
    // Progress travels on a channel of its own and may arrive after the answer.
    const tell = (progress: ProgressOf<K>) => {
      if (!isAnswered) onProgress?.(progress)
    }
    let abort = () => {}
    const aborted = new Promise<Problem>((resolve) => {
      abort = () => {
        remote.abort(id).catch(() => {})
        resolve(CANCELLED)
      }
    })
    signal?.addEventListener('abort', abort)
    // Comlink loses what a function is generic in.
    const ask = remote.ask as unknown as ProfileWorker['ask']
    const asked = ask(id, question, args, onProgress ? proxy(tell) : null, readerFor(filesIn(args)))
    const answer = await Promise.race([
      asked.then((answered) => reclassified(question, answered)),
      Promise.race([ended, aborted]).then((problem) => failed(question, problem)),
    ]).catch((error: unknown) => failed(question, lostBy(error)))
    isAnswered = true
    signal?.removeEventListener('abort', abort)
    return answer
  }

  return {
    request,
    terminate() {
      worker.terminate()
      end(CANCELLED)
    },
  }
}

const CANCELLED: Problem = { code: 'host/cancelled' }

function failed<K extends Question>(question: K, problem: Problem): Answer<K> {
  return { ok: false, problem: question === 'open' ? { problem, files: [] } : problem } as Answer<K>
}

/** With failures of the environment, such as a part that did not come, as what they are. */
function reclassified<K extends Question>(question: K, answer: Answer<K>): Answer<K> {
  if (question !== 'open')
    return answer.ok
      ? answer
      : failed(question, reclassifyBug((answer as { readonly problem: Problem }).problem))
  return openedHere(answer as Answer<'open'>) as Answer<K>
}

function openedHere(answer: Answer<'open'>): Answer<'open'> {
  if (!answer.ok) {
    const { problem, files } = answer.problem
    return { ok: false, problem: { problem: reclassifyBug(problem), files: files.map(fileOfHost) } }
  }
  const { files, notices } = answer.value
  const value = { ...answer.value, files: files.map(fileOfHost), notices: notices.map(noticeOfHost) }
  return { ok: true, value }
}

/** A part that did not come while one file was looked at is that file's problem, and none of ours either. */
function fileOfHost(file: OfferedFile): OfferedFile {
  return file.problem ? { ...file, problem: reclassifyBug(file.problem) } : file
}

function noticeOfHost(notice: Notice): Notice {
  return notice.code === 'file-skipped' ? { ...notice, problem: reclassifyBug(notice.problem) } : notice
}

/** The answer to a question whose handler threw: the worker may be left in any state. */
function lostBy(error: unknown): Problem {
  const problem = reclassifyBug(bugOf(error))
  return problem.code === 'bug' ? { code: 'host/worker-lost', message: problem.message } : problem
}

function filesIn(args: readonly unknown[]): readonly File[] {
  return args.flat().filter((one) => one instanceof File)
}

function readerFor(files: readonly File[]): ReadForWorker | null {
  if (self.origin !== 'null' || files.length === 0) return null
  return proxy(async (file: number, offset: number, length: number) => {
    const bytes = await files[file]?.slice(offset, offset + length).arrayBuffer()
    if (!bytes) throw new Error(`there is no file ${file}`)
    return transfer(bytes, [bytes])
  })
}
