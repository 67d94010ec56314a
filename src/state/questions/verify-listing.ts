// Verifies a gprof listing against the profile on screen. The result is shown until it is closed.
import type { OfferedFile } from '../../../workers/api/contract.ts'
import { setUi, useStore } from '../store.ts'
import { interrupt } from '../opening/replace-worker.ts'
import { workers } from '../worker/connection.ts'
import { failed, IDLE, loading, ready } from '../worker/async-value.ts'

/** More files than this are runs, not programs. */
const MOST_LOOKED_AT = 20

/** Returns the kinds of the first dropped files, as far as the worker can identify them. */
export async function identifyDropped(files: readonly File[]): Promise<readonly OfferedFile[]> {
  if (!workers.live) return []
  const answers = await Promise.all(
    files.slice(0, MOST_LOOKED_AT).map((file) => workers.askQuickly('identify', [file])),
  )
  // If no worker starts, comparing reports why.
  return answers.flatMap((answer) => (answer.ok ? [answer.value] : []))
}

/** Verifies the first dropped file, a gprof listing, against the profile on screen. */
export async function verifyDroppedListing(): Promise<void> {
  const [file] = useStore.getState().ui.dropped
  if (!file) return
  const signal = workers.begin('comparison')
  const { name } = file
  setUi({ dropped: [], compared: loading({ name, part: 0 }) })
  const isWaiting = (): boolean => !signal.aborted && useStore.getState().ui.compared.phase === 'loading'
  const onProgress = ({ done: part }: { readonly done: number }) => {
    if (isWaiting()) setUi({ compared: loading({ name, part }) })
  }
  const result = await workers.ask('compare', [file], { signal, onProgress })
  // Another profile may have replaced the one to compare with.
  if (isWaiting()) setUi({ compared: result.ok ? ready(result.value) : failed(result.problem) })
}

/** Closes the result, and cancels the work if it is under way. */
export function closeComparison(): void {
  workers.abort('comparison')
  if (useStore.getState().ui.compared.phase === 'loading') interrupt()
  setUi({ compared: IDLE })
}
