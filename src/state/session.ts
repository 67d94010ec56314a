// Where opening a profile stands: one union, no flags beside it. The files offered so far are kept next to it.
import type { OfferedFile, OpenedProfile, Step } from '../../workers/api/contract.ts'
import type { Problem } from '../../workers/core/problems/problem.ts'

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
  /** `before` is what cancelling goes back to. */
  | {
      readonly phase: 'working'
      readonly names: readonly string[]
      readonly step: Step | null
      readonly before: Settled
    }
  | { readonly phase: 'ready'; readonly opened: OpenedProfile }
  /** Numbers there are, but perhaps of another program: the person looks at the evidence first. */
  | { readonly phase: 'doubtful'; readonly opened: OpenedProfile }
  /** `previous` is still usable. */
  | {
      readonly phase: 'failed'
      readonly problem: Problem
      readonly files: readonly OfferedFile[]
      readonly previous: OpenedProfile | null
      /** Tries it once more; null where it cannot. Not there: what failed was asked of `previous`, and is asked of another worker. */
      readonly again?: (() => void) | null
    }

export type Settled = Exclude<Session, { phase: 'working' | 'hosted' }>

export const IDLE: Settled = { phase: 'idle' }

/** The profile that can be gone back to, if there is one. */
export function openedIn(session: Session): OpenedProfile | null {
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

/** To the profile that was open, or to the start. */
export function backTo(session: Settled): Settled {
  const previous = openedIn(session)
  return previous ? { phase: 'ready', opened: previous } : IDLE
}
