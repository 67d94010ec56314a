// Where opening a profile stands: one union, no flags beside it. The files offered so far are kept next to it.
import type { OfferedFile, OpenedProfile, Step } from '../../workers/api/contract.ts'
import type { Problem } from '../../workers/core/problems/problem.ts'

export type Session =
  | { readonly phase: 'idle' }
  /** Files are there, but something is missing before there can be numbers. */
  | { readonly phase: 'offered'; readonly files: readonly OfferedFile[]; readonly problem: Problem }
  /** `previous` stays usable: cancelling goes back to it. */
  | {
      readonly phase: 'working'
      readonly names: readonly string[]
      readonly step: Step | null
      readonly previous: OpenedProfile | null
    }
  | { readonly phase: 'ready'; readonly opened: OpenedProfile }
  | {
      readonly phase: 'failed'
      readonly problem: Problem
      readonly files: readonly OfferedFile[]
      readonly previous: OpenedProfile | null
    }

export const IDLE: Session = { phase: 'idle' }
