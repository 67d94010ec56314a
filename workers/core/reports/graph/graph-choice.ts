// What the graph is asked to draw.
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'

/** Options that select what the graph draws. */
export interface NodeLinkChoice {
  /** Function to draw around; null draws the whole profile. */
  readonly focus: FunctionIndex | null
  /** Number of calls upwards and downwards around the focus. */
  readonly callersDepth: number
  readonly calleesDepth: number
  /** Share, 0–1, of the whole profile or of the focus, below which a function is omitted. */
  readonly threshold: number
  /** Largest number of functions before expansions. */
  readonly limit: number
  /** Largest number of members of one cycle before expansions. */
  readonly memberLimit: number
  /** Cycles that are opened or closed other than by their size. */
  readonly cycles: readonly CycleState[]
  /** Functions drawn in addition to those chosen. */
  readonly also: readonly FunctionIndex[]
  /** Opened stubs, in the order in which they were opened. */
  readonly expanded: readonly Expansion[]
}

/**
 * An opened stub: this many more callers, callees or fellow members of a drawn function, heaviest
 * first.
 */
export interface Expansion {
  readonly function: FunctionIndex
  readonly side: 'callers' | 'callees' | 'members'
  /** How many more functions to draw. */
  readonly amount: number
}

/** Whether the cycle of a function is drawn by its members or as one node. */
export interface CycleState {
  readonly member: FunctionIndex
  readonly isOpen: boolean
}

/** The default options. */
export const DEFAULT_CHOICE: NodeLinkChoice = {
  focus: null,
  callersDepth: 2,
  calleesDepth: 2,
  threshold: 0.01,
  limit: 60,
  memberLimit: 20,
  cycles: [],
  also: [],
  expanded: [],
}
