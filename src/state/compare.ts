// A gprof listing beside the profile on screen: asked of the worker, shown until it is closed.
import { fail } from '../../workers/core/base/result.ts'
import { bugOf } from './bug.ts'
import { interrupt } from './interrupt.ts'
import { liveConnection } from './service.ts'
import { setLocal, useStore } from './store.ts'

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
  const result = await askToCompare(file)
  if (mine !== question) return
  setLocal({
    compared: result.ok
      ? { phase: 'ready', comparison: result.value }
      : { phase: 'failed', problem: result.problem },
  })
}

async function askToCompare(file: File) {
  try {
    const connection = await liveConnection()
    return (await connection?.service.compare(file)) ?? fail({ code: 'host/cancelled' } as const)
  } catch (error) {
    return fail(bugOf(error))
  }
}

/** Ends also the work, if it is still under way. */
export function closeComparison(): void {
  question++
  if (useStore.getState().local.compared?.phase === 'working') interrupt()
  setLocal({ compared: null })
}
