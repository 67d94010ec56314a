// What one function has in each run: read from the files again when a person asks for it, and kept for the function asked
// about last, whichever run is on screen.
import type { OpenedProfile } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/tables.ts'
import type { InEachRun } from '../local.ts'
import { PATIENCE_MS } from './patience.ts'
import { functionName } from '../selectors.ts'
import { askWorker, tellWorker } from './service.ts'
import { setLocal, useStore, type State } from '../store.ts'

let question = 0

export async function askEachRun(opened: OpenedProfile, f: FunctionIndex): Promise<void> {
  const mine = ++question
  const { files } = useStore.getState()
  const name = functionName(opened, f)
  const tell = (found: InEachRun['found']) => setLocal({ inEachRun: { files, name, found } })
  const since = performance.now()
  tell({ phase: 'reading', part: null })
  const onStep = (part: number) => {
    // Steps travel on a channel of their own and may arrive after the answer.
    const { inEachRun } = useStore.getState().local
    if (mine !== question || inEachRun?.found.phase !== 'reading') return
    if (performance.now() - since > PATIENCE_MS) tell({ phase: 'reading', part })
  }
  const result = await askWorker((service) => service.inEachRun(files, f, onStep))
  if (mine !== question) return
  if (result.ok) tell({ phase: 'ready', runs: result.value })
  // The worker was ended for another reason.
  else if (result.problem.code === 'host/cancelled') setLocal({ inEachRun: null })
  else tell({ phase: 'failed', problem: result.problem })
}

/** Ends the reading; the answer, if it is there, is put away. */
export function forgetEachRun(): void {
  const isReading = useStore.getState().local.inEachRun?.found.phase === 'reading'
  question++
  setLocal({ inEachRun: null })
  if (isReading) tellWorker((service) => service.stopEachRun())
}

/** Null unless it is about this function of the files on screen. */
export function eachRunOf({ local, files }: State, { name, address }: InEachRun['name']): InEachRun | null {
  const { inEachRun } = local
  if (inEachRun?.files !== files) return null
  return inEachRun.name.name === name && inEachRun.name.address === address ? inEachRun : null
}
