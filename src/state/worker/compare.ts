// A gprof listing beside the profile on screen: asked of the worker, shown until it is closed.
import type { OfferedFile } from '../../../workers/api/contract.ts'
import { failed, IDLE, loading, ready } from '../async-value.ts'
import { setUi, useStore } from '../store.ts'
import { interrupt } from './interrupt.ts'
import { abort, begin } from './load.ts'
import { askInBetween, askWorker, liveConnection } from './service.ts'

/** Beyond these, files are runs: nobody has so many programs. */
const MOST_LOOKED_AT = 20

/** What the first few of the dropped files are, as far as the worker can tell. */
export async function lookAt(files: readonly File[]): Promise<readonly OfferedFile[]> {
  if (!liveConnection()) return []
  const answers = await Promise.all(
    files.slice(0, MOST_LOOKED_AT).map((file) => askInBetween('identify', [file])),
  )
  // Where no worker can be had, whoever compares is told why.
  return answers.flatMap((answer) => (answer.ok ? [answer.value] : []))
}

export async function compareDropped(): Promise<void> {
  const [file] = useStore.getState().ui.dropped
  if (!file) return
  const signal = begin('comparison')
  const { name } = file
  setUi({ dropped: [], compared: loading({ name, part: 0 }) })
  const isWaiting = (): boolean => !signal.aborted && useStore.getState().ui.compared.phase === 'loading'
  const onProgress = ({ done: part }: { readonly done: number }) => {
    if (isWaiting()) setUi({ compared: loading({ name, part }) })
  }
  const result = await askWorker('compare', [file], { signal, onProgress })
  // Another profile may have taken the place of the one it was to be compared with.
  if (isWaiting()) setUi({ compared: result.ok ? ready(result.value) : failed(result.problem) })
}

/** Ends also the work, if it is still under way. */
export function closeComparison(): void {
  abort('comparison')
  if (useStore.getState().ui.compared.phase === 'loading') interrupt()
  setUi({ compared: IDLE })
}
