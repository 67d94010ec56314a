// The one live connection to a worker. A new drop ends the old worker, which is also how work is cancelled.
import type { OpenedProfile, ProfileService } from '../../workers/api/contract.ts'
import { EMPTY_SCENARIO } from '../../workers/core/analysis/scenario.ts'

export interface Connection {
  readonly service: ProfileService
  terminate(): void
}

type Connect = () => Promise<Connection>

let connect: Connect = async () => {
  const { connectProfileService } = await import('../../workers/api/client.ts')
  return connectProfileService()
}
let live: Promise<Connection> | null = null
/** What `live` came to, once it has. */
let ready: Connection | null = null
/** Started while nothing else was to be done: a worker's start takes longer than opening a small profile. */
let spare: Promise<Connection> | null = null
/** What `spare` came to, once it has. */
let prepared: Connection | null = null

/** Tests put a service of their own here. */
export function setConnect(replacement: Connect): void {
  connect = replacement
  spare = null
  prepared = null
}

/** Starts a worker for the files that come next. */
export function prepareConnection(): void {
  if (spare === null) keepSpare(connect())
}

/**
 * Has the worker that was prepared open these: the next profile finds its code compiled. Whoever needs the worker meanwhile has
 * it right after. Null where no worker is at hand, or it cannot open them.
 */
export async function openForNobody(files: readonly File[]): Promise<OpenedProfile | null> {
  if (spare === null) return null
  const options = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0 }
  const opening = spare.then(async (connection) => ({
    connection,
    result: await connection.service.open(files, options, () => {}),
  }))
  keepSpare(opening.then(({ connection }) => connection))
  const { result } = await opening
  return result.ok ? result.value : null
}

function keepSpare(made: Promise<Connection>): void {
  spare = made
  prepared = null
  made.then(
    (connection) => {
      if (spare === made) prepared = connection
    },
    // Without it, whoever needs one starts one, and is told what is wrong.
    () => {
      if (spare === made) spare = null
    },
  )
}

/** A fresh worker where one is ready, to be asked at once. */
export function takePrepared(): Connection | null {
  const taken = prepared
  if (taken !== null) {
    spare = null
    prepared = null
  }
  return taken
}

/** A fresh worker; not the live one until `adopt`. */
export function newConnection(): Promise<Connection> {
  const made = spare
  spare = null
  prepared = null
  return made ?? connect()
}

/** The worker that holds the profile on screen. */
export function liveConnection(): Promise<Connection> | null {
  return live
}

/** The same where it can be asked at once, before anything else is done. */
export function readyConnection(): Connection | null {
  return ready
}

/** Makes this the live connection and ends the one before. */
export function adopt(connection: Connection): void {
  const before = live
  live = Promise.resolve(connection)
  ready = connection
  void before?.then((old) => old.terminate())
}

/** As `adopt`, with one that is still being made ready; the one before is ended. */
export function replaceBy(connection: Promise<Connection>): void {
  const before = live
  live = connection
  ready = null
  // Whoever asks is told what is wrong.
  connection.then(
    (made) => {
      if (live === connection) ready = made
    },
    () => {},
  )
  void before?.then((old) => old.terminate())
}
