// The page’s client of the profile worker: starts it, asks it questions, answers open ones when it ends.
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
  QuestionMethods,
  ProgressOf,
  Question,
  ReadForWorker,
  RequestOptions,
} from './contract.ts'
import { passAbortSignals } from './abort-signal.ts'
import { watchEnd } from './worker-end.ts'

/** Asks the worker a question. Never rejects: failures are part of the answer. */
export type Request = <K extends Question>(
  question: K,
  args: Arguments<K>,
  options?: RequestOptions<K>,
) => Promise<Answer<K>>

/** A running profile worker. */
export interface ProfileConnection {
  readonly request: Request
  /** Ends the worker; open questions are answered with `host/cancelled`. */
  terminate(): void
}

/**
 * @throws ProblemError `host/worker-lost` if the browser, or a frame around the page, allows no
 * workers
 */
function startWorker(): Worker {
  try {
    return new Worker(new URL('../browser/profile.worker.ts', import.meta.url), { type: 'module' })
  } catch (error) {
    throw new ProblemError({ code: 'host/worker-lost', message: messageOf(error) })
  }
}

/** Milliseconds without a sign of life after which a worker with open questions counts as silent. */
export const SILENT_MS = 10_000
/** Milliseconds for an answer that came while the page itself was stopped. */
const GRACE_MS = 250

/** Milliseconds within which most questions are answered, and no sign of life is asked for. */
const QUICK_MS = 1000

const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * Starts a profile worker and connects to it.
 *
 * @param onSilence called with true if the worker gives no sign of life although a question is open: it
 * computes without a pause, perhaps for ever; with false once it answers, or has ended
 * @throws ProblemError
 */
export function connectProfileService(onSilence: (isSilent: boolean) => void = () => {}): ProfileConnection {
  const worker = startWorker()
  passAbortSignals()
  const remote = wrap<ProfileWorker>(worker)
  // Comlink's types lose which answer belongs to which question.
  const questions = remote as unknown as QuestionMethods
  const { ended, end } = watchEnd(worker)
  let open = 0
  let isWatched = false

  /** Asks for a sign of life as long as a question is open. */
  async function watch(): Promise<void> {
    if (isWatched) return
    isWatched = true
    for (await after(QUICK_MS); open > 0;) {
      let isAlive = false
      const sign = Promise.race([remote.isAlive().catch(() => {}), ended]).then(() => (isAlive = true))
      await after(SILENT_MS)
      if (!isAlive) await after(GRACE_MS)
      if (isAlive || open === 0) continue
      onSilence(true)
      await sign
      onSilence(false)
    }
    isWatched = false
  }

  async function request<K extends Question>(
    question: K,
    args: Arguments<K>,
    { signal, onProgress }: RequestOptions<K> = {},
  ): Promise<Answer<K>> {
    if (signal?.aborted) return failed(question, CANCELLED)
    open++
    void watch()
    let isAnswered = false
    // Progress has a channel of its own and may arrive after the answer.
    const report = (progress: ProgressOf<K>) => {
      if (!isAnswered) onProgress?.(progress)
    }
    const aborted = new Promise<Problem>((resolve) => {
      signal?.addEventListener('abort', () => resolve(CANCELLED))
    })
    const ask = async () => {
      const read = readerFor(filesIn(args))
      const progress = onProgress ? proxy(report) : null
      return reclassified(question, await questions[question](...args, signal ?? null, progress, read))
    }
    const answer = await Promise.race([
      ask(),
      Promise.race([ended, aborted]).then((problem) => failed(question, problem)),
    ]).catch((error: unknown) => failed(question, lostBy(error)))
    isAnswered = true
    open--
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

/**
 * Reclassifies environment failures that were reported as bugs, such as a part that could not be
 * loaded.
 */
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

/**
 * If a part could not be loaded while a file was identified, the file's problem is no bug either.
 */
function fileOfHost(file: OfferedFile): OfferedFile {
  return file.problem ? { ...file, problem: reclassifyBug(file.problem) } : file
}

function noticeOfHost(notice: Notice): Notice {
  return notice.code === 'file-skipped' ? { ...notice, problem: reclassifyBug(notice.problem) } : notice
}

/** Answer to a question whose handler threw: the worker may be in any state. */
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
