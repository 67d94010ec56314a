// The page's profile workers: the one that holds the profile on screen, with the requests to it. A new
// drop ends the old worker, which is also how opening is cancelled.
import type { Request } from '../../../workers/api/client.ts'
import type { Answer, Arguments, Question, RequestOptions } from '../../../workers/api/contract.ts'
import { fail } from '../../../workers/core/base/result.ts'
import { problemFromError } from '../../../workers/core/problems/problem-from-error.ts'
import { setUi } from '../store.ts'

/** A connection to one worker. */
export interface Connection {
  readonly request: Request
  terminate(): void
}

/** Requests to the live worker. `open` is sent to a new worker instead. */
export type LiveQuestion = Exclude<Question, 'open'>

/** Kinds of requests, of which one each is open at a time. */
export type Kind =
  | 'analysis'
  | 'break-at'
  | 'comparison'
  | 'cut-payers'
  | 'download'
  | 'each-run'
  | 'keeping'
  | 'lines'
  | 'name-order'
  | 'possible-calls'
  | 'search'
  | 'sorting'
  | 'sources'

class ProfileWorkers {
  /** `connection` is there without a tick's delay once it is made. */
  #live: { readonly promise: Promise<Connection>; connection: Connection | null } | null = null
  #silent = 0
  #openRequests = 0
  readonly #controllers = new Map<Kind, AbortController>()
  /** The search that the live worker is running, as far as is known; null once it has answered. */
  runningSearch: { readonly since: number } | null = null

  /** Starts a worker. Tests replace it. */
  connect: () => Promise<Connection> = async () => {
    const { connectProfileService } = await import('../../../workers/api/client.ts')
    return connectProfileService((isSilent) => {
      this.#silent += isSilent ? 1 : -1
      setUi({ isWorkerSilent: this.#silent > 0 })
    })
  }

  /**
   * Starts the next worker while the page is idle, which takes longer than opening a small profile
   * (decision 30).
   */
  prepare(): void {
    const { connect } = this
    const next = connect()
    const handOut = () => {
      this.connect = connect
      return next
    }
    this.connect = handOut
    next.catch(() => {
      // A worker is started when it is needed.
      if (this.connect === handOut) this.connect = connect
    })
  }

  /** The worker that holds the profile on screen. */
  get live(): Promise<Connection> | null {
    return this.#live?.promise ?? null
  }

  /** Whether the live worker may be busy with a request, other than a quick one. */
  get isBusy(): boolean {
    return this.#openRequests > 0
  }

  /**
   * Sends a request to the live worker: in the same tick if it is ready, so that it starts before the
   * page draws. Never rejects. The problems are the worker's own, those of a missing worker, and
   * internal errors.
   */
  async ask<K extends LiveQuestion>(
    question: K,
    args: Arguments<K>,
    options?: RequestOptions<K>,
  ): Promise<Answer<K>> {
    this.#openRequests++
    try {
      return await this.askQuickly(question, args, options)
    } finally {
      this.#openRequests--
    }
  }

  /** Sends a request like `ask`, for answers that take no time unless the worker is busy. */
  async askQuickly<K extends LiveQuestion>(
    question: K,
    args: Arguments<K>,
    options?: RequestOptions<K>,
  ): Promise<Answer<K>> {
    try {
      const connection = this.#live?.connection ?? (await this.#live?.promise)
      if (!connection)
        return fail({ code: 'host/worker-lost', message: 'no worker has been started' }) as Answer<K>
      return await connection.request(question, args, options)
    } catch (error) {
      return fail(problemFromError(error)) as Answer<K>
    }
  }

  /** Begins a request of this kind and aborts the older one. Returns the signal of the new one. */
  begin(kind: Kind): AbortSignal {
    this.abort(kind)
    const controller = new AbortController()
    this.#controllers.set(kind, controller)
    return controller.signal
  }

  /** Aborts the pending request of this kind. */
  abort(kind: Kind): void {
    this.#controllers.get(kind)?.abort()
  }

  /** Makes this the live connection, perhaps before it is ready, and ends the previous one. */
  adopt(next: Connection | Promise<Connection>): void {
    this.end()
    const live = { promise: Promise.resolve(next), connection: next instanceof Promise ? null : next }
    this.#live = live
    live.promise.then(
      (connection) => (live.connection = connection),
      // A caller that needs the connection gets the error.
      () => {},
    )
  }

  /** Ends the live worker and frees its memory, when nothing is on screen any more. */
  end(): void {
    const before = this.#live
    this.#live = null
    before?.promise.then(
      (connection) => connection.terminate(),
      // A worker that failed to start needs no end.
      () => {},
    )
  }
}

/** The workers of this page. */
export const workers = new ProfileWorkers()
