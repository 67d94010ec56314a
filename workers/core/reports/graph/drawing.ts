// A drawing of the call graph: nodes with arcs between them.
import { membersOf } from '../../analysis/arc-times.ts'
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { NONE, type None } from '../../base/columns.ts'
import type { Ticks } from '../../base/units.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/call-graph-profile.ts'
import type { HotPathStop } from './hot-path.ts'

/** A drawn function, or a cycle that is drawn as one node. */
export interface DrawnNode {
  /** Of a cycle, the member with the most self time. */
  readonly function: FunctionIndex
  /** The cycle that is drawn as this node; NONE for a function. */
  readonly closed: CycleIndex | None
  readonly selfTicks: Ticks
  /** Self and child time; a member of a cycle inherits from outside the cycle only. */
  readonly totalTicks: Ticks
  /** Shares of the whole, 0–1, in the drawing's measure. */
  readonly selfShare: number
  readonly totalShare: number
  /** The open cycle of which it is a member. */
  readonly cycle: CycleIndex | None
  readonly isHot: boolean
  /** Number of distinct callers and callees that are not drawn. */
  readonly callersLeftOut: number
  readonly calleesLeftOut: number
}

/** A drawn arc; several arcs from or to a cycle that is one node are one. */
export interface DrawnArc {
  /** The one that passes the most time, of several. */
  readonly arc: ArcIndex
  /** All of them. */
  readonly arcs: readonly ArcIndex[]
  /** Indexes in `nodes`. */
  readonly parent: number
  readonly child: number
  /** Times the arc was traversed. */
  readonly count: number
  /** Time passed; 0 for direct recursion and inside a cycle. */
  readonly ticks: Ticks
  /** Share of the whole, 0–1, in the drawing's measure. */
  readonly share: number
  readonly kind: 'ordinary' | 'cycle' | 'self'
  /** Whether it leads back up inside a cycle (`findWayDown`). */
  readonly isBack: boolean
  /** Whether it is a static call, which has no count. */
  readonly isStatic: boolean
  /** Whether the time passed is an estimate, because its child has other callers. */
  readonly isEstimate: boolean
  readonly isHot: boolean
}

/** A cycle that is drawn by its members. */
export interface DrawnCycle {
  readonly cycle: CycleIndex
  /** Indexes in `nodes`. */
  readonly members: readonly number[]
  /** Number of members that are not drawn. */
  readonly membersLeftOut: number
  readonly totalTicks: Ticks
  /** Share of the whole, 0–1, in the drawing's measure. */
  readonly totalShare: number
}

/** Everything that the graph draws. */
export interface NodeLink {
  /** What sizes represent: calls only if no time was sampled. */
  readonly measure: 'time' | 'calls'
  /** Nodes, heaviest first. */
  readonly nodes: readonly DrawnNode[]
  /** Arcs in drawing order: lightest first, the hot path last. */
  readonly arcs: readonly DrawnArc[]
  readonly cycles: readonly DrawnCycle[]
  /**
   * Number of arcs outside of cycles, by which the layout is chosen: without what stubs and the list added, and
   * with an opened cycle as one node, so that opening something does not change the layout.
   */
  readonly layoutArcs: number
  /** Number of functions that the nodes are, those in closed cycles included. */
  readonly functions: number
  /** Index of the focused function in `nodes`, or NONE. */
  readonly focus: number
  /** Where the hot path stops because a cycle's few entries decide how it goes on. */
  readonly hotPathStop: HotPathStop | null
  readonly leftOut: LeftOut
}

/** What the graph omits. */
export interface LeftOut {
  /** Active functions that are not drawn, and their self time. */
  readonly functions: number
  readonly selfTicks: Ticks
  /** That time as a share of the whole, 0–1; 0 in a drawing of calls. */
  readonly selfShare: number
  /** Arcs that are not drawn. */
  readonly arcs: number
  /** Functions that reach the threshold but exceed the limit. */
  readonly overLimit: number
}

/** Returns the functions of a node. */
export function functionsOfNode(
  { cycles }: AnalyzedProfile,
  { function: f, closed }: Pick<DrawnNode, 'function' | 'closed'>,
): Iterable<FunctionIndex> {
  return closed === NONE ? [f] : membersOf(cycles, closed)
}

/** Returns the node of each drawn function, those in the node of a cycle included. */
export function nodesByFunction(
  analyzed: AnalyzedProfile,
  nodes: readonly Pick<DrawnNode, 'function' | 'closed'>[],
): ReadonlyMap<FunctionIndex, number> {
  const nodeOf = new Map<FunctionIndex, number>()
  nodes.forEach((node, at) => {
    for (const f of functionsOfNode(analyzed, node)) nodeOf.set(f, at)
  })
  return nodeOf
}
