// The one live connection to a worker. A new drop ends the old worker, which is also how work is cancelled.
import type { ProfileService } from '../../workers/api/contract.ts'

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

/** Tests put a service of their own here. */
export function setConnect(replacement: Connect): void {
  connect = replacement
}

/** A fresh worker; not the live one until `adopt`. */
export function newConnection(): Promise<Connection> {
  return connect()
}

/** The worker that holds the profile on screen. */
export function liveConnection(): Promise<Connection> | null {
  return live
}

/** Makes this the live connection and ends the one before. */
export function adopt(connection: Connection): void {
  const before = live
  live = Promise.resolve(connection)
  void before?.then((old) => old.terminate())
}
