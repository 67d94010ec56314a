// Lower bound of the time on the stack: the self time of all code that runs only below a function.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { asArray, NONE } from '../../base/columns.ts'
import { detachBuffers } from '../../base/buffers.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import {
  findDominators,
  isDominated,
  numberDominated,
  STEP,
  type FlowGraph,
  type DominatorTree,
} from '../../analysis/dominators.ts'
import { certainSelf, FULL } from './folded-self.ts'

/** What certainly runs below each function. */
export interface LowerBounds {
  /** Lower bounds in ticks: by function, then by cycle (`leastOfCycle`). */
  readonly least: Float64Array
  /**
   * By function: the arc that every path to it ends with, when it first gets there; NONE if there are
   * several, or if a path may begin with the function.
   */
  readonly onlyEntry: Int32Array
}

/**
 * Computes the lower bound of each function's time on the stack, and where paths enter it.
 *
 * gprof divides the time of a function with several callers by their calls, as if every call cost
 * the same. But if every path down to a function leads through one place, its time belongs to
 * that place, however it is divided in between:
 *
 *          main          every path to `k` leads through `parse`: all of k's time is certainly part of parse's.
 *           │            How much of it was spent for `item` and how much for `list` is not known;
 *         parse          for them, `k` is no certain part.
 *         ╱   ╲
 *      item   list
 *         ╲   ╱
 *           k
 *
 * That is dominance: `parse` dominates `k`. No better bound follows from the arcs: a function
 * that `parse` does not dominate can be reached by another path, and all its time may have been
 * spent on that path. Cycles are no exception. The only member called from outside dominates all
 * others, while gprof gives each member its own part of what they call.
 *
 * Paths consist of counted arcs. Arcs to or from a function whose time a scenario excludes are
 * none.
 *
 * Unit: ticks. Functions whose time is shown in part (`fraction` below 1) count as nothing, because
 * that part is an estimate.
 */
export function* lowerBoundsOf(analyzed: AnalyzedProfile): Generator<void, LowerBounds> {
  const { length } = analyzed.profile.functions
  const { fraction } = analyzed.times
  const flow = yield* flowOf(analyzed)
  const { order, above } = yield* findDominators(flow)
  const sums = new Float64Array(length + analyzed.cycles.length + 1)
  yield
  for (let row = 0; row < length; row++) {
    if (row % STEP === STEP - 1) yield
    const f = row as FunctionIndex
    if (fraction[f] >= FULL) sums[row] = certainSelf(analyzed, f)
  }
  for (let at = order.length - 1; at > 0; at--) {
    if (at % STEP === 0) yield
    sums[above[order[at]]] += sums[order[at]]
  }
  const onlyEntry = yield* findOnlyEntries(analyzed, flow, { order, above })
  detachBuffers([above.buffer])
  return { least: sums.subarray(0, -1), onlyEntry }
}

const SEVERAL = -2

/** Arcs from functions that the child dominates do not count: the child ran before them. */
function* findOnlyEntries(
  { profile, cycles, times }: AnalyzedProfile,
  { root, target }: FlowGraph,
  tree: DominatorTree,
): Generator<void, Int32Array> {
  const { length } = profile.functions
  const parents = asArray(profile.arcs.parent)
  const children = asArray(profile.arcs.child)
  const counts = asArray(profile.arcs.count)
  const cycleOf = asArray(cycles.cycleOf)
  const fraction = asArray(times.fraction)
  const ranges = yield* numberDominated(tree)
  const only = new Int32Array(length).fill(NONE)
  yield
  for (let arc = 0; arc < parents.length; arc++) {
    if (arc % STEP === STEP - 1) yield
    const [parent, child] = [parents[arc], children[arc]]
    if (parent === child || !(counts[arc] > 0) || fraction[parent] === 0 || fraction[child] === 0) continue
    if (!isDominated(ranges, parent, child)) only[child] = only[child] === NONE ? arc : SEVERAL
  }
  for (let f = 0; f < length; f++) {
    if (f % STEP === STEP - 1) yield
    const isStart = target(root, cycleOf[f] === NONE ? f : length + cycleOf[f]) !== NONE
    if (isStart || only[f] === SEVERAL) only[f] = NONE
  }
  detachBuffers([ranges.below.buffer, ranges.first.buffer])
  return only
}

/**
 * The call graph as a flow graph. Nodes are functions, then cycles, then one node outside the
 * program, which calls everything without another caller. A cycle's node is between the cycle's
 * callers and the members they call. Members reach one another, so it changes no dominance
 * between functions, and what it dominates runs below the whole cycle:
 *
 *     outside ─► main ─► (cycle 1) ─► value ⇄ term
 */
function* flowOf({ profile, cycles, times }: AnalyzedProfile): Generator<void, FlowGraph> {
  const { arcsByParent, arcsByChild, functions } = profile
  const { length } = functions
  const size = length + cycles.length + 1
  const root = size - 1
  const parents = asArray(profile.arcs.parent)
  const children = asArray(profile.arcs.child)
  const counts = asArray(profile.arcs.count)
  const cycleOf = asArray(cycles.cycleOf)
  const fraction = asArray(times.fraction)
  const isWay = (arc: number): boolean => {
    const [parent, child] = [parents[arc], children[arc]]
    return parent !== child && counts[arc] > 0 && fraction[parent] !== 0 && fraction[child] !== 0
  }
  const isEntry = (arc: number): boolean => cycleOf[children[arc]] !== cycleOf[parents[arc]]

  /** By node: whether anything calls it; for a cycle and its members only callers outside count. */
  const isCalled = new Uint8Array(size)
  const entries = new Uint32Array(cycles.length + 1)
  yield
  for (let arc = 0; arc < parents.length; arc++) {
    if (arc % STEP === STEP - 1) yield
    const child = children[arc]
    const cycle = cycleOf[child]
    if ((cycle !== NONE && !isEntry(arc)) || !isWay(arc)) continue
    isCalled[child] = 1
    if (cycle !== NONE) entries[cycle + 1]++
  }
  /** Callers of each cycle from outside. */
  for (let cycle = 0; cycle < cycles.length; cycle++) entries[cycle + 1] += entries[cycle]
  const entered = new Int32Array(entries[cycles.length])
  const isRoot = new Uint8Array(size)
  for (let cycle = 0; cycle < cycles.length; cycle++) {
    if (cycle % STEP === STEP - 1) yield
    let at = entries[cycle]
    const { offsets, items } = cycles.members
    for (let m = offsets[cycle]; m < offsets[cycle + 1]; m++) {
      for (let way = arcsByChild.offsets[items[m]]; way < arcsByChild.offsets[items[m] + 1]; way++) {
        const arc = arcsByChild.items[way]
        if (isEntry(arc) && isWay(arc)) entered[at++] = parents[arc]
      }
    }
    isRoot[length + cycle] = at === entries[cycle] ? 1 : 0
  }
  for (let f = 0; f < length; f++) {
    if (f % STEP === STEP - 1) yield
    if (cycleOf[f] === NONE) isRoot[f] = 1 - isCalled[f]
    // In a cycle without callers it is unknown which member ran first.
    else if (isRoot[length + cycleOf[f]] === 1) isCalled[f] = 1
  }
  // A function's last incoming edge has no arc: it comes from outside the program or, for a
  // member, from its cycle.
  return {
    size,
    root,
    firstOut: (node) =>
      node < length ? arcsByParent.offsets[node] : node === root ? 0 : cycles.members.offsets[node - length],
    endOut: (node) =>
      node < length
        ? arcsByParent.offsets[node + 1]
        : node === root
          ? root
          : cycles.members.offsets[node - length + 1],
    target: (node, way) => {
      if (node === root) return isRoot[way] === 1 ? way : NONE
      if (node >= length) {
        const member = cycles.members.items[way]
        return isCalled[member] === 1 ? member : NONE
      }
      const arc = arcsByParent.items[way]
      if (!isWay(arc)) return NONE
      const child = children[arc]
      return cycleOf[child] !== NONE && isEntry(arc) ? length + cycleOf[child] : child
    },
    firstIn: (node) => (node < length ? arcsByChild.offsets[node] : entries[node - length]),
    endIn: (node) => (node < length ? arcsByChild.offsets[node + 1] + 1 : entries[node - length + 1] + 1),
    source: (node, way) => {
      const cycle = node < length ? cycleOf[node] : NONE
      if (node >= length) {
        if (way < entries[node - length + 1]) return entered[way]
        return isRoot[node] === 1 ? root : NONE
      }
      if (way === arcsByChild.offsets[node + 1]) {
        if (cycle !== NONE) return isCalled[node] === 1 ? length + cycle : NONE
        return isRoot[node] === 1 ? root : NONE
      }
      const arc = arcsByChild.items[way]
      return isWay(arc) && (cycle === NONE || !isEntry(arc)) ? parents[arc] : NONE
    },
  }
}
