// Opens files from a freshly loaded page: made-up files, fake workers, the current phase.
import { expect } from 'vitest'
import type { OfferedFile } from '../../workers/api/contract.ts'
import { succeed } from '../../workers/core/base/result.ts'
import { offer } from '../state/opening/drop-actions.ts'
import { startOver } from '../state/opening/open.ts'
import { initialState, useStore } from '../state/store.ts'
import type { FakeConnection } from './fake-connection.ts'
import { fakeConnections, type FakeConnections } from './fake-connections.ts'
import { openedFromText } from './opened-from-text.ts'
import { waitFor } from './wait-for.ts'

/** Returns the session's phase. */
export const phase = () => useStore.getState().session.phase

/** Returns a small file of this name. */
export const fileNamed = (name: string, lastModified = 1) => new File([name], name, { lastModified })

/** Returns a worker's finding about a file: a profile, or the problem it has. */
export const offeredFile = (name: string, problem: OfferedFile['problem'] = null): OfferedFile => ({
  name,
  size: 1,
  kind: problem ? 'unknown' : 'profile',
  detail: '',
  problem,
})

/**
 * Resets the page and makes its next workers fakes.
 *
 * @param make creates each one; by default a fake that the test answers for
 */
export function startFresh(make?: () => FakeConnection): FakeConnections {
  startOver()
  useStore.setState(initialState())
  return fakeConnections(make)
}

/** Drops a program and its profile, and waits until they are on screen. Returns their worker. */
export async function openPair(
  connections: FakeConnections,
  opened = openedFromText(),
): Promise<FakeConnection> {
  offer([fileNamed('prog'), fileNamed('gmon.out')])
  const connection = await connections.next()
  connection.answer(succeed(opened))
  await waitFor(() => expect(phase()).toBe('ready'))
  return connection
}
