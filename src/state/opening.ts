// Opening: dropped files, one run alone, another profile to compare with, and the profile that a link
// brings.
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
} from '../../workers/api/contract.ts'
import { EMPTY_SCENARIO, isEmptyScenario } from '../../workers/core/analysis/scenario/scenario.ts'
import { fail, type Result, succeed } from '../../workers/core/base/result.ts'
import { fileKeysOf, isSameFileKey, positionOfKey } from '../../workers/core/base/file-names.ts'
import { problemFromError } from '../../workers/core/problems/problem-from-error.ts'
import type { Problem } from '../../workers/core/problems/problem.ts'
import { takeNameOrder } from '../../workers/core/reports/search.ts'
import { mapEntries } from '../../workers/core/reports/analysis-change.ts'
import {
  adopt,
  adoptPending,
  baselineWorker,
  type Connection,
  endWorker,
  failed,
  IDLE,
  liveConnection,
  loading,
  newConnection,
  ready,
  screenWorker,
  settled,
  valueOf,
} from './requests.ts'
import {
  bytesOfLink,
  dispatch,
  EMPTY_URL_STATE,
  ENCLOSED,
  formatHash,
  isForeignAddress,
  linkOf,
  navigate,
  offeredIn,
  openedIn,
  type OpenOptions,
  parseHash,
  setUi,
  type State,
  type UiState,
  type UrlState,
  useStore,
} from './store.ts'
import {
  dropUnsupportedStaticArcs,
  requestAnalysisAgain,
  requestQueriesAgain,
  withScenario,
} from './queries.ts'
import { ProblemError } from '../../workers/core/problems/problem-error.ts'
import type { PossibleArcs } from '../../workers/core/profile/possible-arcs.ts'
import type { Download } from '../../workers/api/task-clients.ts'

// Opens files in a new worker: all of them, one run alone, or the same files after the worker was
// ended. Reports to the session, and keeps files that a later drop can complete.

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
function openAgain(run: OneRun | null): void {
  const { files, onScreen } = useStore.getState()
  const { run: _before, ...options } = onScreen.options
  void open(files, run ? { ...options, run } : options)
}

/**
 * Returns to the profile that was open before the first linked one, or to the start. Called when
 * the link names no profile any more.
 */
function openOwn(): void {
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
function isOpeningOtherRuns(run: RunName | null): boolean {
  const { session } = useStore.getState()
  if (session.phase !== 'working' || !isOpeningTheSame()) return false
  return !isSameFileKey(session.options.run?.run ?? null, run)
}

/** Whether the load in progress was started by a link, or by going back from one. */
function isOpeningLink(): boolean {
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
function leaveWork(): void {
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
function abandon(): void {
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
function linkOnScreen(): string {
  return linkOf(useStore.getState().onScreen)
}

/** Closes everything: the page is as freshly opened. */
export function startOver(): void {
  screenWorker.stop()
  endWorker()
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
  const again = () => void open(files, options)
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
  adopt(connection)
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
function openSameFiles(connection: Connection): Promise<Answer<'open'>> {
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
 *
 * @param again see Session
 */
export function failWith(problem: Problem, again: (() => void) | null = null): void {
  if (useStore.getState().session.phase === 'working') cancel()
  dispatch({ type: 'fail', problem, files: offeredIn(useStore.getState().session), again })
}

/** Takes over the state of a saved profile, unless the link has its own. */
function takeState(saved: SavedState | undefined, profile: string, isResidue: boolean): void {
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

// Keeps the profile in step with the link's run: opens the files again, one run alone or all of
// them. View, function, order and scenario stay.

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

// The files that a worker needs to open one run alone, without a thousand others that it would have
// to read.

/** The files to send to the worker that opens one run. */
export interface SentFiles {
  readonly files: readonly File[]
  /** The run's name among these files. */
  readonly run: RunName
  /** Merges what the worker found about these files into the list of all files. */
  readonly offered: (found: readonly OfferedFile[]) => readonly OfferedFile[]
}

/** Returns the files that the worker needs to open one run. */
export function sentFiles(files: readonly File[], { run, among }: OneRun): SentFiles {
  // Only the worker can distinguish files in archives.
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

// For each chosen or dropped file a browser asks another process for its size, once, when it is
// first read or sent to a worker. That blocks the page for a tenth of a millisecond per file.

/** Up to this number of files the cost of querying sizes is negligible. */
export const FEW_FILES = 40

/** Milliseconds. */
const SLICE = 4

/**
 * Queries the sizes of all files in slices, so that many files can be sent to a worker without
 * blocking the page.
 */
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

// Interrupts the worker of the profile on screen. Writing and comparing cannot be interrupted in
// the worker, so it is ended. Another worker opens the same files, or goes on without them; calls
// made meanwhile wait for it.

/** Ends the worker and starts another. Every pending call answers `host/cancelled`. */
export function interrupt(): void {
  const { session } = useStore.getState()
  if (session.phase !== 'ready') return
  const reopened = reopen(session.opened)
  adoptPending(reopened)
  reopened.catch((error: unknown) => {
    // Opening other files takes precedence. On return the first call reports the problem.
    if (liveConnection() === reopened && useStore.getState().session.phase === 'ready')
      failWith(problemFromError(error), restartWorker)
  })
  requestAnalysisAgain()
  requestQueriesAgain()
}

/** Ends the work of a worker that gives no sign of life: of opening files, of comparing, or of the profile. */
export function endSilentWork(): void {
  const { session, ui } = useStore.getState()
  if (session.phase === 'working') cancel()
  else if (ui.baseline.phase === 'loading') stopComparing()
  else interrupt()
}

/** Retries what failed: opens the files again, or replaces the worker that could not answer. */
export function retry(): void {
  const { session } = useStore.getState()
  if (session.phase === 'failed') (session.again ?? restartWorker)()
}

function restartWorker(): void {
  leaveFailure()
  interrupt()
}

/**
 * Opens the same files in another worker.
 *
 * @throws why they cannot be opened, which also answers every call to this worker
 */
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

// Restores a worker that replaces an ended one: it opens the same files or, if they have changed,
// takes over the profile on screen.

/**
 * Returns null when the worker holds the profile, else the problem.
 *
 * @param again what the worker opened
 */
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

/** Whether resuming can help. A problem of the environment would recur. */
function canResume({ code }: Problem): boolean {
  return !code.startsWith('host/') && code !== 'bug'
}

/**
 * Returns the problem if the reopened files differ from what is on screen, for example by a missing
 * run; null if they match.
 */
function differenceOf(shown: ProfileView, again: ProfileView): Problem | null {
  const [before, now] = [shown.asMeasured ?? shown, again].map(({ analyzed: { profile } }) =>
    JSON.stringify([profile.functions.length, profile.arcs.length, profile.totals]),
  )
  const reason = 'what is in it now is not what was opened'
  return before === now ? null : { code: 'bytes/unreadable', file: shown.name, reason }
}

// The baseline: another profile to compare with the one on screen. Its own worker opens it, and
// ends after the answer: the page holds all that is compared.

/** The id of the diff view. */
const VIEW = 'compare'

/** Opens these files as the baseline, and shows the diff view. */
export async function compareWith(files: readonly File[]): Promise<void> {
  const { files: shown } = useStore.getState()
  navigate({ view: VIEW }, 'push')
  await openAs(files, newest(files) <= newest(shown))
}

/**
 * Opens a baseline that came in the same file as the profile. The file says which is earlier, and
 * which view to show.
 */
export async function takeBaseline(files: readonly File[], isEarlier: boolean): Promise<void> {
  await openAs(files, isEarlier)
  if (useStore.getState().ui.baseline.phase === 'failed') navigate({ view: VIEW }, 'push')
}

/** Reports in the diff view that the baseline cannot be read. */
export function refuseBaseline(problem: Problem): void {
  baselineWorker.stop()
  setUi({ baseline: failed(problem) })
  navigate({ view: VIEW }, 'push')
}

/** Stops opening the baseline if the profile it belongs to is closed. */
export function followBaseline({ ui }: State): void {
  if (ui.baseline.phase !== 'loading') baselineWorker.stop()
}

async function openAs(files: readonly File[], isEarlier: boolean): Promise<void> {
  const signal = baselineWorker.begin()
  const before = valueOf(useStore.getState().ui.baseline)
  const names = files.map(({ name }) => name)
  const onProgress = (step: StageProgress): void => {
    if (!signal.aborted) setUi({ baseline: loading({ names, step }, before) })
  }
  const settle = (baseline: UiState['baseline']): void => {
    baselineWorker.stop()
    setUi({ baseline })
  }
  setUi({ dropped: [], baseline: loading({ names, step: null }, before) })
  try {
    const asked = await openBaseline(files, programOnScreen(), signal, onProgress)
    if (asked === null || signal.aborted) return
    const { answer, files: all } = asked
    if (answer.ok) {
      takeNameOrder(answer.value.analyzed.profile.functions, answer.value.listing)
      settle(ready({ opened: answer.value, files: all, isEarlier }))
    } else settle(failed(answer.problem.problem, before))
  } catch (error) {
    if (!signal.aborted) settle(failed(problemFromError(error), before))
  }
}

/**
 * Cancels the baseline being opened, or dismisses its failure, and restores the previous baseline.
 * Otherwise closes the baseline.
 */
export function stopComparing(): void {
  const { baseline } = useStore.getState().ui
  setUi({ baseline: baseline.phase === 'ready' ? IDLE : settled(baseline) })
}

/** Swaps which profile counts as the earlier one. */
export function swapSides(): void {
  const { baseline } = useStore.getState().ui
  if (baseline.phase !== 'ready') return
  const { value } = baseline
  setUi({ baseline: ready({ ...value, isEarlier: !value.isEarlier }) })
}

/**
 * Opens the baseline. A profile without a program uses the one on screen, if its file is available.
 * Null if it was cancelled before it was asked.
 */
async function openBaseline(
  files: readonly File[],
  program: readonly File[],
  signal: AbortSignal,
  onProgress: (step: StageProgress) => void,
): Promise<{ readonly answer: Answer<'open'>; readonly files: readonly File[] } | null> {
  const connection = await baselineWorker.take(signal)
  if (connection === null) return null
  const ask = (some: readonly File[]) => {
    const options = { withoutNames: false, shift: 0, scenario: EMPTY_SCENARIO }
    return connection.request('open', [some, options], { signal, onProgress })
  }
  const answer = await ask(files)
  const isMissing = !answer.ok && answer.problem.problem.code === 'input/executable-missing'
  if (!isMissing || program.length === 0 || signal.aborted) return { answer, files }
  const all = [...program, ...files]
  return { answer: await ask(all), files: all }
}

/**
 * Returns the files that names and lines of the program on screen are read from. Empty if it came
 * in an archive.
 */
function programOnScreen(): readonly File[] {
  const { session, files } = useStore.getState()
  const opened = openedIn(session)
  if (!opened) return []
  const names = new Set(
    (opened.oneRun?.among ?? opened.files)
      .filter(({ kind, problem }) => problem === null && PROGRAM.has(kind))
      .map(({ name }) => name),
  )
  return files.filter(({ name }) => names.has(name))
}

const PROGRAM: ReadonlySet<string> = new Set(['executable', 'debug', 'symbols'])

const newest = (files: readonly File[]): number =>
  files.reduce((latest, { lastModified }) => Math.max(latest, lastModified), 0)

// Opens the profile that a link names: in the link itself, or at an address. Fetches nothing from
// another host before the user has agreed to that host.

let download: Download | null = null

/** Opens the link's profile whenever the link changes. Returns the subscriber. */
export function followLink(): (state: State) => void {
  let profile = ''
  return (state) => {
    if (state.session.phase !== 'hosted') stop()
    if (state.shared.profile === profile) return
    profile = state.shared.profile
    // Back and Forward dismiss the question, the download for another link, and a failure.
    const { session } = state
    if (session.phase === 'hosted') dispatch({ type: 'leaveHost' })
    else if (isOpeningLink()) abandon()
    else if (profile === linkOnScreen()) leaveFailure()
    if (profile === linkOnScreen()) return
    if (profile === '') openOwn()
    else if (profile.startsWith(ENCLOSED)) openEnclosed(profile)
    else askForConsent(profile)
  }
}

/**
 * Restores the state that the profile was saved with, when the link of the profile on screen is
 * pasted again.
 */
export function restoreLinkedState(): void {
  const { session, shared } = useStore.getState()
  const { profile } = shared
  if (session.phase !== 'ready' || profile === '' || profile !== linkOnScreen()) return
  if (isForeignAddress()) takeState(session.opened.saved, profile, false)
}

function openFrom(file: File, profile: string): void {
  void open([file], { from: profile })
}

function openEnclosed(profile: string): void {
  const bytes = bytesOfLink(profile)
  if (bytes) openFrom(new File([bytes], 'The profile in the link'), profile)
  else {
    const what = 'the link holds characters that no such link has'
    failWith({ code: 'saved/damaged', file: 'The profile in the link', what })
  }
}

function askForConsent(profile: string): void {
  if (import.meta.env.MODE === 'one-file') {
    const why = 'this page is a single file and fetches nothing'
    return failWith({ code: 'hosted/bad-address', address: profile, why })
  }
  const found = addressOf(profile)
  if ('code' in found) return failWith(found)
  leaveWork()
  dispatch({ type: 'askHost', address: found.href })
  if (found.origin === location.origin || isAgreedTo(found.origin)) void fetchHosted()
}

/** Agrees to fetch from the host in question. */
export function agree(): void {
  const { session } = useStore.getState()
  if (session.phase !== 'hosted') return
  rememberHost(new URL(session.address).origin)
  void fetchHosted()
}

async function fetchHosted(): Promise<void> {
  const { session, shared } = useStore.getState()
  if (session.phase !== 'hosted') return
  const { address } = session
  const isCurrent = () => {
    const now = useStore.getState().session
    return now.phase === 'hosted' && now.address === address
  }
  dispatch({ type: 'download', done: 0, total: 0 })
  const part = await import('../../workers/api/task-clients.ts').catch(problemFromError)
  if (!isCurrent()) return
  const again = () => askForConsent(shared.profile)
  if ('code' in part) return failWith(part, again)
  const { startDownload } = part
  const mine = startDownload(address, (done, total) => {
    if (download === mine) dispatch({ type: 'download', done, total })
  })
  download = mine
  const result = await mine.result
  if (download !== mine || !isCurrent()) return
  download = null
  dispatch({ type: 'leaveHost' })
  if (result.ok) openFrom(new File([result.value.bytes], result.value.name), shared.profile)
  else failWith(result.problem, again)
}

function stop(): void {
  download?.cancel()
  download = null
}

/** Returns the URL to fetch, or the problem with the address. */
function addressOf(profile: string): URL | Problem {
  const bad = (why: string): Problem => ({ code: 'hosted/bad-address', address: profile, why })
  if (location.protocol === 'file:') return bad('this page was opened as a file and fetches nothing')
  let url: URL
  try {
    url = new URL(profile, location.href)
  } catch {
    return bad('it is not an address')
  }
  url.hash = ''
  if (url.username !== '' || url.password !== '') return bad('it holds a name or a password')
  const isOwn = url.origin === location.origin
  if (url.protocol !== 'https:' && !isOwn) return bad('only https addresses are fetched')
  return url
}

// The hosts that the user agreed to fetch profiles from, remembered in this browser only.

const KEY = 'gmonscope.hosts'

function isAgreedTo(origin: string): boolean {
  return agreed().includes(origin)
}

function rememberHost(origin: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...agreed(), origin])]))
  } catch {
    // Not remembered: the question is asked again next time.
  }
}

function agreed(): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
