// Where opening a profile stands: one union, the files offered so far and what is on screen beside it, and the reducer that alone
// changes them.
import type { OfferedFile, OneRun, ProfileView, StageProgress } from '../../workers/api/contract.ts'
import type { Problem } from '../../workers/core/problems/problem.ts'

/** How files are opened. */
export interface OpenOptions {
  /** Go on without an executable. */
  readonly withoutNames?: boolean
  /** The distance by which the program had been moved. */
  readonly shift?: number
  /** Where the files came from, if a link names it, or leads back to those without; see `UrlState.profile`. */
  readonly from?: string
  /** One run alone. */
  readonly run?: OneRun
}

export type Session =
  | { readonly phase: 'idle' }
  /** Files are there, but something is missing before there can be numbers. */
  | { readonly phase: 'offered'; readonly files: readonly OfferedFile[]; readonly problem: Problem }
  /** A link names a profile that is hosted elsewhere. `progress`: null until the person has agreed to fetch it. */
  | {
      readonly phase: 'hosted'
      readonly address: string
      readonly progress: { readonly done: number; readonly total: number } | null
      readonly before: Settled
    }
  | {
      readonly phase: 'working'
      readonly names: readonly string[]
      readonly step: StageProgress | null
      readonly options: OpenOptions
      /** What cancelling goes back to. */
      readonly before: Settled
      readonly filesBefore: readonly File[]
    }
  | { readonly phase: 'ready'; readonly opened: ProfileView }
  /** Numbers there are, but perhaps of another program: the person looks at the evidence first. */
  | { readonly phase: 'doubtful'; readonly opened: ProfileView }
  /** `previous` is still usable. */
  | {
      readonly phase: 'failed'
      readonly problem: Problem
      readonly files: readonly OfferedFile[]
      readonly previous: ProfileView | null
      /** Tries it once more; null where it cannot. Not there: what failed was asked of `previous`, and is asked of another worker. */
      readonly again?: (() => void) | null
    }

export type Settled = Exclude<Session, { phase: 'working' | 'hosted' }>

/** What was opened last, and is on screen or behind a failure. */
export interface OnScreen {
  readonly files: readonly File[]
  readonly options: OpenOptions
  /** What there was before a link brought what is on screen, with others or without between. */
  readonly own: { readonly files: readonly File[]; readonly options: OpenOptions } | null
}

export interface SessionState {
  readonly session: Session
  /** Kept, so that a later drop can complete the pair. */
  readonly files: readonly File[]
  readonly onScreen: OnScreen
}

const NOTHING_OPEN: Settled = { phase: 'idle' }

export const INITIAL_SESSION: SessionState = {
  session: NOTHING_OPEN,
  files: [],
  onScreen: { files: [], options: {}, own: null },
}

export type SessionAction =
  | { readonly type: 'open'; readonly files: readonly File[]; readonly options: OpenOptions }
  | { readonly type: 'progress'; readonly step: StageProgress }
  /** These files are opened: a link that names them is followed. What they hold is to be shown next. */
  | { readonly type: 'adopt'; readonly files: readonly File[]; readonly options: OpenOptions }
  | { readonly type: 'show'; readonly opened: ProfileView; readonly isDoubtful: boolean }
  /** The evidence has been seen: the numbers although the program may be another one. */
  | { readonly type: 'accept' }
  /** Other numbers of the profile on screen, or more notices. */
  | { readonly type: 'update'; readonly opened: ProfileView }
  | {
      readonly type: 'fail'
      readonly problem: Problem
      readonly files: readonly OfferedFile[]
      readonly again: (() => void) | null
    }
  /** The worker could not answer a question about the profile on screen. */
  | { readonly type: 'failQuestion'; readonly problem: Problem }
  /** Back to what was there before the work or the failure. */
  | { readonly type: 'goBack' }
  | { readonly type: 'close' }
  | { readonly type: 'askHost'; readonly address: string }
  | { readonly type: 'download'; readonly done: number; readonly total: number }
  | { readonly type: 'leaveHost' }

/** The session after an action. One that does not fit the phase changes nothing. */
export function reduceSession(state: SessionState, action: SessionAction): SessionState {
  const { session, files, onScreen } = state
  switch (action.type) {
    case 'open': {
      const { options } = action
      const names = options.run ? [options.run.run.name] : action.files.map(({ name }) => name)
      const filesBefore = session.phase === 'working' ? session.filesBefore : files
      const before = settledIn(session)
      return {
        ...state,
        files: action.files,
        session: { phase: 'working', names, step: null, options, before, filesBefore },
      }
    }
    case 'progress':
      return session.phase === 'working' ? { ...state, session: { ...session, step: action.step } } : state
    case 'adopt': {
      const { options } = action
      const isFromLink = (options.from ?? '') !== ''
      const own = isFromLink && linkOf(onScreen) === '' ? ownBefore(state) : onScreen.own
      return { ...state, onScreen: { files: action.files, options, own } }
    }
    case 'show':
      return { ...state, session: { phase: action.isDoubtful ? 'doubtful' : 'ready', opened: action.opened } }
    case 'accept':
      return session.phase === 'doubtful'
        ? { ...state, session: { phase: 'ready', opened: session.opened } }
        : state
    case 'update':
      return session.phase === 'ready' ? { ...state, session: { ...session, opened: action.opened } } : state
    case 'fail': {
      const { problem, files: offered, again } = action
      const previous = openedIn(session)
      const isIncomplete =
        problem.code === 'input/executable-missing' || problem.code === 'input/profile-missing'
      return {
        ...state,
        session:
          isIncomplete && !previous
            ? { phase: 'offered', files: offered, problem }
            : { phase: 'failed', problem, files: offered, previous, again },
      }
    }
    case 'failQuestion': {
      const previous = openedIn(session)
      return { ...state, session: { phase: 'failed', problem: action.problem, files: [], previous } }
    }
    case 'goBack':
      if (session.phase === 'working')
        return { ...state, session: session.before, files: session.filesBefore }
      if (session.phase !== 'failed') return state
      return session.previous
        ? { ...state, session: { phase: 'ready', opened: session.previous }, files: onScreen.files }
        : INITIAL_SESSION
    case 'close':
      return INITIAL_SESSION
    case 'askHost': {
      const { address } = action
      return { ...state, session: { phase: 'hosted', address, progress: null, before: settledIn(session) } }
    }
    case 'download': {
      const { done, total } = action
      return session.phase === 'hosted'
        ? { ...state, session: { ...session, progress: { done, total } } }
        : state
    }
    case 'leaveHost':
      return session.phase === 'hosted' ? { ...state, session: session.before } : state
  }
}

/** The files that a link's profile takes the place of. */
function ownBefore({ session, files, onScreen }: SessionState): OnScreen['own'] {
  const filesBefore = session.phase === 'working' ? session.filesBefore : files
  const before = openedIn(session) ? onScreen.files : filesBefore
  if (before.length === 0) return null
  return { files: before, options: before === onScreen.files ? onScreen.options : {} }
}

/** The link that the profile on screen came from, "" if it came from none: following it again would open it again. */
export function linkOf({ options }: OnScreen): string {
  return options.from ?? ''
}

/** The profile that can be gone back to, if there is one. */
export function openedIn(session: Session): ProfileView | null {
  if (session.phase === 'working' || session.phase === 'hosted') return openedIn(session.before)
  if (session.phase === 'ready') return session.opened
  return session.phase === 'failed' ? session.previous : null
}

/** Without what is under way. */
export function settledIn(session: Session): Settled {
  return session.phase === 'working' || session.phase === 'hosted' ? session.before : session
}

/** What the files were found to be, as far as that is known. */
export function offeredIn(session: Session): readonly OfferedFile[] {
  if (session.phase === 'working' || session.phase === 'hosted') return offeredIn(session.before)
  if (session.phase === 'offered' || session.phase === 'failed') return session.files
  return session.phase === 'ready' || session.phase === 'doubtful' ? session.opened.files : []
}
