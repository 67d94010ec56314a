// The end of a worker as an event, since comlink never settles a call to a dead one.
import { messageOf } from '../core/base/result.ts'
import type { Problem } from '../core/problems/problem.ts'

/** How a worker ends. */
export interface WorkerEnd {
  /** Resolves once, with the first cause; never rejects. */
  readonly ended: Promise<Problem>
  readonly end: (problem: Problem) => void
}

/** Watches a worker and reports its end, because comlink never settles a call to a dead worker. */
export function watchEnd(worker: Worker): WorkerEnd {
  let end: (problem: Problem) => void = () => {}
  const ended = new Promise<Problem>((resolve) => {
    end = resolve
  })
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    // If the script could not be fetched, the event is a plain Event, whatever its type says.
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

/** Answer to a question whose worker ended. */
export type EndAnswer =
  /** Cancelled, or superseded by a newer request. */
  { readonly kind: 'ended' } | { readonly kind: 'failed'; readonly message: string }

/** Returns the answer of a worker's one task, or how it failed or the worker ended. */
export function answerOrEnd<T>(answer: Promise<T>, ended: Promise<Problem>): Promise<T | EndAnswer> {
  return Promise.race([
    answer.catch((error: unknown): EndAnswer => ({ kind: 'failed', message: messageOf(error) })),
    ended.then(answerAtEnd),
  ])
}

function answerAtEnd(problem: Problem): EndAnswer {
  return problem.code === 'host/worker-lost' || problem.code === 'host/part-missing'
    ? { kind: 'failed', message: problem.message }
    : { kind: 'ended' }
}
