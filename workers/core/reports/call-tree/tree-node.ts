// What a call tree is made of; how its numbers come about is told in call-tree.ts.
import type { CycleIndex } from '../../analysis/analyzed-profile.ts'
import type { None } from '../../base/brand.ts'
import type { Ticks } from '../../base/units.ts'
import type { FunctionIndex } from '../../profile/tables.ts'
import type { Analysis } from '../listing/listing.ts'
import type { CycleCallers } from './cycle-callers.ts'

export type Direction = 'callees' | 'callers'

export interface TreeNode {
  /**
   * `cycle`: the step into a cycle as a whole, by way of `function`. `member`: one of its members, below it.
   * `recursion`, `inside`: a call that leads back on the path (to itself, to its own cycle); passes no time, ends there.
   */
  readonly kind: 'function' | 'cycle' | 'member' | 'recursion' | 'inside'
  readonly function: FunctionIndex
  /** The cycle the function is in. */
  readonly cycle: CycleIndex | None
  readonly parent: TreeNode | null
  /** 0 for the root. */
  readonly depth: number
  /** Calls of the arc as counted, whoever asked; of the root and of members, all their calls. */
  readonly count: number
  /** Of those, the calls along this path. */
  readonly calls: number
  /** Part of all calls that came along this path, 0–1. Callees: of this function's calls; callers: of the root's. */
  readonly share: number
  /** The same for time: less where a scenario leaves some of it out. */
  readonly scale: number
  /** Self time along this path; with callers, the root's. */
  readonly selfTicks: Ticks
  readonly totalTicks: Ticks
  /** The part of `totalTicks` that no cost of calls could change. */
  readonly certainTicks: Ticks
}

export interface CallTree extends Analysis {
  readonly direction: Direction
  readonly root: TreeNode
  /** By function, see ../certain; null as long as it is not worked out: then self time alone is certain. */
  readonly certain: Float64Array | null
  /** Callers of whole cycles, as far as they were asked for. */
  readonly cycleCallers: Map<CycleIndex, CycleCallers>
}
