// Opens the worked example for tests of the state, with a fake worker.
import { open, startOver } from '../state/opening/open.ts'
import { initialState, useStore } from '../state/store.ts'
import { fakeConnection, type FakeService } from './fake-connection.ts'
import { fakeConnections } from './fake-connections.ts'
import { openedFromText } from './opened-from-text.ts'

/** Starts over and opens the worked example. `answers`: of the fake worker. */
export async function openExample(answers: Partial<FakeService>): Promise<void> {
  startOver()
  useStore.setState(initialState())
  fakeConnections(() => fakeConnection(openedFromText(), answers))
  await open([new File(['x'], 'prog'), new File(['y'], 'gmon.out')])
}
