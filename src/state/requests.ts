// Requests to the worker: the one live connection, how to ask it, and the state of each answer; and long work
// of the page itself, in slices between two drawings.
import { useEffect, useMemo, useState } from 'react'
import type { Problem } from '../../workers/core/problems/problem.ts'
import type { Request } from '../../workers/api/client.ts'
import type { Answer, Arguments, Question, RequestOptions } from '../../workers/api/contract.ts'
import { EMPTY_SCENARIO } from '../../workers/core/analysis/scenario/scenario.ts'
import { fail } from '../../workers/core/base/result.ts'
import { problemFromError } from '../../workers/core/problems/problem-from-error.ts'

/** Milliseconds. Faster work shows neither progress nor a cancel button. */
export const PROGRESS_DELAY_MS = 200
/** Milliseconds of work that fit between two frames. */
const SLICE_MS = 4

/** Steps taken in any case, so that short work finishes at once on a busy machine. */
const LEAST_STEPS = 6

/** Runs steps for one slice. Returns the result, or null if there are more steps. */
export function slice<T>(steps: Iterator<void, T>, least = LEAST_STEPS): { readonly value: T } | null {
  const until = performance.now() + SLICE_MS
  for (let step = 1; ; step++) {
    const { done, value } = steps.next()
    if (done === true) return { value }
    if (step >= least && performance.now() >= until) return null
  }
}

/**
 * Runs steps in slices, with time for other work in between. Returns a function that stops it.
 * @param least steps of each slice, taken even if its time is up
 */
export function inSlices<T>(
  steps: Iterator<void, T>,
  tell: (value: T) => void,
  least = LEAST_STEPS,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const goOn = () => {
    const made = slice(steps, least)
    if (made) tell(made.value)
    else timer = setTimeout(goOn)
  }
  goOn()
  return () => clearTimeout(timer)
}

/**
 * Returns the result of the steps: at once if one slice is enough, else null until they are done.
 * @param begin starts the work; pass the same function for the same work
 */
export function useInSlices<T>(begin: () => Iterator<void, T>): T | null {
  const begun = useMemo(() => {
    const steps = begin()
    return { steps, made: slice(steps) }
  }, [begin])
  const [later, setLater] = useState<{ readonly of: unknown; readonly value: T } | null>(null)
  useEffect(
    () => (begun.made ? undefined : inSlices(begun.steps, (value) => setLater({ of: begun, value }))),
    [begun],
  )
  return begun.made?.value ?? (later?.of === begun ? later.value : null)
}

// Requests to the worker: the live connection, how to call it, and the state of each answer. A
// newer request of a kind aborts the older one.

/**
 * A value that is requested asynchronously. `before`: the previous value, shown until the new one
 * arrives, or kept because the request failed.
 *
 * `Progress`: by default the fraction done, 0–1; null until it is slow enough to show.
 */
export type AsyncValue<Value, Progress = number | null> =
  /** Not requested. */
  | { readonly phase: 'idle' }
  | { readonly phase: 'loading'; readonly progress: Progress; readonly before: Value | null }
  | { readonly phase: 'ready'; readonly value: Value }
  /** `host/cancelled`: the user cancelled it. */
  | { readonly phase: 'failed'; readonly problem: Problem; readonly before: Value | null }

/** The state of a value that is not requested. */
export const IDLE = { phase: 'idle' } as const

/** Returns the value to show: the current one, else the previous one. */
export function valueOf<Value>(asked: AsyncValue<Value, unknown>): Value | null {
  if (asked.phase === 'ready') return asked.value
  return asked.phase === 'idle' ? null : asked.before
}

/** Returns a value in the state `loading`. */
export function loading<Value, Progress>(
  progress: Progress,
  before: Value | null = null,
): AsyncValue<Value, Progress> {
  return { phase: 'loading', progress, before }
}

/** Returns a value in the state `ready`. */
export function ready<Value>(value: Value): AsyncValue<Value, never> {
  return { phase: 'ready', value }
}

/** Returns a value in the state `failed`. */
export function failed<Value>(problem: Problem, before: Value | null = null): AsyncValue<Value, never> {
  return { phase: 'failed', problem, before }
}

/** Drops a pending request or a failure: returns the previous value as `ready`, or `idle`. */
export function settled<Value>(asked: AsyncValue<Value, unknown>): AsyncValue<Value, never> {
  const value = valueOf(asked)
  return value === null ? IDLE : ready(value)
}

// The live connection to a worker, and how to call it. A new drop ends the old worker, which is
// also how opening is cancelled.

/** A connection to one worker. */
export interface Connection {
  readonly request: Request
  terminate(): void
}

type Connect = () => Promise<Connection>

let connect: Connect = async () => {
  const { connectProfileService } = await import('../../workers/api/client.ts')
  const key = Symbol('worker')
  return connectProfileService((isSilent) => {
    if (isSilent) silent.add(key)
    else silent.delete(key)
    tellSilence(silent.size > 0)
  })
}

/** The workers that give no sign of life. */
const silent = new Set<symbol>()
let tellSilence = (_isSilent: boolean): void => {}

/** Calls `tell` when a worker stops to give signs of life, and when all of them give some again. */
export function followSilence(tell: (isSilent: boolean) => void): void {
  tellSilence = tell
}

/**
 * A connection being made, and its result once it is made, which is then available without a tick's
 * delay.
 */
interface Held {
  readonly made: Promise<Connection>
  connection: Connection | null
}

let live: Held | null = null
/**
 * A spare worker, started while the page is idle: starting one takes longer than opening a small
 * profile.
 */
let spare: Promise<Connection> | null = null

function hold(made: Promise<Connection>): Held {
  const held: Held = { made, connection: null }
  made.then(
    (connection) => {
      held.connection = connection
    },
    // A caller that needs the connection gets the error.
    () => {},
  )
  return held
}

/** Replaces how workers are started, for tests. */
export function setConnect(replacement: Connect): void {
  connect = replacement
  spare = null
}

/**
 * Starts a spare worker for the next files.
 * @param example a profile that it opens first, so that its code is compiled
 */
export function prepareConnection(example: readonly File[] = []): void {
  if (spare !== null) return
  const made = connect()
  spare = made
  made.then(
    ({ request }) => {
      const options = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0 }
      if (example.length > 0) void request('open', [example, options])
    },
    // Without a spare, a worker is started when it is needed.
    () => {
      if (spare === made) spare = null
    },
  )
}

/** Returns a new worker, or the spare one. It is not live until `adopt`. */
export function newConnection(): Promise<Connection> {
  const made = spare ?? connect()
  spare = null
  return made
}

/** Returns the worker that holds the profile on screen. */
export function liveConnection(): Promise<Connection> | null {
  return live?.made ?? null
}

/** Requests to the live worker. `open` is sent to a new worker instead. */
export type LiveQuestion = Exclude<Question, 'open'>

/** Number of pending requests, except quick ones. */
let openRequests = 0

/** Whether the worker may be busy with a request from `askWorker`. */
export const isWorkerBusy = (): boolean => openRequests > 0

/**
 * Sends a request to the live worker: in the same tick if it is ready, so that it starts before the
 * page draws. Never rejects. The problems are the worker's own, those of a missing worker, and
 * internal errors.
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

/** Sends a request like `askWorker`, for answers that take no time unless the worker is busy. */
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

/** Makes this the live connection, and ends the previous one. */
export function adopt(connection: Connection): void {
  replaceLive({ made: Promise.resolve(connection), connection })
}

/** Makes a connection the live one before it is ready, and ends the previous one. */
export function adoptPending(connection: Promise<Connection>): void {
  replaceLive(hold(connection))
}

/** Ends the live worker and frees its memory, when nothing is on screen any more. */
export function endWorker(): void {
  replaceLive(null)
}

function replaceLive(held: Held | null): void {
  const before = live
  live = held
  before?.made.then(
    (old) => old.terminate(),
    // A worker that failed to start needs no end.
    () => {},
  )
}

// Requests by kind, one of each at a time: a newer one aborts the older one.

type Kind =
  | 'analysis'
  | 'break-at'
  | 'comparison'
  | 'cut-payers'
  | 'each-run'
  | 'lines'
  | 'name-order'
  | 'possible-calls'
  | 'search'
  | 'sorting'
  | 'sources'

const controllers = new Map<Kind, AbortController>()

/** Begins a request of this kind and aborts the older one. Returns the signal of the new one. */
export function beginRequest(kind: Kind): AbortSignal {
  abort(kind)
  const controller = new AbortController()
  controllers.set(kind, controller)
  return controller.signal
}

/** Aborts the pending request of this kind. */
export function abort(kind: Kind): void {
  controllers.get(kind)?.abort()
}

type ValueOf<K extends LiveQuestion> = Extract<Answer<K>, { readonly ok: true }>['value']

/**
 * Sends a request and reports the state of its answer, with progress once it is slow. Reports
 * nothing after an abort. If the worker was ended for another reason, the state returns to idle, so
 * that the next worker is asked. Returns null if it was aborted.
 */
export async function load<K extends LiveQuestion>(
  kind: Kind,
  question: K,
  args: Arguments<K>,
  tell: (value: AsyncValue<ValueOf<K>>) => void,
): Promise<Answer<K> | null> {
  const signal = beginRequest(kind)
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

// Opens one profile at a time: the next opening ends the worker of the one in progress.

class LatestWorker {
  #controller = new AbortController()
  #connection: Connection | null = null

  /**
   * Ends the opening in progress. Returns a signal for the new one, which is aborted when that
   * ends.
   */
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

  /**
   * Returns a worker for this opening, or null if the signal was aborted before the worker was
   * ready.
   * @throws ProblemError
   */
  async take(signal: AbortSignal): Promise<Connection | null> {
    const connection = await newConnection()
    if (signal.aborted) {
      connection.terminate()
      return null
    }
    this.#connection = connection
    return connection
  }

  /** Keeps the worker after it has answered. */
  keep(): void {
    this.#connection = null
  }
}

/** The worker that opens the profile on screen. */
export const screenWorker = new LatestWorker()
/** The worker that opens the baseline. */
export const baselineWorker = new LatestWorker()
