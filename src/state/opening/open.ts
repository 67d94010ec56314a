// Opening files: hands them to a new worker and tells the session what comes back. What a later drop can complete is kept.
import type {
  Answer,
  OneRun,
  ProfileView,
  RequestOptions,
  RunName,
  SavedState,
  Step,
} from '../../../workers/api/contract.ts'
import { EMPTY_SCENARIO } from '../../../workers/core/analysis/scenario/scenario.ts'
import { fail, succeed } from '../../../workers/core/base/result.ts'
import { isSameNth } from '../../../workers/core/base/nth-of-name.ts'
import { thrownHere } from '../../../workers/core/problems/of-host.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { takeNameOrder } from '../../../workers/core/reports/search/find-function.ts'
import { carryEntries } from '../../../workers/core/reports/what-if/carry-entries.ts'
import { IDLE } from '../async-value.ts'
import { linkOf, offeredIn, openedIn, type OpenOptions } from '../session.ts'
import { EMPTY_SHARED, type SharedState } from '../shared.ts'
import { dispatch, setUi, useStore } from '../store.ts'
import { formatHash, parseHash } from '../url/hash.ts'
import { navigate } from '../url/sync.ts'
import { openedUnder, takeBackStaticArcs } from '../worker/analysis.ts'
import { adopt, endLive, type Connection } from '../worker/service.ts'
import { FEW_FILES, lookAtSizes } from './file-sizes.ts'
import { screenWorker } from './latest-worker.ts'
import { sentFiles } from './sent-files.ts'

/** The numbers although the program may be another one. */
export function showAnyway(): void {
  dispatch({ type: 'accept' })
}

/** The same files, with the profile's addresses moved back. */
export function openShifted(shift: number): void {
  const { files, onScreen } = useStore.getState()
  const { from: _link, ...options } = onScreen.options
  void open(files, { ...options, shift })
}

/** Whether the addresses can be moved: a saved profile has no program to find other names in. */
export const canShift = ({ files }: ProfileView): boolean =>
  files.some(({ kind, problem }) => problem === null && (kind === 'executable' || kind === 'symbols'))

/** The files of the profile on screen once more: one of their runs alone, or all of them. */
export function openAgain(run: OneRun | null): void {
  const { files, onScreen } = useStore.getState()
  const { run: _before, ...options } = onScreen.options
  void open(files, run ? { ...options, run } : options)
}

/** The link names no profile any more: what was there before the first that it named, or the start. */
export function openOwn(): void {
  const { own } = useStore.getState().onScreen
  if (own) void open(own.files, { ...own.options, from: '' })
  else startOver()
}

/** More files, or others, beside some of the profile on screen: as that was opened. */
export function openBeside(files: readonly File[]): void {
  const { run: _before, from: _link, ...options } = useStore.getState().onScreen.options
  void open(files, options)
}

/** Whether what is under way is other runs of the profile on screen. */
export function isOpeningTheSame(): boolean {
  const { session, files, onScreen } = useStore.getState()
  return session.phase === 'working' && files === onScreen.files
}

/** Whether the load in progress is for a different run. */
export function isOpeningOtherRuns(run: RunName | null): boolean {
  const { session } = useStore.getState()
  if (session.phase !== 'working' || !isOpeningTheSame()) return false
  return !isSameNth(session.options.run?.run ?? null, run)
}

/** Whether what is under way was brought by a link, or by leaving one. */
export function isOpeningLink(): boolean {
  const { session } = useStore.getState()
  return session.phase === 'working' && session.options.from !== undefined
}

/** A link's profile is not fetched, neither now nor by this link: what else it says stays. */
export function decline(): void {
  if (useStore.getState().session.phase !== 'hosted') return
  dispatch({ type: 'leaveHost' })
  navigate({ profile: linkOnScreen() }, 'replace')
}

/** What is under way gives way to something else. */
export function leaveWork(): void {
  if (useStore.getState().session.phase === 'working') abandon()
}

export function cancel(): void {
  screenWorker.stop()
  const { session } = useStore.getState()
  if (session.phase !== 'working') return
  if (session.before.phase === 'ready') linkTo(session.before.opened)
  abandon()
}

/** Back to the profile that was open, or to the start. */
export function leaveFailure(): void {
  const { session } = useStore.getState()
  if (session.phase !== 'failed') return
  linkTo(session.previous)
  abandon()
}

/** To what was there before, whatever the link says. */
export function abandon(): void {
  screenWorker.stop()
  const { session } = useStore.getState()
  if (session.phase === 'failed' && !session.previous) forgetRefused()
  dispatch({ type: 'goBack' })
}

/** The link names the profile and the run that are on screen again. */
function linkTo(opened: ProfileView | null): void {
  if (!opened) return
  const run = opened.oneRun?.run ?? null
  const profile = linkOnScreen()
  const { shared } = useStore.getState()
  if (!isSameNth(run, shared.run) || profile !== shared.profile) navigate({ run, profile }, 'replace')
}

export function linkOnScreen(): string {
  return linkOf(useStore.getState().onScreen)
}

/** Closes everything: as if the page had just been opened. */
export function startOver(): void {
  screenWorker.stop()
  endLive()
  setUi({ baseline: IDLE })
  forgetRefused()
  dispatch({ type: 'close' })
}

export function forgetRefused(): void {
  setUi({ refused: null })
}

export async function open(files: readonly File[], options: OpenOptions = {}): Promise<void> {
  const signal = screenWorker.begin()
  const again = () => void open(files, options)
  dispatch({ type: 'open', files, options })
  try {
    // Of one run few are handed over.
    if (!options.run && files.length > FEW_FILES) await lookAtSizes(files)
    const connection = await screenWorker.take(signal)
    if (!connection) return
    const onProgress = (step: Step): void => {
      if (!signal.aborted) dispatch({ type: 'progress', step })
    }
    const answer = await askToOpen(connection, files, options, { signal, onProgress })
    if (signal.aborted) return
    if (answer.ok) return await takeIn(answer.value, connection, { files, options, signal, onProgress })
    screenWorker.stop()
    dispatch({ type: 'fail', ...answer.problem, again })
  } catch (error) {
    if (signal.aborted) return
    screenWorker.stop()
    dispatch({ type: 'fail', problem: thrownHere(error), files: [], again })
  }
}

interface Opening {
  readonly files: readonly File[]
  readonly options: OpenOptions
  readonly signal: AbortSignal
  readonly onProgress: (step: Step) => void
}

/** Puts on screen what the worker opened, under the scenario that it or the link brings. */
async function takeIn(
  measured: ProfileView,
  connection: Connection,
  { files, options, signal, onProgress }: Opening,
): Promise<void> {
  const { saved, analyzed, listing } = measured
  const { from = '' } = options
  const previous = openedIn(useStore.getState().session)
  const isResidue = previous !== null
  takeNameOrder(analyzed.profile.functions, listing)
  const { scenario } = stateUnder(saved, from, isResidue)
  const opened = await openedUnder(connection, measured, scenario, onProgress)
  if (signal.aborted) return
  const { onScreen } = useStore.getState()
  const other = files === onScreen.files ? previous : null
  // Source files that came later are of the program that is still there.
  if (!files.some((file) => onScreen.files.includes(file))) setUi({ sourceFiles: [] })
  // First: who follows the link may begin something else, which ends what is under way.
  screenWorker.keep()
  adopt(connection)
  dispatch({ type: 'adopt', files, options })
  // Not before: what is cancelled leaves nothing in the link.
  takeState(saved, from, isResidue)
  takeBackStaticArcs(opened)
  show(opened, other)
}

const isBare = (shared: SharedState): boolean =>
  formatHash({ ...shared, profile: '' }) === formatHash(EMPTY_SHARED)

/** @param other the same files opened otherwise, if those are on screen: what was unfolded stays so */
function show(opened: ProfileView, other: ProfileView | null): void {
  const { unfolded, baseline } = useStore.getState().ui
  setUi({
    unfolded: other && unfolded && carryEntries(other, opened, unfolded),
    hovered: null,
    sorted: IDLE,
    found: IDLE,
    compared: IDLE,
    baseline: other ? baseline : IDLE,
  })
  // Who has seen the evidence is not asked again for each run.
  const isDoubtful = mayBeAnother(opened) && !(other && mayBeAnother(other))
  dispatch({ type: 'show', opened, isDoubtful })
}

/** Has a worker open what is on screen. */
export function openTheSame(connection: Connection): Promise<Answer<'open'>> {
  const { files, onScreen } = useStore.getState()
  return askToOpen(connection, files, onScreen.options)
}

/** Always as measured: that is what numbers under the link's scenario are compared with. */
async function askToOpen(
  { request }: Connection,
  files: readonly File[],
  { withoutNames = false, shift = 0, run }: OpenOptions,
  how?: RequestOptions<'open'>,
): Promise<Answer<'open'>> {
  const options = { withoutNames, shift, scenario: EMPTY_SCENARIO }
  if (!run) return request('open', [files, options], how)
  const sent = sentFiles(files, run)
  const result = await request('open', [sent.files, { ...options, run: sent.run }], how)
  if (result.ok) return succeed({ ...result.value, oneRun: run })
  const { problem, files: found } = result.problem
  return fail({ problem, files: sent.offered(found) })
}

const mayBeAnother = ({ notices }: ProfileView): boolean =>
  notices.some((notice) => notice.code === 'wrong-executable')

/** Something was wrong before any file could be handed over. What is open or kept stays. @param again see Session */
export function failWith(problem: Problem, again: (() => void) | null = null): void {
  if (useStore.getState().session.phase === 'working') cancel()
  dispatch({ type: 'fail', problem, files: offeredIn(useStore.getState().session), again })
}

/** The state that a saved profile brings with it, unless a link has one of its own. */
export function takeState(saved: SavedState | undefined, profile: string, isResidue: boolean): void {
  const now = useStore.getState().shared
  const shared = stateUnder(saved, profile, isResidue)
  if (formatHash(shared) !== formatHash(now)) navigate(shared, 'replace')
}

function stateUnder(saved: SavedState | undefined, profile: string, isResidue: boolean): SharedState {
  const { shared } = useStore.getState()
  return saved && (isBare(shared) || isResidue)
    ? { ...parseHash(saved.view), scenario: saved.scenario, profile }
    : { ...shared, profile }
}
