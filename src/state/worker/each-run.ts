// What one function has in each run: read from the files again when a person asks for it, and kept for the function asked
// about last, whichever run is on screen.
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/tables.ts'
import { IDLE } from '../async-value.ts'
import { functionName } from '../selectors.ts'
import { setUi, useStore, type State } from '../store.ts'
import type { InEachRun } from '../ui-state.ts'
import { abort, load } from './load.ts'

export async function askEachRun(opened: ProfileView, f: FunctionIndex): Promise<void> {
  const { files } = useStore.getState()
  const name = functionName(opened, f)
  await load('each-run', 'inEachRun', [files, f], (runs) => setUi({ inEachRun: { files, name, runs } }))
}

/** Ends the reading; the answer, if it is there, is put away. */
export function forgetEachRun(): void {
  abort('each-run')
  setUi({ inEachRun: null })
}

/** Idle unless it is about this function of the files on screen. */
export function eachRunOf({ ui, files }: State, { name, address }: InEachRun['name']): InEachRun['runs'] {
  const { inEachRun } = ui
  const isAsked =
    inEachRun?.files === files && inEachRun.name.name === name && inEachRun.name.address === address
  return isAsked ? inEachRun.runs : IDLE
}
