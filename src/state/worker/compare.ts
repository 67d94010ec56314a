// A gprof listing beside the profile on screen: asked of the worker, shown until it is closed.
import type { OfferedFile } from '../../../workers/api/contract.ts'
import { interrupt } from './interrupt.ts'
import { askWorker, liveConnection } from './service.ts'
import { setLocal, useStore } from '../store.ts'

let question = 0

/** Beyond these, files are runs: nobody has so many programs. */
const MOST_LOOKED_AT = 20

/** What the first few of the dropped files are, as far as the worker can tell. */
export async function lookAt(files: readonly File[]): Promise<readonly OfferedFile[]> {
  // Where none can be had, whoever compares is told why.
  const connection = await liveConnection()?.catch(() => null)
  if (!connection) return []
  const found = await Promise.all(
    files.slice(0, MOST_LOOKED_AT).map((file) => connection.service.identify(file).catch(() => null)),
  )
  return found.filter((one) => one !== null)
}

export async function compareDropped(): Promise<void> {
  const [file] = useStore.getState().local.dropped
  if (!file) return
  const mine = ++question
  const { name } = file
  setLocal({ dropped: [], compared: { phase: 'working', name, part: 0 } })
  const onStep = (part: number) => {
    // Steps travel on a channel of their own and may arrive after the answer.
    const isWorking = useStore.getState().local.compared?.phase === 'working'
    if (mine === question && isWorking) setLocal({ compared: { phase: 'working', name, part } })
  }
  const result = await askWorker((service) => service.compare(file, onStep))
  // Another profile may have taken the place of the one it was to be compared with.
  if (mine !== question || !useStore.getState().local.compared) return
  setLocal({
    compared: result.ok
      ? { phase: 'ready', comparison: result.value }
      : { phase: 'failed', problem: result.problem },
  })
}

/** Ends also the work, if it is still under way. */
export function closeComparison(): void {
  question++
  if (useStore.getState().local.compared?.phase === 'working') interrupt()
  setLocal({ compared: null })
}
