// What a person chooses about a drawing: around what, how far, above which share, which stubs are open.
import type { FunctionIndex } from '../../profile/tables.ts'

export interface NodeLinkChoice {
  /** Draw around this function; null draws the whole profile. */
  readonly focus: FunctionIndex | null
  /** Around a function: how many calls up and down. */
  readonly callersDepth: number
  readonly calleesDepth: number
  /** Share, 0–1, below which a function is left out: of the whole profile, or of the focus. */
  readonly threshold: number
  /** Most functions drawn before expansions. */
  readonly limit: number
  /** Most members of one cycle drawn before expansions. */
  readonly memberLimit: number
  readonly expanded: readonly Expansion[]
}

/** Stubs opened: that many more callers, callees or fellow members of a drawn function, heaviest first. */
export interface Expansion {
  readonly function: FunctionIndex
  readonly side: 'callers' | 'callees' | 'members'
  readonly amount: number
}

export const DEFAULT_CHOICE: NodeLinkChoice = {
  focus: null,
  callersDepth: 2,
  calleesDepth: 2,
  threshold: 0.01,
  limit: 60,
  memberLimit: 20,
  expanded: [],
}
