// The live connection to a worker, with the calls on it. A new drop ends the old worker, which is also
// how opening is cancelled.
import type { Request } from '../../../workers/api/client.ts'
import type { Answer, Arguments, Question, RequestOptions } from '../../../workers/api/contract.ts'
import { EMPTY_SCENARIO } from '../../../workers/core/analysis/scenario/scenario.ts'
import { fail } from '../../../workers/core/base/result.ts'
import { problemFromError } from '../../../workers/core/problems/problem-from-error.ts'

/** A connection to one worker. */
export interface Connection {
  readonly request: Request
  terminate(): void
}

type Connect = () => Promise<Connection>

let connect: Connect = async () => {
  const { connectProfileService } = await import('../../../workers/api/client.ts')
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
