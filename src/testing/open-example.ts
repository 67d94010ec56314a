// The state's tests begin with the worked example open, by a worker that answers as the test says.
import { open, startOver } from '../state/opening/open.ts'
import { initialState, useStore } from '../state/store.ts'
import { fakeConnection, type FakeService } from './fake-connection.ts'
import { fakeConnections } from './fake-connections.ts'
import { openedFromText } from './opened-from-text.ts'

export async function openExample(answers: Partial<FakeService>): Promise<void> {
  startOver()
  useStore.setState(initialState())
  fakeConnections(() => fakeConnection(openedFromText(), answers))
  await open([new File(['x'], 'prog'), new File(['y'], 'gmon.out')])
}
