// The one live connection to a worker, and the one way to ask it. A new drop ends the old worker, which is also how opening is
// cancelled.
import type { Request } from '../../../workers/api/client.ts'
import type { Answer, Arguments, Question, RequestOptions } from '../../../workers/api/contract.ts'
import { EMPTY_SCENARIO } from '../../../workers/core/analysis/scenario/scenario.ts'
import { fail } from '../../../workers/core/base/result.ts'
import { thrownHere } from '../../../workers/core/problems/of-host.ts'

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
let asked = 0

/** Whether the worker may be at work on something that was asked of it by `askWorker`. */
export const isAsked = (): boolean => asked > 0

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
  asked++
  try {
    return await askInBetween(question, args, options)
  } finally {
    asked--
  }
}

/** As `askWorker`, for what the worker answers in no time unless it is at work on something else. */
export async function askInBetween<K extends LiveQuestion>(
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
    return fail(thrownHere(error)) as Answer<K>
  }
}

/** Makes this the live connection and ends the one before. */
export function adopt(connection: Connection): void {
  replaceLive({ made: Promise.resolve(connection), connection })
}

/** As `adopt`, with one that is still being made ready; the one before is ended. */
export function replaceBy(connection: Promise<Connection>): void {
  replaceLive(hold(connection))
}

/** Nothing is on screen any more: what its worker holds is let go. */
export function endLive(): void {
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
