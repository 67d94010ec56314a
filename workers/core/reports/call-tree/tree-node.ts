// Nodes of a call tree: functions, whole cycles, parts of the program.
import type { CycleIndex } from '../../analysis/analyzed-profile.ts'
import { type None, NONE } from '../../base/columns.ts'
import type { Bounds } from '../../trust/bounds/bounds.ts'
import type { Ticks } from '../../base/units.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import type { Analysis } from '../listing/listing.ts'
import type { CycleEntry } from '../cycle-entry.ts'
import { PROGRAM_PARTS, type Program, type ProgramPart } from './divide-program.ts'

/** Whether a tree shows the callees or the callers of its root. */
export type Direction = 'callees' | 'callers'

/** A node of a call tree. Times are in ticks. */
export type TreeNode = FunctionNode | PlainNode

interface NodeTimes {
  readonly parent: TreeNode | null
  /** 0 for the root. */
  readonly depth: number
  /** Distinguishes it from its siblings: its function, a part of the program or the rest from a child on. */
  readonly step: Step
  /** Calls of the arc as counted, from any path; for the root and for members, all their calls. */
  readonly count: number
  /** Part of `count` that belongs to this path. */
  readonly calls: number
  /**
   * Part of all calls that came along this path, 0–1: of this function's calls in a tree of
   * callees, of the root's in a tree of callers.
   */
  readonly share: number
  /**
   * Part of the time that came along this path, 0–1: like `share`, but smaller if a scenario excludes some
   * of it.
   */
  readonly scale: number
  /** Self time along this path; in a tree of callers, self time of the root. */
  readonly selfTicks: Ticks
  /** Self time and that of callees along this path; in a tree of callers, total time of the root. */
  readonly totalTicks: Ticks
  /** Part of `totalTicks` that is certain, whatever calls cost. */
  readonly certainTicks: Ticks
}

/** A node that represents a function or a cycle. */
export interface FunctionNode extends NodeTimes {
  /**
   * `cycle`: the step into a whole cycle, by way of `function`. `member`: one of its members,
   * below it. `recursion` and `inside`: a call that leads back on the path (to the function
   * itself, or to its own cycle); it passes no time and has no children.
   */
  readonly kind: 'function' | 'cycle' | 'member' | 'recursion' | 'inside'
  readonly function: FunctionIndex
  /** Cycle that the function is in; NONE for no cycle. */
  readonly cycle: CycleIndex | None
}

/** A node that represents no function of its own. */
export interface PlainNode extends NodeTimes {
  /**
   * `program`: the root that all recorded samples are below. `part`: some of its time, see divide-program.ts.
   * `rest`: the children of its parent from one on, as one box.
   */
  readonly kind: 'program' | 'part' | 'rest'
  readonly function: None
  readonly cycle: None
  /** Null but for a part. */
  readonly part: ProgramPart | null
  /** Of a rest, the place of its first child among all children of the parent that is no rest. */
  readonly from: number
}

/** Whether a node represents a function or a cycle. */
export const isFunctionNode = (node: TreeNode): node is FunctionNode => node.function !== NONE

/** Returns the function of a node, or null. */
export const functionOf = (node: TreeNode): FunctionIndex | null =>
  node.function === NONE ? null : node.function

/** A step of a path as a number: a FunctionIndex, a part of the program, or a rest; see `stepOfPart`. */
export type Step = number

export const PROGRAM_STEP: Step = -2
export const FIRST_REST: Step = -16

/** Returns the step to a part of the program. */
export const stepOfPart = (part: ProgramPart): Step => -3 - PROGRAM_PARTS.indexOf(part)

/** Returns the step to the rest of a node's children, from the one at this place on. */
export const stepOfRest = (from: number): Step => FIRST_REST - from

/** A call tree. Nodes are created on request, by `childAt`. */
export interface CallTree extends Analysis {
  readonly direction: Direction
  readonly root: TreeNode
  /** Set if the root is the program. */
  readonly program: Program | null
  readonly bounds: Bounds | null
  /** In a tree of callees, the cycles that are one node: below them is what their members call outside. */
  readonly closed: ReadonlySet<CycleIndex>
  /** Entries of cycles, computed on request. */
  readonly cycleEntries: Map<CycleIndex, CycleEntry>
  /** In a tree of callers, the share that the callers of a function take of its part, computed on request. */
  readonly callerShares: Map<FunctionIndex, number>
}

export const NO_CYCLES: ReadonlySet<CycleIndex> = new Set<CycleIndex>([])

/** Returns the node whose children a rest continues; for other nodes the node itself. */
export function baseOf(node: TreeNode): Exclude<TreeNode, { kind: 'rest' }> {
  let base = node
  while (base.kind === 'rest' && base.parent) base = base.parent
  return base
}
