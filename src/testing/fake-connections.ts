// The workers that the page asks for, one after another, all of them stand-ins.
import { expect } from 'vitest'
import { setConnect } from '../state/worker/requests.ts'
import { fakeConnection, type FakeConnection } from './fake-connection.ts'
import { waitFor } from './wait-for.ts'

export interface FakeConnections {
  /** Oldest first. */
  readonly made: readonly FakeConnection[]
  readonly last: FakeConnection
  /** The last one, once it has been made since this was asked before, and has got its question. */
  next(): Promise<FakeConnection>
}

/** @param make makes each; without it they answer what the test says */
export function fakeConnections(make: () => FakeConnection = fakeConnection): FakeConnections {
  const made: FakeConnection[] = []
  let known = 0
  const connections: FakeConnections = {
    made,
    get last() {
      const last = made.at(-1)
      if (!last) throw new Error('no connection was made')
      return last
    },
    async next() {
      await waitFor(() => {
        expect(made.length).toBeGreaterThan(known)
        expect(connections.last.asked).toHaveLength(1)
      })
      known = made.length
      return connections.last
    },
  }
  setConnect(() => {
    const connection = make()
    made.push(connection)
    return Promise.resolve(connection)
  })
  return connections
}
