// The state's tests begin with the worked example open, by a worker that answers as the test says.
import type { ProfileService } from '../../workers/api/contract.ts'
import { open, startOver } from '../state/opening/open.ts'
import { initialState, useStore } from '../state/store.ts'
import { fakeConnection } from './fake-connection.ts'
import { fakeConnections } from './fake-connections.ts'
import { openedFromText } from './opened-from-text.ts'

export async function openExample(answers: Partial<ProfileService>): Promise<void> {
  startOver()
  useStore.setState(initialState())
  fakeConnections(() => fakeConnection(openedFromText(), answers))
  await open([new File(['x'], 'prog'), new File(['y'], 'gmon.out')])
}
