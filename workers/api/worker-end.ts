// How a worker ends: of itself, by an error, or because the page wants no more of it.
import type { Problem } from '../core/problems/problem.ts'

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
