// Requests to the worker: the one live connection, how to ask it, and where the answer stands. A newer
// request of a kind aborts the older one.
import type { Problem } from '../../../workers/core/problems/problem.ts'
import type { Request } from '../../../workers/api/client.ts'
import type { Answer, Arguments, Question, RequestOptions } from '../../../workers/api/contract.ts'
import { EMPTY_SCENARIO } from '../../../workers/core/analysis/scenario/scenario.ts'
import { fail } from '../../../workers/core/base/result.ts'
import { problemFromError } from '../../../workers/core/problems/problem-from-error.ts'
import { PROGRESS_DELAY_MS } from './time-slicing.ts'

/**
 * A value that is asked for. `before`: the value that is shown until the next one is there, or that stays because it failed.
 *
 * `Progress`: by default how much is done, 0–1; null as long as it takes no time worth a word.
 */
export type AsyncValue<Value, Progress = number | null> =
  /** Not asked for. */
  | { readonly phase: 'idle' }
  | { readonly phase: 'loading'; readonly progress: Progress; readonly before: Value | null }
  | { readonly phase: 'ready'; readonly value: Value }
  /** `host/cancelled`: a person stopped it. */
  | { readonly phase: 'failed'; readonly problem: Problem; readonly before: Value | null }

export const IDLE = { phase: 'idle' } as const

/** The value to show: the one that is there, else the one before. */
export function valueOf<Value>(asked: AsyncValue<Value, unknown>): Value | null {
  if (asked.phase === 'ready') return asked.value
  return asked.phase === 'idle' ? null : asked.before
}

export function loading<Value, Progress>(
  progress: Progress,
  before: Value | null = null,
): AsyncValue<Value, Progress> {
  return { phase: 'loading', progress, before }
}

export function ready<Value>(value: Value): AsyncValue<Value, never> {
  return { phase: 'ready', value }
}

export function failed<Value>(problem: Problem, before: Value | null = null): AsyncValue<Value, never> {
  return { phase: 'failed', problem, before }
}

/** Without the question under way, and without what failed: the value before, if there was one. */
export function settled<Value>(asked: AsyncValue<Value, unknown>): AsyncValue<Value, never> {
  const value = valueOf(asked)
  return value === null ? IDLE : ready(value)
}

// The one live connection to a worker, and the one way to ask it. A new drop ends the old worker, which is also how opening is
// cancelled.

export interface Connection {
  readonly request: Request
  terminate(): void
}

type Connect = () => Promise<Connection>

let connect: Connect = async () => {
  const { connectProfileService } = await import('../../../workers/api/client.ts')
  return connectProfileService()
}

/** A connection being made, and what that came to once it has: who finds it there need not wait a turn. */
interface Held {
  readonly made: Promise<Connection>
  connection: Connection | null
}

let live: Held | null = null
/** Started while nothing else was to be done: a worker's start takes longer than opening a small profile. */
let spare: Promise<Connection> | null = null

function hold(made: Promise<Connection>): Held {
  const held: Held = { made, connection: null }
  made.then(
    (connection) => {
      held.connection = connection
    },
    // Whoever asks for it is told what is wrong.
    () => {},
  )
  return held
}

/** Tests put a service of their own here. */
export function setConnect(replacement: Connect): void {
  connect = replacement
  spare = null
}

/** Starts a worker for the files that come next. @param example a profile that it opens first, to have its code compiled */
export function prepareConnection(example: readonly File[] = []): void {
  if (spare !== null) return
  const made = connect()
  spare = made
  made.then(
    ({ request }) => {
      const options = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0 }
      if (example.length > 0) void request('open', [example, options])
    },
    // Without it, whoever needs one starts one.
    () => {
      if (spare === made) spare = null
    },
  )
}

/** A fresh worker; not the live one until `adopt`. */
export function newConnection(): Promise<Connection> {
  const made = spare ?? connect()
  spare = null
  return made
}

/** The worker that holds the profile on screen. */
export function liveConnection(): Promise<Connection> | null {
  return live?.made ?? null
}

/** Questions of the live worker: `open` is asked of a new one. */
export type LiveQuestion = Exclude<Question, 'open'>

/** Questions without an answer, but for those that are answered in no time. */
let openRequests = 0

/** Whether the worker may be at work on something that was asked of it by `askWorker`. */
export const isWorkerBusy = (): boolean => openRequests > 0

/**
 * Asks it; at once where it is ready, as it is to begin before the page draws what was asked. Never rejects.
 *
 * Errors:  what the worker answers; and that there is none, or a mistake of ours, as problems like its own.
 */
export async function askWorker<K extends LiveQuestion>(
  question: K,
  args: Arguments<K>,
  options?: RequestOptions<K>,
): Promise<Answer<K>> {
  openRequests++
  try {
    return await askQuickly(question, args, options)
  } finally {
    openRequests--
  }
}

/** As `askWorker`, for what the worker answers in no time unless it is at work on something else. */
export async function askQuickly<K extends LiveQuestion>(
  question: K,
  args: Arguments<K>,
  options?: RequestOptions<K>,
): Promise<Answer<K>> {
  try {
    const connection = live?.connection ?? (await live?.made)
    if (!connection)
      return fail({ code: 'host/worker-lost', message: 'no worker has been started' }) as Answer<K>
    return await connection.request(question, args, options)
  } catch (error) {
    return fail(problemFromError(error)) as Answer<K>
  }
}

/** Makes this the live connection and ends the one before. */
export function adopt(connection: Connection): void {
  replaceLive({ made: Promise.resolve(connection), connection })
}

/** As `adopt`, with one that is still being made ready; the one before is ended. */
export function adoptPending(connection: Promise<Connection>): void {
  replaceLive(hold(connection))
}

/** Nothing is on screen any more: what its worker holds is let go. */
export function endWorker(): void {
  replaceLive(null)
}

function replaceLive(held: Held | null): void {
  const before = live
  live = held
  before?.made.then(
    (old) => old.terminate(),
    // There is nothing to end.
    () => {},
  )
}

// Questions to the worker, each kind one at a time: a newer one of a kind aborts the older one.

type Kind =
  | 'analysis'
  | 'comparison'
  | 'each-run'
  | 'lines'
  | 'name-order'
  | 'possible-calls'
  | 'search'
  | 'sorting'
  | 'sources'

const controllers = new Map<Kind, AbortController>()

/** The signal of a new question of this kind. Aborts the older one. */
export function begin(kind: Kind): AbortSignal {
  abort(kind)
  const controller = new AbortController()
  controllers.set(kind, controller)
  return controller.signal
}

export function abort(kind: Kind): void {
  controllers.get(kind)?.abort()
}

type ValueOf<K extends LiveQuestion> = Extract<Answer<K>, { readonly ok: true }>['value']

/**
 * Asks the worker, and tells where the answer stands, with progress once it takes a while. Nothing is told of a question that was aborted.
 * One whose worker was ended for another reason is idle again, to be asked of the next worker. Null if it was aborted.
 */
export async function load<K extends LiveQuestion>(
  kind: Kind,
  question: K,
  args: Arguments<K>,
  tell: (value: AsyncValue<ValueOf<K>>) => void,
): Promise<Answer<K> | null> {
  const signal = begin(kind)
  const since = performance.now()
  const onProgress = ({ done, total }: { readonly done: number; readonly total: number }): void => {
    if (performance.now() - since > PROGRESS_DELAY_MS) tell(loading(total > 0 ? done / total : 0))
  }
  tell(loading(null))
  const answer: Answer<LiveQuestion> = await askWorker<LiveQuestion>(question, args, { signal, onProgress })
  if (signal.aborted) return null
  if (answer.ok) tell(ready(answer.value as ValueOf<K>))
  else tell(answer.problem.code === 'host/cancelled' ? IDLE : failed(answer.problem))
  return answer as Answer<K>
}

// Openings of one kind, one at a time: the next one ends the worker of the one under way.

class LatestWorker {
  #controller = new AbortController()
  #connection: Connection | null = null

  /** Ends what is under way. The signal of what begins now: aborted once that has been ended. */
  begin(): AbortSignal {
    this.stop()
    this.#controller = new AbortController()
    return this.#controller.signal
  }

  stop(): void {
    this.#controller.abort()
    this.#connection?.terminate()
    this.#connection = null
  }

  /** A worker to be asked. Null if it was over before that was there. Errors: ProblemError. */
  async take(signal: AbortSignal): Promise<Connection | null> {
    const connection = await newConnection()
    if (signal.aborted) {
      connection.terminate()
      return null
    }
    this.#connection = connection
    return connection
  }

  /** The worker has answered, and stays. */
  keep(): void {
    this.#connection = null
  }
}

/** The worker that opens what is to be on screen. */
export const screenWorker = new LatestWorker()
/** The worker that opens a baseline. */
export const baselineWorker = new LatestWorker()
