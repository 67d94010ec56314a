// How long each function was on the stack at least: the self time of all code that runs below it only.
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { asArray } from '../../base/as-column.ts'
import { NONE } from '../../base/brand.ts'
import { finish } from '../../base/steps.ts'
import type { FunctionIndex } from '../../profile/tables.ts'
import { certainAtHand } from './at-hand.ts'
import { findDominators, STEP, type FlowGraph } from './dominators.ts'

/**
 * gprof shares out the time of a function with several callers by their calls, as if every call cost the same. But where
 * every way down to a function leads through one place, its time belongs to that place however it is shared out in
 * between:
 *
 *          main          every way to `k` leads through `parse`: all of k's time is part of parse's, for certain.
 *           │            How much of it was spent for `item` and how much for `list` is not known;
 *         parse          of theirs, `k` is no certain part.
 *         ╱   ╲
 *      item   list
 *         ╲   ╱
 *           k
 *
 * That is dominance: `parse` dominates `k`. No better bound follows from the arcs: to a function that `parse` does not
 * dominate there is a way around it, and all its time may have been spent on that way. Cycles are no exception: the only
 * member that is called from outside dominates all others, while gprof gives each member its own part of what they call.
 *
 * Ways are the arcs that were counted; arcs to or from a function whose time a scenario leaves out are none.
 *
 * Shape:  one value per function, and behind these one per cycle, for the cycle as a whole (`lowerBoundOfCycle`).
 * Unit:   ticks. Functions whose time shows in part only (`fraction` below 1) count as nothing: which part is assumed.
 * Limit:  rests on the calls that were counted. A call from code compiled without -pg is not seen.
 */
export function certainTicks(analyzed: AnalyzedProfile): Float64Array {
  return finish(certainTicksInSteps(analyzed))
}

/** The same with pauses, some thousand functions or arcs apart, so that the caller can do other things between. */
export function* certainTicksInSteps(analyzed: AnalyzedProfile): Generator<void, Float64Array> {
  const known = certainAtHand.get(analyzed)
  if (known) return known
  const sums = yield* sumDominated(analyzed)
  certainAtHand.set(analyzed, sums)
  return sums
}

/** What `certainTicks` has for a cycle as a whole. Ticks. */
export function lowerBoundOfCycle(
  { profile }: AnalyzedProfile,
  certain: Float64Array,
  cycle: CycleIndex,
): number {
  return certain[profile.functions.length + cycle]
}

const FULL = 1 - 1e-9

function* sumDominated(analyzed: AnalyzedProfile): Generator<void, Float64Array> {
  const { length, selfTicks } = analyzed.profile.functions
  const { fraction } = analyzed.times
  const { order, above } = yield* findDominators(yield* flowOf(analyzed))
  const sums = new Float64Array(length + analyzed.cycles.length + 1)
  yield
  for (let row = 0; row < length; row++) {
    if (row % STEP === STEP - 1) yield
    const f = row as FunctionIndex
    if (fraction[f] >= FULL) sums[row] = selfTicks[f]
  }
  for (let at = order.length - 1; at > 0; at--) {
    if (at % STEP === 0) yield
    sums[above[order[at]]] += sums[order[at]]
  }
  return sums.subarray(0, -1)
}

/**
 * The call graph as a flow graph. Nodes are functions, then cycles, and last one node outside the program, which calls
 * all that nothing else calls. A cycle's node stands between the cycle's callers and the members that they call. Members
 * reach one another, so it changes no dominance between functions, and what it dominates runs below the cycle as a whole:
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

  /** By node: whether anything calls it; of a cycle and its members only callers outside of it count. */
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
  /** Callers of cycles from outside, by cycle. */
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
    // Which member of a cycle that nothing calls came first is not known.
    else if (isRoot[length + cycleOf[f]] === 1) isCalled[f] = 1
  }
  // A function's last way in has no arc: it comes from outside the program, or, into a member, from its cycle.
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
