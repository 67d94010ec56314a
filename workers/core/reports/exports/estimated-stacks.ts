// Estimates weighted stacks from the call graph, for formats that require stacks: follows the heaviest
// paths from the roots.
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { type Brand, NONE } from '../../base/columns.ts'
import type { Ticks } from '../../base/units.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { callsOfHead, membersOf } from '../../analysis/arc-times.ts'
import { type Head, headTicks, listRoots } from '../roots.ts'
import { Heaviest } from '../../base/heaviest.ts'
import { OtherTime } from './remainder.ts'

/**
 * Index of a frame: a function; then a whole cycle; then the single frame for paths that were not
 * followed.
 */
export type FrameIndex = Brand<number, 'FrameIndex'>

/** Limits of the estimate. */
export interface StackLimits {
  /** Share of all time, 0–1, below which a path is not followed. */
  readonly least: number
  /** Largest number of paths, whether time was spent at their end or below. */
  readonly most: number
}

/** Limits that exports use by default. */
export const DEFAULT_LIMITS: StackLimits = { least: 1e-5, most: 20_000 }
/** Largest depth of a path, in frames. */
export const DEEPEST = 250
/** Frames of all paths together, per allowed path, so that a long chain does not fill the disk. */
const FRAMES_PER_PATH = 32

/** Estimated stacks as a tree; every row comes after its parent row. */
export interface EstimatedStacks {
  readonly analyzed: AnalyzedProfile
  /** The limits it was made with. */
  readonly limits: StackLimits
  /** Number of rows. */
  readonly length: number
  /** The parent row; NONE for an outermost frame. */
  readonly above: ArrayLike<number>
  /** Frame of each row. */
  readonly frame: ArrayLike<FrameIndex>
  /** Ticks of the stack that ends here. */
  readonly selfTicks: ArrayLike<Ticks>
  /** Rows with self time, depth first, the heaviest branch first. */
  readonly leaves: Uint32Array
  /** Sum over all stacks, and its part on paths that were not followed. Ticks. */
  readonly ticks: Ticks
  readonly untoldTicks: Ticks
}

const cycleFrame = ({ profile }: AnalyzedProfile, cycle: CycleIndex): FrameIndex =>
  (profile.functions.length + cycle) as FrameIndex

/** Returns the frame for paths that were not followed, the last of all frames. */
export const otherFrame = ({ profile, cycles }: AnalyzedProfile): FrameIndex =>
  (profile.functions.length + cycles.length) as FrameIndex

/**
 * Estimates the stacks of a profile, heaviest paths first. Self times stay exact; the callers in a stack
 * are estimated. A profile without time has no stacks.
 *
 * @param limits below which paths are merged; by default `DEFAULT_LIMITS`
 */
export function estimateStacks(
  analyzed: AnalyzedProfile,
  limits: StackLimits = DEFAULT_LIMITS,
): EstimatedStacks {
  const rows = new StackRows(analyzed, limits)
  for (const root of listRoots(analyzed)) rows.addRoot(root)
  rows.expandAll()
  const followed = sum(rows.selfTicks)
  rows.addRemainders()
  const ticks = sum(rows.selfTicks)
  const { above, frame, selfTicks } = rows
  const leaves = listLeaves(above, selfTicks, rows.totalTicks)
  const { length } = frame
  return { analyzed, limits, length, above, frame, selfTicks, leaves, ticks, untoldTicks: ticks - followed }
}

/** The tree under construction. */
class StackRows {
  readonly above: number[] = []
  readonly frame: FrameIndex[] = []
  readonly selfTicks: Ticks[] = []
  readonly totalTicks: Ticks[] = []
  readonly #scale: number[] = []
  readonly #depth: number[] = []
  readonly #root: number[] = []
  readonly #heaviest = new Heaviest(this.totalTicks)
  readonly #analyzed: AnalyzedProfile
  readonly #limits: StackLimits
  readonly #remainders: OtherTime
  readonly #least: Ticks
  #framesLeft: number

  constructor(analyzed: AnalyzedProfile, limits: StackLimits) {
    this.#analyzed = analyzed
    this.#limits = limits
    this.#remainders = new OtherTime(analyzed)
    this.#least = limits.least * analyzed.printedTicks
    this.#framesLeft = limits.most * FRAMES_PER_PATH
  }

  addRoot(root: Head): void {
    this.#addHead(NONE, root.function, root.scale)
  }

  /** Expands the heaviest path first, in any branch. */
  expandAll(): void {
    for (let row = this.#heaviest.take(); row !== undefined; row = this.#heaviest.take()) this.#expand(row)
  }

  addRemainders(): void {
    const other = otherFrame(this.#analyzed)
    for (const { root, functions, ticks } of this.#remainders.pass()) {
      const top = this.#push(root, other, 0, 0, 0)
      let total = 0
      for (let at = 0; at < functions.length; at++) {
        this.#push(top, functions[at] as FrameIndex, 0, ticks[at], ticks[at])
        total += ticks[at]
      }
      this.totalTicks[top] = total
    }
  }

  #expand(row: number): void {
    const { profile } = this.#analyzed
    const frame = this.frame[row]
    if (frame < profile.functions.length) this.#addCallees(row, frame as number as FunctionIndex)
    else this.#addMembers(row, (frame - profile.functions.length) as CycleIndex)
  }

  #addCallees(row: number, f: FunctionIndex): void {
    const { profile, cycles, times } = this.#analyzed
    const { arcs, arcsByParent } = profile
    const cycle = cycles.cycleOf[f]
    // A cycle is entered once, through however many members.
    const entries = new Map<CycleIndex, { readonly child: FunctionIndex; readonly count: number }>()
    for (let at = arcsByParent.offsets[f]; at < arcsByParent.offsets[f + 1]; at++) {
      const arc = arcsByParent.items[at]
      const child = arcs.child[arc]
      const below = cycles.cycleOf[child]
      if (child === f || times.fraction[child] === 0) continue
      if (below === NONE) this.#addCallee(row, child, arcs.count[arc])
      else if (below !== cycle)
        entries.set(below, { child, count: (entries.get(below)?.count ?? 0) + arcs.count[arc] })
    }
    for (const { child, count } of entries.values()) this.#addCallee(row, child, count)
  }

  #addCallee(row: number, child: FunctionIndex, count: number): void {
    const all = callsOfHead(this.#analyzed, child)
    if (all > 0) this.#addHead(row, child, this.#scale[row] * (count / all))
  }

  /** Adds all members that have time, or none: a remainder represents a whole cycle only. */
  #addMembers(row: number, cycle: CycleIndex): void {
    const { profile, times } = this.#analyzed
    const isRoot = times.cycleFraction[cycle] === 0
    const members: { f: FunctionIndex; scale: number; self: Ticks; total: Ticks }[] = []
    for (const f of membersOf(this.#analyzed.cycles, cycle)) {
      const scale = isRoot ? times.fraction[f] : times.fraction[f] === 0 ? 0 : this.#scale[row]
      const self = scale * profile.functions.selfTicks[f]
      const total = self + scale * times.childTicks[f]
      if (total > 0) members.push({ f, scale, self, total })
    }
    if (this.frame.length + members.length > this.#limits.most) {
      const [{ f }] = members
      this.#remainders.add(this.#root[row], f, this.#scale[row])
      return
    }
    for (const { f, scale, self, total } of members) {
      this.#heaviest.add(this.#push(row, f as number as FrameIndex, scale, self, total))
    }
  }

  /** Adds a step to a function, or into its cycle: as a row, or to the remainder. */
  #addHead(above: number, f: FunctionIndex, scale: number): void {
    const { self, child } = headTicks(this.#analyzed, f)
    const total = scale * (self + child)
    if (!(total > 0)) return
    const depth = above === NONE ? 0 : this.#depth[above] + 1
    const isFollowed = total >= this.#least && depth < DEEPEST && this.#framesLeft > depth
    if (!isFollowed || this.frame.length >= this.#limits.most) {
      this.#remainders.add(above === NONE ? NONE : this.#root[above], f, scale)
      return
    }
    const cycle = this.#analyzed.cycles.cycleOf[f]
    const frame = cycle === NONE ? (f as number as FrameIndex) : cycleFrame(this.#analyzed, cycle)
    this.#heaviest.add(this.#push(above, frame, scale, cycle === NONE ? self * scale : 0, total))
  }

  #push(above: number, frame: FrameIndex, scale: number, self: Ticks, total: Ticks): number {
    const row = this.frame.push(frame) - 1
    const depth = above === NONE ? 0 : this.#depth[above] + 1
    this.above.push(above)
    this.#scale.push(scale)
    this.selfTicks.push(self)
    this.totalTicks.push(total)
    this.#depth.push(depth)
    this.#root.push(above === NONE ? row : this.#root[above])
    this.#framesLeft -= depth + 1
    return row
  }
}

/**
 * Returns rows with self time, depth first: heavier branches first, and a row before its
 * descendants.
 */
function listLeaves(above: readonly number[], self: readonly Ticks[], total: readonly Ticks[]): Uint32Array {
  const { length } = above
  // Children are linked through their siblings, lightest first, so that the heaviest ends up in
  // front.
  const byWeight = Uint32Array.from({ length }, (_, row) => row).sort(
    (one, other) => total[one] - total[other] || other - one,
  )
  const first = new Int32Array(length + 1).fill(NONE)
  const next = new Int32Array(length).fill(NONE)
  for (const row of byWeight) {
    const parent = above[row] === NONE ? length : above[row]
    next[row] = first[parent]
    first[parent] = row
  }
  const leaves: number[] = []
  let row = first[length]
  while (row !== NONE) {
    if (self[row] > 0) leaves.push(row)
    if (first[row] !== NONE) {
      row = first[row]
      continue
    }
    while (row !== NONE && next[row] === NONE) row = above[row]
    if (row !== NONE) row = next[row]
  }
  return Uint32Array.from(leaves)
}

function sum(values: readonly number[]): number {
  let total = 0
  for (const value of values) total += value
  return total
}
