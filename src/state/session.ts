// The phase of opening a profile with its files. The reducer is the only way to change it.
import type { OfferedFile, OneRun, ProfileView, StageProgress } from '../../workers/api/contract.ts'
import type { Problem } from '../../workers/core/problems/problem.ts'

/** Options for opening files. */
export interface OpenOptions {
  /** Opens without a program. */
  readonly withoutNames?: boolean
  /** Distance in bytes by which the program was moved when it was loaded. */
  readonly shift?: number
  /** Counts once what forked runs share. */
  readonly forkedOnce?: boolean
  /**
   * The link that the files came from, or "" when going back to files without one; see
   * `UrlState.profile`.
   */
  readonly from?: string
  /** The run to open alone. */
  readonly run?: OneRun
}

/** A program of ours with the profile of one run, served beside the hosted page. */
export interface Sample {
  readonly folder: string
  /** The program and its profile. */
  readonly files: readonly string[]
  /** Used by the source view only, so they load after the profile. */
  readonly sources: readonly string[]
}

/** How to try again what failed. */
export type Retry =
  /** Opens the session's files. */
  | { readonly what: 'open'; readonly options: OpenOptions }
  /** Opens the profile at an address; see `UrlState.profile`. */
  | { readonly what: 'link'; readonly profile: string }
  | { readonly what: 'sample'; readonly sample: Sample }
  /** Asks another worker about the previous profile. */
  | { readonly what: 'worker' }

/** The phase of opening a profile, with its data. */
export type Session =
  | { readonly phase: 'idle' }
  /** Files are there, but a required one is missing. */
  | { readonly phase: 'offered'; readonly files: readonly OfferedFile[]; readonly problem: Problem }
  /**
   * A link names a profile on another host. `progress`: null until the user has agreed to fetch it.
   */
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
      /** The session that cancelling restores. */
      readonly before: Settled
      readonly filesBefore: readonly File[]
    }
  | { readonly phase: 'ready'; readonly opened: ProfileView }
  /** The numbers may be for another program: the evidence is shown first. */
  | { readonly phase: 'doubtful'; readonly opened: ProfileView }
  /** Opening failed; `previous` is still usable. */
  | {
      readonly phase: 'failed'
      readonly problem: Problem
      readonly files: readonly OfferedFile[]
      readonly previous: ProfileView | null
      readonly retry: Retry | null
    }

/** A session without work in progress. */
export type Settled = Exclude<Session, { phase: 'working' | 'hosted' }>

/** The profile that was opened last, on screen or behind a failure. */
export interface OnScreen {
  readonly files: readonly File[]
  readonly options: OpenOptions
  /** The files that were open before a link's profile replaced them. */
  readonly own: { readonly files: readonly File[]; readonly options: OpenOptions } | null
}

/** The session with its files. */
export interface SessionState {
  readonly session: Session
  /** Kept so that a later drop can complete them. */
  readonly files: readonly File[]
  readonly onScreen: OnScreen
}

const NOTHING_OPEN: Settled = { phase: 'idle' }

/** The state before any file is opened. */
export const INITIAL_SESSION: SessionState = {
  session: NOTHING_OPEN,
  files: [],
  onScreen: { files: [], options: {}, own: null },
}

/** The actions that change the session. */
export type SessionAction =
  | { readonly type: 'open'; readonly files: readonly File[]; readonly options: OpenOptions }
  | { readonly type: 'progress'; readonly step: StageProgress }
  /** A link with these files is followed. Their content is shown next. */
  | { readonly type: 'adopt'; readonly files: readonly File[]; readonly options: OpenOptions }
  | { readonly type: 'show'; readonly opened: ProfileView; readonly isDoubtful: boolean }
  /**
   * The user has seen the evidence, and wants the numbers although the program may be another one.
   */
  | { readonly type: 'accept' }
  /** New numbers for the profile on screen, or more notices. */
  | { readonly type: 'update'; readonly opened: ProfileView }
  | {
      readonly type: 'fail'
      readonly problem: Problem
      readonly files: readonly OfferedFile[]
      readonly retry: Retry | null
    }
  /** Restores the session from before the work or the failure. */
  | { readonly type: 'goBack' }
  | { readonly type: 'close' }
  | { readonly type: 'askHost'; readonly address: string }
  | { readonly type: 'download'; readonly done: number; readonly total: number }
  | { readonly type: 'leaveHost' }

/** Returns the session after an action. An action that does not fit the phase changes nothing. */
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
      const { problem, files: offered, retry } = action
      const previous = openedIn(session)
      const isIncomplete =
        problem.code === 'input/executable-missing' || problem.code === 'input/profile-missing'
      return {
        ...state,
        session:
          isIncomplete && !previous
            ? { phase: 'offered', files: offered, problem }
            : { phase: 'failed', problem, files: offered, previous, retry },
      }
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

/** Returns the files that a link's profile replaces. */
function ownBefore({ session, files, onScreen }: SessionState): OnScreen['own'] {
  const filesBefore = session.phase === 'working' ? session.filesBefore : files
  const before = openedIn(session) ? onScreen.files : filesBefore
  if (before.length === 0) return null
  return { files: before, options: before === onScreen.files ? onScreen.options : {} }
}

/**
 * Returns the link that the profile on screen came from, "" if it came from none. Following it
 * again would open it again.
 */
export function linkOf({ options }: OnScreen): string {
  return options.from ?? ''
}

/** Returns the profile that the user can go back to, if there is one. */
export function openedIn(session: Session): ProfileView | null {
  if (session.phase === 'working' || session.phase === 'hosted') return openedIn(session.before)
  if (session.phase === 'ready') return session.opened
  return session.phase === 'failed' ? session.previous : null
}

/** Returns the session without the work in progress. */
export function settledIn(session: Session): Settled {
  return session.phase === 'working' || session.phase === 'hosted' ? session.before : session
}

/** Returns the findings about the files, as far as they are known. */
export function offeredIn(session: Session): readonly OfferedFile[] {
  if (session.phase === 'working' || session.phase === 'hosted') return offeredIn(session.before)
  if (session.phase === 'offered' || session.phase === 'failed') return session.files
  return session.phase === 'ready' || session.phase === 'doubtful' ? session.opened.files : []
}
