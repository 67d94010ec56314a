// The one live connection to a worker. A new drop ends the old worker, which is also how work is cancelled.
import type { ProfileService } from '../../../workers/api/contract.ts'
import { fail, type Result } from '../../../workers/core/base/result.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { thrownHere } from '../../../workers/core/problems/of-host.ts'

export interface Connection {
  readonly service: ProfileService
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

/** Starts a worker for the files that come next. */
export function prepareConnection(): void {
  if (spare !== null) return
  const made = connect()
  spare = made
  // Without it, whoever needs one starts one.
  made.catch(() => {
    if (spare === made) spare = null
  })
}

/** A fresh worker; not the live one until `adopt`. */
export function newConnection(): Promise<Connection> {
  const made = spare ?? connect()
  spare = null
  return made
}

/** The worker that holds the profile on screen, where it is ready: who asks it at once asks before the page draws anything. */
export function readyConnection(): Connection | null {
  return live?.connection ?? null
}

/** The worker that holds the profile on screen. */
export function liveConnection(): Promise<Connection> | null {
  return live?.made ?? null
}

/** Questions without an answer. */
let asked = 0

/** Whether the worker may be at work on something that was asked of it by `askWorker`. */
export const isAsked = (): boolean => asked > 0

/**
 * Asks it; at once where it is ready, as it is to begin before the page draws what was asked.
 *
 * Errors:  what the worker answers; and that there is none, or a mistake of ours, as problems like its own.
 */
export async function askWorker<Value>(
  question: (service: ProfileService) => Promise<Result<Value, Problem>>,
): Promise<Result<Value, Problem>> {
  asked++
  try {
    const connection = readyConnection() ?? (await live?.made)
    if (!connection) return fail({ code: 'host/worker-lost', message: 'no worker has been started' })
    return await question(connection.service)
  } catch (error) {
    return fail(thrownHere(error))
  } finally {
    asked--
  }
}

/** Tells it something that needs no answer; where there is none, or none can be had, nothing. */
export function tellWorker(what: (service: ProfileService) => Promise<void>): void {
  live?.made.then(({ service }) => what(service)).catch(() => {})
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
