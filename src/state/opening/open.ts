// Opens files in a new worker: all of them, one run alone, or the same files after the worker was ended.
// Reports to the session, and keeps files that a later drop can complete.
import type {
  Answer,
  OneRun,
  ProfileView,
  RequestOptions,
  RunName,
  SavedState,
  StageProgress,
} from '../../../workers/api/contract.ts'
import { EMPTY_SCENARIO } from '../../../workers/core/analysis/scenario/scenario.ts'
import { fail, succeed } from '../../../workers/core/base/result.ts'
import { isSameFileKey } from '../../../workers/core/base/file-key.ts'
import { problemFromError } from '../../../workers/core/problems/problem-from-error.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { takeNameOrder } from '../names-and-groups.ts'
import { mapEntries } from '../../../workers/core/reports/map-entries.ts'
import { type Connection, workers } from '../worker/connection.ts'
import { screenWorker } from '../worker/latest-worker.ts'
import { IDLE } from '../worker/async-value.ts'
import { dispatch, setUi, useStore } from '../store.ts'
import { EMPTY_URL_STATE, type UrlState } from '../url/url-state.ts'
import { formatHash, parseHash } from '../url/link-hash.ts'
import { navigate } from '../url/address.ts'
import { linkOf, offeredIn, openedIn, type OpenOptions, type Retry } from '../session.ts'
import { dropUnsupportedStaticArcs, withScenario } from '../questions/scenario.ts'
import { FEW_FILES, lookAtSizes } from './file-sizes.ts'
import { sentFiles } from './sent-files.ts'

/** Shows the numbers although the program may be another one. */
export function showAnyway(): void {
  dispatch({ type: 'accept' })
}

/** Opens the same files with the profile's addresses shifted back by `shift` bytes. */
export function openShifted(shift: number): void {
  const { files, onScreen } = useStore.getState()
  const { from: _link, ...options } = onScreen.options
  void open(files, { ...options, shift })
}

/** Opens the same files again, and counts what forked runs share once or in each of them. */
export function openForked(how: 'each' | 'once'): void {
  const { files, onScreen } = useStore.getState()
  const { from: _link, ...options } = onScreen.options
  void open(files, { ...options, forkedOnce: how === 'once' })
}

/** Whether addresses can be shifted. A saved profile has no program to look up other names in. */
export const canShift = ({ files }: ProfileView): boolean =>
  files.some(({ kind, problem }) => problem === null && (kind === 'executable' || kind === 'symbols'))

/** Opens the files on screen again: one of their runs alone, or all of them. */
export function openAgain(run: OneRun | null): void {
  const { files, onScreen } = useStore.getState()
  const { run: _before, ...options } = onScreen.options
  void open(files, run ? { ...options, run } : options)
}

/**
 * Returns to the profile that was open before the first linked one, or to the start. Called when
 * the link names no profile any more.
 */
export function openOwn(): void {
  const { own } = useStore.getState().onScreen
  if (own) void open(own.files, { ...own.options, from: '' })
  else startOver()
}

/** Opens these files with the options of the profile on screen. */
export function reopenWith(files: readonly File[]): void {
  const { run: _before, from: _link, ...options } = useStore.getState().onScreen.options
  void open(files, options)
}

/** Whether the load in progress is for other runs of the profile on screen. */
export function isOpeningTheSame(): boolean {
  const { session, files, onScreen } = useStore.getState()
  return session.phase === 'working' && files === onScreen.files
}

/** Whether the load in progress is for a different run. */
export function isOpeningOtherRuns(run: RunName | null): boolean {
  const { session } = useStore.getState()
  if (session.phase !== 'working' || !isOpeningTheSame()) return false
  return !isSameFileKey(session.options.run?.run ?? null, run)
}

/** Whether the load in progress was started by a link, or by going back from one. */
export function isOpeningLink(): boolean {
  const { session } = useStore.getState()
  return session.phase === 'working' && session.options.from !== undefined
}

/**
 * Refuses to fetch a link's profile, now and on later visits of this link. The rest of the link's
 * state stays.
 */
export function decline(): void {
  if (useStore.getState().session.phase !== 'hosted') return
  dispatch({ type: 'leaveHost' })
  navigate({ profile: linkOnScreen() }, 'replace')
}

/** Cancels the work in progress in favour of other work. */
export function leaveWork(): void {
  if (useStore.getState().session.phase === 'working') abandon()
}

/** Cancels the load in progress and restores the previous screen. */
export function cancel(): void {
  screenWorker.stop()
  const { session } = useStore.getState()
  if (session.phase !== 'working') return
  if (session.before.phase === 'ready') linkTo(session.before.opened)
  abandon()
}

/** Dismisses a failure: returns to the profile that was open, or to the start. */
export function leaveFailure(): void {
  const { session } = useStore.getState()
  if (session.phase !== 'failed') return
  linkTo(session.previous)
  abandon()
}

/** Returns to the previous session, whatever the link says. */
export function abandon(): void {
  screenWorker.stop()
  const { session } = useStore.getState()
  if (session.phase === 'failed' && !session.previous) forgetRefused()
  dispatch({ type: 'goBack' })
}

/** Makes the link name the profile and the run on screen. */
function linkTo(opened: ProfileView | null): void {
  if (!opened) return
  const run = opened.oneRun?.run ?? null
  const profile = linkOnScreen()
  const { shared } = useStore.getState()
  if (!isSameFileKey(run, shared.run) || profile !== shared.profile) navigate({ run, profile }, 'replace')
}

/** Returns the link of the profile on screen; "" if it came from none. */
export function linkOnScreen(): string {
  return linkOf(useStore.getState().onScreen)
}

/** Closes everything: the page is as freshly opened. */
export function startOver(): void {
  screenWorker.stop()
  workers.end()
  setUi({ baseline: IDLE })
  forgetRefused()
  dispatch({ type: 'close' })
}

/** Dismisses the message about refused files. */
export function forgetRefused(): void {
  setUi({ refused: null })
}

/**
 * Opens files in a new worker and shows the profile. Reports progress and problems to the session.
 */
export async function open(files: readonly File[], options: OpenOptions = {}): Promise<void> {
  const signal = screenWorker.begin()
  const retry = { what: 'open', options } as const
  dispatch({ type: 'open', files, options })
  try {
    // A single run hands over few files.
    if (!options.run && files.length > FEW_FILES) await lookAtSizes(files)
    const connection = await screenWorker.take(signal)
    if (!connection) return
    const onProgress = (step: StageProgress): void => {
      if (!signal.aborted) dispatch({ type: 'progress', step })
    }
    const answer = await askToOpen(connection, files, options, { signal, onProgress })
    if (signal.aborted) return
    if (answer.ok) return await takeIn(answer.value, connection, { files, options, signal, onProgress })
    screenWorker.stop()
    dispatch({ type: 'fail', ...answer.problem, retry })
  } catch (error) {
    if (signal.aborted) return
    screenWorker.stop()
    dispatch({ type: 'fail', problem: problemFromError(error), files: [], retry })
  }
}

interface Opening {
  readonly files: readonly File[]
  readonly options: OpenOptions
  readonly signal: AbortSignal
  readonly onProgress: (step: StageProgress) => void
}

/** Shows a profile that the worker opened, under the scenario of the profile or of the link. */
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
  const opened = await withScenario(connection, measured, scenario, onProgress)
  if (signal.aborted) return
  const { onScreen } = useStore.getState()
  const other = files === onScreen.files ? previous : null
  // Source files that were added later belong to the previous program.
  if (!files.some((file) => onScreen.files.includes(file))) setUi({ sourceFiles: [] })
  // First: a subscriber of the link may start other work, which would end this worker.
  screenWorker.keep()
  workers.adopt(connection)
  dispatch({ type: 'adopt', files, options })
  // Not earlier: a cancelled load must not change the link.
  takeState(saved, from, isResidue)
  dropUnsupportedStaticArcs(opened)
  show(opened, other)
}

const isBare = (shared: UrlState): boolean =>
  formatHash({ ...shared, profile: '' }) === formatHash(EMPTY_URL_STATE)

/** @param other the profile on screen if it has the same files: its entries stay unfolded */
function show(opened: ProfileView, other: ProfileView | null): void {
  const { unfolded, baseline } = useStore.getState().ui
  setUi({
    unfolded: other && unfolded && mapEntries(other, opened, unfolded),
    hovered: null,
    hoveredCycle: null,
    sorted: IDLE,
    found: IDLE,
    compared: IDLE,
    baseline: other ? baseline : IDLE,
  })
  // The user who has seen the evidence is not asked again for each run.
  const isDoubtful = mayBeAnother(opened) && !(other && mayBeAnother(other))
  dispatch({ type: 'show', opened, isDoubtful })
}

/** Has a worker open the files on screen. */
export function openSameFiles(connection: Connection): Promise<Answer<'open'>> {
  const { files, onScreen } = useStore.getState()
  return askToOpen(connection, files, onScreen.options)
}

/**
 * Has a worker open the files, always without a scenario: numbers under a scenario are compared
 * with those.
 */
async function askToOpen(
  { request }: Connection,
  files: readonly File[],
  { withoutNames = false, shift = 0, forkedOnce = false, run }: OpenOptions,
  how?: RequestOptions<'open'>,
): Promise<Answer<'open'>> {
  const options = { withoutNames, shift, forkedOnce, scenario: EMPTY_SCENARIO }
  if (!run) return request('open', [files, options], how)
  const sent = sentFiles(files, run)
  const result = await request('open', [sent.files, { ...options, run: sent.run }], how)
  if (result.ok) return succeed({ ...result.value, oneRun: run })
  const { problem, files: found } = result.problem
  return fail({ problem, files: sent.offered(found) })
}

const mayBeAnother = ({ notices }: ProfileView): boolean =>
  notices.some((notice) => notice.code === 'wrong-executable')

/**
 * Reports a problem that occurred before the files reached a worker. The open profile and kept
 * files stay.
 */
export function failWith(problem: Problem, retry: Retry | null = null): void {
  if (useStore.getState().session.phase === 'working') cancel()
  dispatch({ type: 'fail', problem, files: offeredIn(useStore.getState().session), retry })
}

/** Takes over the state of a saved profile, unless the link has its own. */
export function takeState(saved: SavedState | undefined, profile: string, isResidue: boolean): void {
  const now = useStore.getState().shared
  const shared = stateUnder(saved, profile, isResidue)
  if (formatHash(shared) !== formatHash(now)) navigate(shared, 'replace')
}

function stateUnder(saved: SavedState | undefined, profile: string, isResidue: boolean): UrlState {
  const { shared } = useStore.getState()
  return saved && (isBare(shared) || isResidue)
    ? { ...parseHash(saved.view), scenario: saved.scenario, profile }
    : { ...shared, profile }
}
