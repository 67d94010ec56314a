// A gprof listing beside the profile on screen: asked of the worker, shown until it is closed.
import type { OfferedFile } from '../../../workers/api/contract.ts'
import { interrupt } from './interrupt.ts'
import { askWorker, liveConnection } from './service.ts'
import { setLocal, useStore } from '../store.ts'

let question = 0

/** What was dropped is, if it is one file and the worker can tell. */
export async function kindOf(files: readonly File[]): Promise<OfferedFile['kind'] | null> {
  const [file] = files
  if (!file || files.length > 1) return null
  const connection = await liveConnection()
  const found = await connection?.service.identify(file).catch(() => null)
  return found?.kind ?? null
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
