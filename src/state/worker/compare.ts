// A gprof listing beside the profile on screen: asked of the worker, shown until it is closed.
import { interrupt } from './interrupt.ts'
import { askWorker, liveConnection } from './service.ts'
import { setLocal, useStore } from '../store.ts'

let question = 0

/** Whether what was dropped is one gprof listing. */
export async function isListing(files: readonly File[]): Promise<boolean> {
  const [file] = files
  if (!file || files.length > 1) return false
  const connection = await liveConnection()
  const found = await connection?.service.identify(file).catch(() => null)
  return found?.kind === 'listing'
}

export async function compareDropped(): Promise<void> {
  const [file] = useStore.getState().local.dropped
  if (!file) return
  const mine = ++question
  setLocal({ dropped: [], compared: { phase: 'working', name: file.name } })
  const result = await askWorker((service) => service.compare(file))
  if (mine !== question) return
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
