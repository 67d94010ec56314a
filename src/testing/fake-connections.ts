// The workers that the page requests one after another, all of them fakes.
import { expect } from 'vitest'
import { workers } from '../state/worker/connection.ts'
import { fakeConnection, type FakeConnection } from './fake-connection.ts'
import { waitFor } from './wait-for.ts'

/** Fake connections in the order in which the page requested them. */
export interface FakeConnections {
  /** Oldest first. */
  readonly made: readonly FakeConnection[]
  readonly last: FakeConnection
  /** Waits for a connection that is new since the last call and has been asked to open files. */
  next(): Promise<FakeConnection>
}

/**
 * Makes the page's next workers fakes.
 *
 * @param make creates each one; by default a fake that the test answers for
 */
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
  workers.connect = () => {
    const connection = make()
    made.push(connection)
    return Promise.resolve(connection)
  }
  return connections
}
