// Opening files: hands them to a new worker and tells the session what comes back. What a later drop can complete is kept.
import type {
  OfferedFile,
  OneRun,
  OpenedProfile,
  ProfileService,
  RunName,
  SavedState,
  Step,
} from '../../../workers/api/contract.ts'
import { EMPTY_SCENARIO } from '../../../workers/core/analysis/scenario/scenario.ts'
import { fail, succeed } from '../../../workers/core/base/result.ts'
import { isSameNth } from '../../../workers/core/base/nth-of-name.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { takeNameOrder } from '../../../workers/core/reports/search/find-function.ts'
import { carryEntries } from '../../../workers/core/reports/what-if/carry-entries.ts'
import { openedUnder, takeBackStaticArcs } from '../worker/analysis.ts'
import { Attempts } from './attempts.ts'
import { FEW_FILES, lookAtSizes } from './file-sizes.ts'
import { thrownHere } from '../../../workers/core/problems/of-host.ts'
import { adopt, endLive, type Connection } from '../worker/service.ts'
import { backTo, IDLE, offeredIn, openedIn, settledIn, type Session, type Settled } from '../session.ts'
import { sentFiles } from './sent-files.ts'
import { EMPTY_SHARED, type SharedState } from '../shared.ts'
import { setLocal, useStore } from '../store.ts'
import { formatHash, parseHash } from '../url/hash.ts'
import { navigate } from '../url/sync.ts'

const attempts = new Attempts()
/** To go back to when work is cancelled. */
let filesBefore: readonly File[] = []
/** What was opened last, and is on screen or behind a failure. */
let filesOnScreen: readonly File[] = []
/** How the profile on screen was opened. */
let wishesOnScreen: Wishes = {}
/** How the last one that was tried was to be. */
let wishesTried: Wishes = {}
/** What there was before a link brought what is on screen, with others or without between. */
let own: { readonly files: readonly File[]; readonly wishes: Wishes } | null = null

/** The numbers although the program may be another one. */
export function showAnyway(): void {
  const { session } = useStore.getState()
  if (session.phase === 'doubtful') useStore.setState({ session: { phase: 'ready', opened: session.opened } })
}

/** The same files, with the profile's addresses moved back. */
export function openShifted(shift: number): void {
  const { from: _link, ...wishes } = wishesOnScreen
  void open(useStore.getState().files, { ...wishes, shift })
}

/** Whether the addresses can be moved: a saved profile has no program to find other names in. */
export const canShift = ({ files }: OpenedProfile): boolean =>
  files.some(({ kind, problem }) => problem === null && (kind === 'executable' || kind === 'symbols'))

/** The files of the profile on screen once more: one of their runs alone, or all of them. */
export function openAgain(run: OneRun | null): void {
  const { run: _before, ...wishes } = wishesOnScreen
  void open(useStore.getState().files, run ? { ...wishes, run } : wishes)
}

/** The link names no profile any more: what was there before the first that it named, or the start. */
export function openOwn(): void {
  if (own) void open(own.files, { ...own.wishes, from: '' })
  else startOver()
}

/** More files, or others, beside some of the profile on screen: as that was opened. */
export function openBeside(files: readonly File[]): void {
  const { run: _before, from: _link, ...wishes } = wishesOnScreen
  void open(files, wishes)
}

/** Whether what is under way is other runs of the profile on screen. */
export function isOpeningTheSame(): boolean {
  const { session, files } = useStore.getState()
  return session.phase === 'working' && files === filesOnScreen
}

/** Whether those are others than these. */
export function isOpeningOtherRuns(run: RunName | null): boolean {
  return isOpeningTheSame() && !isSameNth(wishesTried.run?.run ?? null, run)
}

/** Whether what is under way was brought by a link, or by leaving one. */
export function isOpeningLink(): boolean {
  return useStore.getState().session.phase === 'working' && wishesTried.from !== undefined
}

/** A link's profile is not fetched, neither now nor by this link: what else it says stays. */
export function decline(): void {
  const { session } = useStore.getState()
  if (session.phase !== 'hosted') return
  useStore.setState({ session: session.before })
  navigate({ profile: linkOnScreen() }, 'replace')
}

/** What is under way gives way to something else. */
export function leaveWork(): void {
  if (useStore.getState().session.phase === 'working') abandon()
}

export function cancel(): void {
  attempts.stop()
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
  attempts.stop()
  const { session } = useStore.getState()
  if (session.phase === 'working') useStore.setState({ session: session.before, files: filesBefore })
  if (session.phase !== 'failed') return
  if (session.previous) useStore.setState({ session: backTo(session), files: filesOnScreen })
  else clear()
}

function clear(): void {
  wishesOnScreen = {}
  own = null
  setLocal({ refused: null })
  useStore.setState({ session: IDLE, files: [] })
}

/** The link names the profile and the run that are on screen again. */
function linkTo(opened: OpenedProfile | null): void {
  if (!opened) return
  const run = opened.oneRun?.run ?? null
  const { from: profile = '' } = wishesOnScreen
  const { shared } = useStore.getState()
  if (!isSameNth(run, shared.run) || profile !== shared.profile) navigate({ run, profile }, 'replace')
}

/** The link that the profile on screen came from, "" if it came from none: following it again would open it again. */
export function linkOnScreen(): string {
  return wishesOnScreen.from ?? ''
}

/** Closes everything: as if the page had just been opened. */
export function startOver(): void {
  attempts.stop()
  endLive()
  setLocal({ beside: null })
  clear()
}

interface Wishes {
  /** Go on without an executable. */
  readonly withoutNames?: boolean
  /** The distance by which the program had been moved. */
  readonly shift?: number
  /** Where the files came from, if a link names it, or leads back to those without; see `SharedState.profile`. */
  readonly from?: string
  /** One run alone. */
  readonly run?: OneRun
}

/** One try at opening files, until it is answered or something else is asked for. */
interface Opening {
  readonly files: readonly File[]
  readonly wishes: Wishes
  /** Stays usable if this fails. */
  readonly previous: OpenedProfile | null
  /** The session at a step; null before the first one. */
  readonly working: (step: Step | null) => Session
  readonly onStep: (step: Step) => void
  /** Whether something else was asked for since: what still comes is dropped. */
  readonly isOver: () => boolean
}

export async function open(files: readonly File[], wishes: Wishes = {}): Promise<void> {
  const isOver = attempts.begin()
  wishesTried = wishes
  const state = useStore.getState()
  if (state.session.phase !== 'working') filesBefore = state.files
  const opening = newOpening(files, wishes, settledIn(state.session), isOver)
  const { previous } = opening
  const again = () => void open(files, wishes)
  try {
    const answer = await answerTo(opening)
    if (answer === null || isOver()) return
    const { connection, result } = answer
    if (result.ok) {
      await takeIn(result.value, connection, opening)
    } else {
      attempts.end()
      settle(result.problem.problem, result.problem.files, previous, again)
    }
  } catch (error) {
    if (isOver()) return
    attempts.end()
    settle(thrownHere(error), [], previous, again)
  }
}

function newOpening(files: readonly File[], wishes: Wishes, before: Settled, isOver: () => boolean): Opening {
  const previous = openedIn(before)
  const names = wishes.run ? [wishes.run.run.name] : files.map((file) => file.name)
  const working = (step: Step | null): Session => ({ phase: 'working', names, step, before })
  const onStep = (step: Step): void => {
    if (isOver() || !attempts.isAsking) return
    useStore.setState({ session: working(step) })
  }
  return { files, wishes, previous, working, onStep, isOver }
}

interface Answer {
  readonly connection: Connection
  readonly result: Awaited<ReturnType<ProfileService['open']>>
}

/** A worker's answer; null if the opening was over before it was asked. */
async function answerTo({ files, wishes, working, onStep, isOver }: Opening): Promise<Answer | null> {
  // Of one run few are handed over.
  const isMany = !wishes.run && files.length > FEW_FILES
  useStore.setState({ files, session: working(null) })
  if (isMany) await lookAtSizes(files)
  const connection = await attempts.take(isOver)
  return connection && { connection, result: await askToOpen(connection.service, files, wishes, onStep) }
}

/** Puts on screen what the worker opened, under the scenario that it or the link brings. */
async function takeIn(
  measured: OpenedProfile,
  connection: Connection,
  { files, wishes, previous, onStep, isOver }: Opening,
): Promise<void> {
  const { saved, analyzed, listing } = measured
  const { from = '' } = wishes
  const isResidue = previous !== null
  takeNameOrder(analyzed.profile.functions, listing)
  const { scenario } = stateUnder(saved, from, isResidue)
  const opened = await openedUnder(connection.service, measured, scenario, onStep)
  if (isOver()) return
  const other = files === filesOnScreen ? previous : null
  // Source files that came later are of the program that is still there.
  if (!files.some((file) => filesOnScreen.includes(file))) setLocal({ sourceFiles: [] })
  // First: who follows the link may begin something else, which ends what is under way.
  attempts.keep()
  adopt(connection)
  if (from !== '' && linkOnScreen() === '') own = ownBefore(previous)
  wishesOnScreen = wishes
  filesOnScreen = files
  // Not before: what is cancelled leaves nothing in the link.
  takeState(saved, from, isResidue)
  takeBackStaticArcs(opened)
  show(opened, other)
}

/** The files that a link's profile takes the place of. */
function ownBefore(previous: OpenedProfile | null): typeof own {
  const files = previous ? filesOnScreen : filesBefore
  return files.length === 0 ? null : { files, wishes: files === filesOnScreen ? wishesOnScreen : {} }
}

const isBare = (shared: SharedState): boolean =>
  formatHash({ ...shared, profile: '' }) === formatHash(EMPTY_SHARED)

/** @param other the same files opened otherwise, if those are on screen: what was unfolded stays so */
function show(opened: OpenedProfile, other: OpenedProfile | null): void {
  const { unfolded } = useStore.getState().local
  const stillUnfolded = other && unfolded && carryEntries(other, opened, unfolded)
  const beside = other ? useStore.getState().local.beside : null
  setLocal({ unfolded: stillUnfolded, hovered: null, sorted: null, found: null, compared: null, beside })
  // Who has seen the evidence is not asked again for each run.
  const isDoubtful = mayBeAnother(opened) && !(other && mayBeAnother(other))
  useStore.setState({ session: { phase: isDoubtful ? 'doubtful' : 'ready', opened } })
}

/** Has a worker open what is on screen. */
export function openTheSame({ service }: Connection): ReturnType<ProfileService['open']> {
  return askToOpen(service, useStore.getState().files, wishesOnScreen, () => {})
}

/** Always as measured: that is what numbers under the link's scenario are compared with. */
async function askToOpen(
  service: ProfileService,
  files: readonly File[],
  { withoutNames = false, shift = 0, run }: Wishes,
  onStep: (step: Step) => void,
): ReturnType<ProfileService['open']> {
  const options = { withoutNames, shift, scenario: EMPTY_SCENARIO }
  if (!run) return service.open([...files], options, onStep)
  const sent = sentFiles(files, run)
  const result = await service.open(sent.files, { ...options, run: sent.run }, onStep)
  if (result.ok) return succeed({ ...result.value, oneRun: run })
  const { problem, files: found } = result.problem
  return fail({ problem, files: sent.offered(found) })
}

const mayBeAnother = ({ notices }: OpenedProfile): boolean =>
  notices.some((notice) => notice.code === 'wrong-executable')

/** Something was wrong before any file could be handed over. What is open or kept stays. @param again see Session */
export function failWith(problem: Problem, again: (() => void) | null = null): void {
  const { session } = useStore.getState()
  if (session.phase === 'working') cancel()
  const now = useStore.getState().session
  settle(problem, offeredIn(now), openedIn(now), again)
}

function settle(
  problem: Problem,
  files: readonly OfferedFile[],
  previous: ReturnType<typeof openedIn>,
  again: (() => void) | null,
): void {
  const isIncomplete = problem.code === 'input/executable-missing' || problem.code === 'input/profile-missing'
  useStore.setState({
    session:
      isIncomplete && !previous
        ? { phase: 'offered', files, problem }
        : { phase: 'failed', problem, files, previous, again },
  })
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
