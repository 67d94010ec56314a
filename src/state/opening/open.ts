// Opens files in a new worker: all of them, one run alone, or the same again after the worker was ended.
// Reports to the session, and keeps what a later drop can complete.
import type {
  Answer,
  OfferedFile,
  OneRun,
  OpenFailure,
  ProfileView,
  RequestOptions,
  RunName,
  SavedState,
  StageProgress,
} from '../../../workers/api/contract.ts'
import { EMPTY_SCENARIO, isEmptyScenario } from '../../../workers/core/analysis/scenario/scenario.ts'
import { fail, type Result, succeed } from '../../../workers/core/base/result.ts'
import { fileKeysOf, isSameFileKey, positionOfKey } from '../../../workers/core/base/file-key.ts'
import { problemFromError } from '../../../workers/core/problems/problem-from-error.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { takeNameOrder } from '../../../workers/core/reports/search-matches.ts'
import { mapEntries } from '../../../workers/core/reports/what-if/analysis-change.ts'
import {
  adopt,
  adoptPending,
  type Connection,
  endWorker,
  IDLE,
  liveConnection,
  newConnection,
  screenWorker,
  valueOf,
} from '../worker/requests.ts'
import { linkOf, offeredIn, openedIn, type OpenOptions } from '../session.ts'
import { EMPTY_URL_STATE, formatHash, parseHash, type UrlState } from '../url-state.ts'
import { dispatch, setUi, type State, useStore } from '../store.ts'
import { navigate } from '../url-sync.ts'
import { dropUnsupportedStaticArcs, requestAnalysisAgain, withScenario } from '../scenario.ts'
import { ProblemError } from '../../../workers/core/problems/problem-error.ts'
import { requestQueriesAgain } from '../worker/search-and-sort.ts'
import type { PossibleArcs } from '../../../workers/core/profile/possible-arcs.ts'

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
function openAgain(run: OneRun | null): void {
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
export function reopenWith(files: readonly File[]): void {
  const { run: _before, from: _link, ...options } = useStore.getState().onScreen.options
  void open(files, options)
}

/** Whether what is under way is other runs of the profile on screen. */
export function isOpeningTheSame(): boolean {
  const { session, files, onScreen } = useStore.getState()
  return session.phase === 'working' && files === onScreen.files
}

/** Whether the load in progress is for a different run. */
function isOpeningOtherRuns(run: RunName | null): boolean {
  const { session } = useStore.getState()
  if (session.phase !== 'working' || !isOpeningTheSame()) return false
  return !isSameFileKey(session.options.run?.run ?? null, run)
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
  if (!isSameFileKey(run, shared.run) || profile !== shared.profile) navigate({ run, profile }, 'replace')
}

export function linkOnScreen(): string {
  return linkOf(useStore.getState().onScreen)
}

/** Closes everything: as if the page had just been opened. */
export function startOver(): void {
  screenWorker.stop()
  endWorker()
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
    const onProgress = (step: StageProgress): void => {
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
    dispatch({ type: 'fail', problem: problemFromError(error), files: [], again })
  }
}

interface Opening {
  readonly files: readonly File[]
  readonly options: OpenOptions
  readonly signal: AbortSignal
  readonly onProgress: (step: StageProgress) => void
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
  const opened = await withScenario(connection, measured, scenario, onProgress)
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
  dropUnsupportedStaticArcs(opened)
  show(opened, other)
}

const isBare = (shared: UrlState): boolean =>
  formatHash({ ...shared, profile: '' }) === formatHash(EMPTY_URL_STATE)

/** @param other the same files opened otherwise, if those are on screen: what was unfolded stays so */
function show(opened: ProfileView, other: ProfileView | null): void {
  const { unfolded, baseline } = useStore.getState().ui
  setUi({
    unfolded: other && unfolded && mapEntries(other, opened, unfolded),
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
function openSameFiles(connection: Connection): Promise<Answer<'open'>> {
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

function stateUnder(saved: SavedState | undefined, profile: string, isResidue: boolean): UrlState {
  const { shared } = useStore.getState()
  return saved && (isBare(shared) || isResidue)
    ? { ...parseHash(saved.view), scenario: saved.scenario, profile }
    : { ...shared, profile }
}

// Keeps the profile on screen in step with the link's run: the files are opened again, with the other runs left out, or with
// all of them. What the link says besides stays, so view, function, order and scenario do.

/** Opens the files again whenever the link names another run. */
export function followRun(): (state: State) => void {
  let last = useStore.getState().shared.run
  return ({ session, shared }) => {
    const { run } = shared
    const isNew = !isSameFileKey(last, run)
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
  if (isSameFileKey(shown, wanted)) return
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
  const file = files[positionOfKey(files, run)]
  return canOpenRunsOf(opened) && file !== undefined && isCounted(file)
}

// What of the files a worker is given to open one run alone: not a thousand others, which it would have to look at.

export interface SentFiles {
  readonly files: readonly File[]
  /** How the run is called among these. */
  readonly run: RunName
  /** What is known of all files, with what these were found to be. */
  readonly offered: (found: readonly OfferedFile[]) => readonly OfferedFile[]
}

export function sentFiles(files: readonly File[], { run, among }: OneRun): SentFiles {
  // What is in archives is told apart by the worker.
  if (files.length !== among.length) return { files, run, offered: (found) => found }
  const chosen = positionOfKey(among, run)
  const isSent = ({ kind }: OfferedFile, at: number): boolean => at === chosen || kind !== 'profile'
  const positions = among.flatMap((file, at) => (isSent(file, at) ? [at] : []))
  const sent = files.filter((_, at) => positions.includes(at))
  return {
    files: sent,
    run: fileKeysOf(sent)[positions.indexOf(chosen)] ?? run,
    offered: (found) => among.map((file, at) => found[positions.indexOf(at)] ?? file),
  }
}

// Of each file that was chosen or dropped by itself a browser asks another process how large it is, when somebody wants to know
// or hands it to a worker: a tenth of a millisecond, in which the page does nothing else. It asks once.

/** Their sizes are not worth a thought. */
export const FEW_FILES = 40

/** Milliseconds. */
const SLICE = 4

/** Afterwards the files can be handed to a worker at once, however many they are. The page goes on meanwhile. */
export async function lookAtSizes(
  files: readonly { readonly size: number }[],
  now: () => number = () => performance.now(),
): Promise<number> {
  let bytes = 0
  let end = now() + SLICE
  for (const { size } of files) {
    bytes += size
    if (now() < end) continue
    await new Promise((resolve) => setTimeout(resolve))
    end = now() + SLICE
  }
  return bytes
}

// Ends what the worker is doing for the profile on screen. What it writes and compares goes on in one piece, so the worker
// itself is ended, and another opens the same files again, or goes on without them; questions asked meanwhile wait for it.

/** Every call under way answers `host/cancelled`. */
export function interrupt(): void {
  const { session } = useStore.getState()
  if (session.phase !== 'ready') return
  const reopened = reopen(session.opened)
  adoptPending(reopened)
  reopened.catch((error: unknown) => {
    // While other files are opened they matter more; whoever comes back is told by the first question.
    if (liveConnection() === reopened && useStore.getState().session.phase === 'ready')
      failWith(problemFromError(error), restartWorker)
  })
  requestAnalysisAgain()
  requestQueriesAgain()
}

/** What failed once more: what there is to do that in, or another worker in place of the one that could not answer. */
export function retry(): void {
  const { session } = useStore.getState()
  if (session.phase === 'failed') (session.again ?? restartWorker)()
}

function restartWorker(): void {
  leaveFailure()
  interrupt()
}

/** Errors: why it cannot hold the same, which is also the answer to every question asked of this worker. */
async function reopen(opened: ProfileView): Promise<Connection> {
  const connection = await newConnection()
  try {
    const again = await openSameFiles(connection)
    const possible = valueOf(useStore.getState().ui.possibleCalls)
    const problem = await resumeProfile(connection, opened, again, possible)
    if (problem) throw new ProblemError(problem)
    const { scenario } = opened.analyzed
    if (!isEmptyScenario(scenario)) await connection.request('analyze', [scenario])
  } catch (error) {
    connection.terminate()
    throw error
  }
  return connection
}

// What a worker is to hold that takes the place of one that was ended: the same files opened again, or, if they have changed
// since, what is on screen itself.

/** Null once it does; else why neither can be had. @param again what the worker opened */
async function resumeProfile(
  { request }: Connection,
  shown: ProfileView,
  again: Result<ProfileView, OpenFailure>,
  possible: PossibleArcs | null,
): Promise<Problem | null> {
  const why = again.ok ? differenceOf(shown, again.value) : again.problem.problem
  if (!why || !canResume(why)) return why
  const { asMeasured, ...view } = shown
  const resumed = await request('resume', [{ ...view, ...asMeasured }, possible, why])
  return resumed.ok ? null : resumed.problem
}

/** What is wrong where we run would be wrong with the rest, too. */
function canResume({ code }: Problem): boolean {
  return !code.startsWith('host/') && code !== 'bug'
}

/** Files that can be read may have become others: a run less, or another one. Null if they are what is on screen. */
function differenceOf(shown: ProfileView, again: ProfileView): Problem | null {
  const [before, now] = [shown.asMeasured ?? shown, again].map(({ analyzed: { profile } }) =>
    JSON.stringify([profile.functions.length, profile.arcs.length, profile.totals]),
  )
  const reason = 'what is in it now is not what was opened'
  return before === now ? null : { code: 'bytes/unreadable', file: shown.name, reason }
}
