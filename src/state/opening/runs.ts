// Keeps the profile on screen in step with the link's run: the files are opened again, with the other runs left out, or with
// all of them. What the link says besides stays, so view, function, order and scenario do.
import type { OfferedFile, ProfileView, RunName } from '../../../workers/api/contract.ts'
import { isSameNth, positionOfNth } from '../../../workers/core/base/nth-of-name.ts'
import { abandon, isOpeningOtherRuns, openAgain } from './open.ts'
import { useStore, type State } from '../store.ts'

/** Opens the files again whenever the link names another run. */
export function followRun(): (state: State) => void {
  let last = useStore.getState().shared.run
  return ({ session, shared }) => {
    const { run } = shared
    const isNew = !isSameNth(last, run)
    last = run
    if (session.phase === 'ready') keepInStep(session.opened, run)
    else if (!isNew) return
    else if (session.phase === 'doubtful') keepInStep(session.opened, run)
    // Back and Forward leave what is under way, or what has failed. What was there before is in step next.
    else if (isOpeningOtherRuns(run) || (session.phase === 'failed' && session.previous)) abandon()
  }
}

function keepInStep(opened: ProfileView, wanted: RunName | null): void {
  const shown = opened.oneRun?.run ?? null
  if (isSameNth(shown, wanted)) return
  if (wanted && isRunOf(opened, wanted)) openAgain({ run: wanted, among: filesOfAllRuns(opened) })
  else if (shown) openAgain(null)
}

/** The files, also those that another run alone was taken from. */
export function filesOfAllRuns(opened: ProfileView): readonly OfferedFile[] {
  return opened.oneRun?.among ?? opened.files
}

/** Whether it counts in the sum. */
export const isCounted = ({ kind, problem }: OfferedFile): boolean => kind === 'profile' && problem === null

/** Whether it is the sum of several, or one of them alone. */
export function hasSeveralRuns(opened: ProfileView): boolean {
  let runs = 0
  return filesOfAllRuns(opened).some((file) => isCounted(file) && ++runs === 2)
}

/** A saved profile no longer has its runs. */
export function canOpenRunsOf({ saved }: ProfileView): boolean {
  return saved === undefined
}

function isRunOf(opened: ProfileView, run: RunName): boolean {
  const files = filesOfAllRuns(opened)
  const file = files[positionOfNth(files, run)]
  return canOpenRunsOf(opened) && file !== undefined && isCounted(file)
}
