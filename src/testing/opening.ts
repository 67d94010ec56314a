// Opening from a page that has just been loaded: files made up, workers that are stand-ins, and how far it is.
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

export const phase = () => useStore.getState().session.phase

export const fileNamed = (name: string, lastModified = 1) => new File([name], name, { lastModified })

/** What a worker says of a file: that it is a profile, or the problem that it has. */
export const offeredFile = (name: string, problem: OfferedFile['problem'] = null): OfferedFile => ({
  name,
  size: 1,
  kind: problem ? 'unknown' : 'profile',
  detail: '',
  problem,
})

/** @param make makes each worker; without it they answer what the test says */
export function startFresh(make?: () => FakeConnection): FakeConnections {
  startOver()
  useStore.setState(initialState())
  return fakeConnections(make)
}

/** A program and its profile, dropped and on screen; the worker that has them. */
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
