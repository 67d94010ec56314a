// Keeps the profile in step with the link's run: opens the files again, one run alone or all of them.
// View, function, order and scenario stay.
import type { OfferedFile, ProfileView, RunName } from '../../../workers/api/contract.ts'
import { isSameFileKey, positionOfKey } from '../../../workers/core/base/file-key.ts'
import { type State, useStore } from '../store.ts'
import { isOpeningOtherRuns, abandon, openAgain } from './open.ts'

/** Opens the files again whenever the link names another run. Returns the subscriber. */
export function followRun(): (state: State) => void {
  let last = useStore.getState().shared.run
  return ({ session, shared }) => {
    const { run } = shared
    const isNew = !isSameFileKey(last, run)
    last = run
    if (session.phase === 'ready') keepInStep(session.opened, run)
    else if (!isNew) return
    else if (session.phase === 'doubtful') keepInStep(session.opened, run)
    // Back and Forward cancel the load in progress, or dismiss a failure. The previous profile is
    // then brought in step.
    else if (isOpeningOtherRuns(run) || (session.phase === 'failed' && session.previous)) abandon()
  }
}

function keepInStep(opened: ProfileView, wanted: RunName | null): void {
  const shown = opened.oneRun?.run ?? null
  if (isSameFileKey(shown, wanted)) return
  if (wanted && isRunOf(opened, wanted))
    openAgain({
      run: wanted,
      among: filesOfAllRuns(opened),
      imbalance: opened.oneRun ? opened.oneRun.imbalance : opened.imbalance,
    })
  else if (shown) openAgain(null)
}

/** Returns all files, including those of other runs if one run is shown alone. */
export function filesOfAllRuns(opened: ProfileView): readonly OfferedFile[] {
  return opened.oneRun?.among ?? opened.files
}

/** Whether the file is a valid profile that counts in the sum. */
export const isCounted = ({ kind, problem }: OfferedFile): boolean => kind === 'profile' && problem === null

/** Whether the profile is the sum of several runs, or one of them alone. */
export function hasSeveralRuns(opened: ProfileView): boolean {
  let runs = 0
  return filesOfAllRuns(opened).some((file) => isCounted(file) && ++runs === 2)
}

/** Whether single runs can be opened. A saved profile no longer has its runs. */
export function canOpenRunsOf({ saved }: ProfileView): boolean {
  return saved === undefined
}

function isRunOf(opened: ProfileView, run: RunName): boolean {
  const files = filesOfAllRuns(opened)
  const file = files[positionOfKey(files, run)]
  return canOpenRunsOf(opened) && file !== undefined && isCounted(file)
}
