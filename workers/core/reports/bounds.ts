// What numbers rest on: how long each function was on the stack at least and at most, which part of each
// shown time is certain; and samples, gprof's assumption and 100% in words.
import { arcSelfTicks, arcTicks, callsOfHead, factorOfFunction } from '../analysis/analyze-profile.ts'
import type { AnalyzedProfile, CycleIndex } from '../analysis/analyzed-profile.ts'
import { findComponentsAmong } from '../analysis/cycles.ts'
import { asArray, detachBuffers, NONE } from '../base/columns.ts'
import type { Ticks } from '../base/units.ts'
import type { ArcIndex, FunctionIndex } from '../profile/call-graph-profile.ts'
import { orderOfNumbers } from '../base/sorting.ts'
import { finish } from '../base/yielder.ts'
import { isStringAt } from '../base/string-table.ts'
import {
  formatCount,
  formatExact,
  formatFixed,
  formatScaled,
  formatSeconds,
  secondsOf,
  wholeTicks,
} from './quantities.ts'
import { spanText } from './span-text.ts'
import { selfRangeOf } from '../profile/shared-bins.ts'
import { lastBelow, poissonTail } from './diff/significance.ts'
import type { Equation } from './equation.ts'
import type { FlatProfile } from './listing/listing.ts'

// Bounds of the time that a function was on the stack (lower by dominators of the call graph,
// upper by reachability), and which part of each shown time is certain.

/**
 * Result of `certainTicks`; null while it is not computed. Then only self time counts as certain.
 */
type Certain = Float64Array | null

/** Bounds of the time that a function was on the stack, in ticks. */
export interface TimeRange {
  readonly least: Ticks
  readonly most: Ticks
}

/**
 * Returns the self time that is a function's own however the time of folded functions is divided, in ticks; its
 * self time if nothing is folded.
 */
function certainSelf(analyzed: AnalyzedProfile, f: FunctionIndex): Ticks {
  const { folding, profile } = analyzed
  const self = profile.functions.selfTicks[f]
  return folding ? Math.min(self, folding.least[f] / factorOfFunction(analyzed, f)) : self
}

/**
 * Returns the bounds of a self time that includes time of folded functions with other callers, in ticks; null
 * if it is certain.
 */
export function foldedSelfRange(analyzed: AnalyzedProfile, f: FunctionIndex): TimeRange | null {
  if (!analyzed.folding) return null
  const [least, most] = [certainSelf(analyzed, f), possibleSelf(analyzed, f)]
  return most - least > 1e-9 * most ? { least, most } : null
}

/** Returns the certain part of a function's self time, 0–1; 1 if nothing of it is folded. */
export function certainPartOfSelf(analyzed: AnalyzedProfile, f: FunctionIndex): number {
  const range = foldedSelfRange(analyzed, f)
  return range ? partOf(range.least, analyzed.profile.functions.selfTicks[f]) : 1
}

/** Returns the self time of a function if all folded time that it may have is its own, in ticks. */
function possibleSelf(analyzed: AnalyzedProfile, f: FunctionIndex): Ticks {
  const { folding, profile } = analyzed
  const self = profile.functions.selfTicks[f]
  return folding ? Math.max(self, folding.most[f] / factorOfFunction(analyzed, f)) : self
}

/**
 * Returns the bounds of a function's time on the stack, in ticks. They bound the sampled time, which has a
 * sampling error of its own.
 *
 * @param certain result of `certainTicks`; null while it is not computed, when the lower bound is the self
 *   time and the upper one all of the time
 */
export function rangeOfTotal(analyzed: AnalyzedProfile, certain: Certain, f: FunctionIndex): TimeRange {
  // The scenario may exclude its time from the sums, but not from its own.
  const own = certainSelf(analyzed, f)
  const least = certain ? Math.max(certain[f], own) : own
  return { least, most: Math.max(least, upperBound(analyzed, f)) }
}

/**
 * Returns the bounds of the time that calls along an arc were on the stack, in ticks. The lower bound is
 * that of the child if no path gets to it for the first time by another arc, else 0: all of its time may
 * have been spent for the others. The upper bound is that of the child. Both are 0 for an arc without a
 * count, and if the scenario excludes the time of parent or child.
 *
 * @param certain result of `certainTicks`; null while it is not computed, when the lower bound is 0
 */
export function rangeOfArc(analyzed: AnalyzedProfile, certain: Certain, arc: ArcIndex): TimeRange {
  const { parent, child, count } = analyzed.profile.arcs
  const { fraction } = analyzed.times
  if (!(count[arc] > 0) || fraction[parent[arc]] === 0 || fraction[child[arc]] === 0)
    return { least: 0, most: 0 }
  const isOnly = certain !== null && onlyEntries.get(analyzed)?.[child[arc]] === arc
  const least = isOnly ? certain[child[arc]] : 0
  return { least, most: Math.max(least, upperBound(analyzed, child[arc])) }
}

/** Whether a function is a member of a cycle. */
export const isMember = ({ cycles }: AnalyzedProfile, f: FunctionIndex): boolean => cycles.cycleOf[f] !== NONE

/**
 * Returns the certain part of the self and child time of a function outside cycles, 0–1; 0 without time.
 *
 * @param certain result of `certainTicks`; null while it is not computed, when only self time is certain
 */
export function certainPart(analyzed: AnalyzedProfile, certain: Certain, f: FunctionIndex): number {
  const self = analyzed.profile.functions.selfTicks[f]
  return partOf(certain ? certain[f] : certainSelf(analyzed, f), self + analyzed.times.childTicks[f])
}

/**
 * Returns the certain part of a whole cycle's self and child time, 0–1; 0 without time.
 *
 * @param certain result of `certainTicks`; null while it is not computed, when only self time is certain
 */
export function certainPartOfCycle(analyzed: AnalyzedProfile, certain: Certain, cycle: CycleIndex): number {
  const { cyclePropagatedSelf, cyclePropagatedChild } = analyzed.times
  const self = cyclePropagatedSelf[cycle]
  // Arcs without a count make members but are no paths.
  const own = analyzed.folding ? 0 : self
  const sure = certain ? Math.max(own, lowerBoundOfCycle(analyzed, certain, cycle)) : own
  return partOf(sure, self + cyclePropagatedChild[cycle])
}

/**
 * Returns the certain part of the time that an arc passes, 0–1; 0 if it passes none. It is 0 unless all
 * calls of the child, or of its cycle from outside, came along this arc; otherwise the shares are
 * estimates.
 *
 * @param certain result of `certainTicks`; null while it is not computed, when only the child's self time
 *   is certain
 */
export function certainPartOfArc(analyzed: AnalyzedProfile, certain: Certain, arc: ArcIndex): number {
  if (!isOnlyWay(analyzed, arc)) return 0
  const sure = certain
    ? certainOfHead(analyzed, certain, analyzed.profile.arcs.child[arc])
    : analyzed.folding
      ? 0
      : arcSelfTicks(analyzed, arc)
  return partOf(sure, arcTicks(analyzed, arc))
}

/**
 * Whether an arc passes time that is an estimate: gprof divides the time of a child with other callers by
 * their calls. False for an arc that passes no time.
 */
export function isEstimatedArc(analyzed: AnalyzedProfile, arc: ArcIndex): boolean {
  return arcTicks(analyzed, arc) > 0 && !isOnlyWay(analyzed, arc)
}

/** Whether all calls of the child, or of its cycle from outside, came along this arc. */
function isOnlyWay(analyzed: AnalyzedProfile, arc: ArcIndex): boolean {
  const { child, count } = analyzed.profile.arcs
  return count[arc] === callsOfHead(analyzed, child[arc])
}

/**
 * Returns the certain part of the child time of a cycle's member, in ticks. It is the time of callees
 * outside the cycle all of whose calls came along one arc of this member, as far as their own lower bounds
 * go.
 *
 * @param certain result of `certainTicks`; null while it is not computed, when the result is 0
 */
export function certainBelowMember(analyzed: AnalyzedProfile, certain: Certain, f: FunctionIndex): Ticks {
  if (!certain) return 0
  const { arcsByParent } = analyzed.profile
  let sum = 0
  for (let at = arcsByParent.offsets[f]; at < arcsByParent.offsets[f + 1]; at++) {
    const arc = arcsByParent.items[at]
    const passed = arcTicks(analyzed, arc)
    if (passed > 0 && isOnlyWay(analyzed, arc))
      sum += Math.min(passed, certainOfHead(analyzed, certain, analyzed.profile.arcs.child[arc]))
  }
  return sum
}

/**
 * Returns the lower bound of a function's time on the stack or, for a member, that of its whole cycle, in
 * ticks.
 *
 * @param certain result of `certainTicks`
 */
export function certainOfHead(analyzed: AnalyzedProfile, certain: Float64Array, f: FunctionIndex): Ticks {
  const cycle = analyzed.cycles.cycleOf[f]
  return cycle === NONE ? certain[f] : lowerBoundOfCycle(analyzed, certain, cycle)
}

/**
 * Returns `sure / all`, 0–1; 0 if `all` is not positive. Sums of parts are inexact in their last digits, so
 * a result within 1e-9 of 1 is 1.
 */
export function partOf(sure: Ticks, all: Ticks): number {
  if (!(all > 0)) return 0
  return sure >= all * (1 - 1e-9) ? 1 : Math.max(0, sure / all)
}

// Lower bounds computed so far, for explanations, which are requested one by one and must not
// wait.

/** Result of `certainTicks` by profile; empty until it is computed. */
const lowerBoundCache = new WeakMap<AnalyzedProfile, Float64Array>()

// Lower bound of the time on the stack: the self time of all code that runs only below a
// function.

/**
 * Computes the lower bound of each function's time on the stack; with it the upper bounds, which
 * `rangeOfTotal` returns.
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
 * Shape: one value per function, followed by one per cycle (`lowerBoundOfCycle`). Unit: ticks.
 * Functions whose time is shown in part (`fraction` below 1) count as nothing, because that part
 * is an estimate. Limit: relies on counted calls. A call from code compiled without -pg is not
 * recorded. The result is kept for this analysis and shared by all callers: do not write to it.
 */
export function certainTicks(analyzed: AnalyzedProfile): Float64Array {
  return finish(certainTicksInSteps(analyzed, MOST_JOINED))
}

/**
 * Computes `certainTicks` in steps: yields every few thousand functions or arcs, so that the caller can do
 * other work. Returns at once what is already known of this analysis.
 *
 * @param mostJoined limit of the work for exact upper bounds
 */
export function* certainTicksInSteps(
  analyzed: AnalyzedProfile,
  mostJoined: number,
): Generator<void, Float64Array> {
  const known = lowerBoundCache.get(analyzed)
  if (known) return known
  const sums = yield* sumDominated(analyzed)
  upperBoundCache.set(analyzed, yield* findUpperBounds(analyzed, mostJoined))
  lowerBoundCache.set(analyzed, sums)
  return sums
}

/**
 * Returns the lower bound of a whole cycle's time on the stack, in ticks.
 *
 * @param certain result of `certainTicks`
 */
export function lowerBoundOfCycle(
  { profile }: AnalyzedProfile,
  certain: Float64Array,
  cycle: CycleIndex,
): number {
  return certain[profile.functions.length + cycle]
}

const FULL = 1 - 1e-9

function* sumDominated(analyzed: AnalyzedProfile): Generator<void, Float64Array> {
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
  onlyEntries.set(analyzed, yield* findOnlyEntries(analyzed, flow, { order, above }))
  detachBuffers([above.buffer])
  return sums.subarray(0, -1)
}

/**
 * By function: the arc that every path to it ends with, when it first gets there; NONE if there are
 * several, or if a path may begin with the function. Computed with the lower bounds.
 */
const onlyEntries = new WeakMap<AnalyzedProfile, Int32Array>()

const SEVERAL = -2

/** Arcs from functions that the child dominates do not count: the child ran before them. */
function* findOnlyEntries(
  { profile, cycles, times }: AnalyzedProfile,
  { size, root, target }: FlowGraph,
  { order, above }: DominatorTree,
): Generator<void, Int32Array> {
  const { length } = profile.functions
  const parents = asArray(profile.arcs.parent)
  const children = asArray(profile.arcs.child)
  const counts = asArray(profile.arcs.count)
  const cycleOf = asArray(cycles.cycleOf)
  const fraction = asArray(times.fraction)
  // Numbers nodes so that those that a node dominates follow it in one range.
  const below = new Int32Array(size).fill(1)
  const first = new Int32Array(size)
  const next = new Int32Array(size)
  yield
  for (let at = order.length - 1; at > 0; at--) {
    if (at % STEP === 0) yield
    below[above[order[at]]] += below[order[at]]
  }
  next[root] = 1
  for (let at = 1; at < order.length; at++) {
    if (at % STEP === 0) yield
    const node = order[at]
    first[node] = next[above[node]]
    next[above[node]] += below[node]
    next[node] = first[node] + 1
  }
  const only = new Int32Array(length).fill(NONE)
  yield
  for (let arc = 0; arc < parents.length; arc++) {
    if (arc % STEP === STEP - 1) yield
    const [parent, child] = [parents[arc], children[arc]]
    if (parent === child || !(counts[arc] > 0) || fraction[parent] === 0 || fraction[child] === 0) continue
    const isAfter = first[parent] >= first[child] && first[parent] < first[child] + below[child]
    if (!isAfter) only[child] = only[child] === NONE ? arc : SEVERAL
  }
  for (let f = 0; f < length; f++) {
    if (f % STEP === STEP - 1) yield
    const isStart = target(root, cycleOf[f] === NONE ? f : length + cycleOf[f]) !== NONE
    if (isStart || only[f] === SEVERAL) only[f] = NONE
  }
  detachBuffers([below.buffer, first.buffer, next.buffer])
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

// Upper bound of the time on the stack: the self time of all code that can run below a function.

/** Upper bounds of all functions, by FunctionIndex. */
interface UpperBounds {
  /** In ticks. */
  readonly most: Float64Array
  /** 1 for a bound that holds but may not be the best possible. */
  readonly isLoose: Uint8Array
  /** Self time of all that may run below anything unseen, in ticks. */
  readonly uncountedTicks: Ticks
}

/** Upper bounds by profile; computed with the lower bounds. */
const upperBoundCache = new WeakMap<AnalyzedProfile, UpperBounds>()

/**
 * Returns the upper bound of a function's time on the stack, in ticks: the self time of all functions that
 * counted calls reach from it, itself included, and of those that may run below it unseen. Code compiled
 * without -pg records no callers, so it may be called from anywhere. Functions that a scenario excludes
 * count as nothing. Returns all of the time until `certainTicks` has been computed for this analysis.
 */
const upperBound = (analyzed: AnalyzedProfile, f: FunctionIndex): Ticks =>
  upperBoundCache.get(analyzed)?.most[f] ?? analyzed.profile.totals.ticks

/**
 * Whether the upper bound of a function holds, but may not be the best possible. That is so only in very
 * large profiles with very many sampled functions (`MOST_JOINED_IN_PAGE`).
 */
export const isUpperBoundLoose = (analyzed: AnalyzedProfile, f: FunctionIndex): boolean =>
  upperBoundCache.get(analyzed)?.isLoose[f] === 1

/**
 * Replaces a loose upper bound of a function by the best possible, in steps of some thousand functions or
 * arcs. Returns whether the bound changed. Cost: a walk over all that the function reaches.
 */
export function* tightenUpperBound(analyzed: AnalyzedProfile, f: FunctionIndex): Generator<void, boolean> {
  const known = upperBoundCache.get(analyzed)
  if (known?.isLoose[f] !== 1) return false
  const isReached = yield* reachable(analyzed, [f, ...findUncounted(analyzed)])
  known.most[f] = timeOf(analyzed, isReached)
  known.isLoose[f] = 0
  return true
}

/** Words of bits that a component has in one pass. */
const WORDS = 8
/** Functions that one pass looks for. */
const IN_PASS = 32 * WORDS
/** Words that all passes of an export may join: up to ten seconds. */
const MOST_JOINED = 1e9
/**
 * The same for a page: about a second. All bounds are exact if functions with samples × (functions + arcs)
 * is below 3 × 10⁹: 26,000 functions with samples in a program of 20,000 functions and 100,000 arcs.
 */
export const MOST_JOINED_IN_PAGE = 1e8

/**
 * Computes the upper bounds of all functions. Bits travel from callees to callers through the components of
 * the call graph: one bit for each of the 256 functions with the most time in a first pass, for the next 256
 * in a second one, and so on. Functions that are left at `MOST_JOINED` count as reached by all components
 * above them in the order of the walk, but for no more than the sum over all calls.
 */
function* findUpperBounds(analyzed: AnalyzedProfile, mostJoined: number): Generator<void, UpperBounds> {
  const { length } = analyzed.profile.functions
  const fraction = asArray(analyzed.times.fraction)
  const isUnseen = yield* reachable(analyzed, findUncounted(analyzed))
  const uncountedTicks = timeOf(analyzed, isUnseen)
  const { offsets, targets } = yield* countedCalls(analyzed)
  const { order, list } = findComponentsAmong(offsets, targets)
  yield
  // By component from here on, callees first.
  const own = new Float64Array(length)
  for (let f = 0; f < length; f++) {
    if (f % STEP === STEP - 1) yield
    if (isUnseen[f] === 0 && fraction[f] !== 0)
      own[order[f] - 1] += possibleSelf(analyzed, f as FunctionIndex)
    for (let at = offsets[f]; at < offsets[f + 1]; at++) targets[at] = order[targets[at]] - 1
  }
  yield
  const graph: ComponentGraph = { list, order, offsets, targets }
  const ticks = new Float64Array(length)
  const heaviest = orderOfNumbers(own, true)
  yield
  const bits = new Int32Array(length * WORDS)
  const passes = Math.floor(mostJoined / (WORDS * (length + targets.length)))
  for (let pass = 0; pass < passes; pass++) {
    const looked = heaviest.subarray(pass * IN_PASS, (pass + 1) * IN_PASS)
    if (looked.length === 0 || own[looked[0]] === 0) break
    bits.fill(0)
    looked.forEach((component, bit) => (bits[component * WORDS + (bit >> 5)] |= 1 << (bit & 31)))
    for (let at = 0; at < length; at += STEP) {
      joinBits(graph, bits, at, Math.min(at + STEP, length))
      yield
    }
    const times = timesOfBytes(looked, own)
    for (let at = 0; at < length; at += STEP) {
      addTimes(ticks, bits, times, at, Math.min(at + STEP, length))
      yield
    }
    for (const component of looked) own[component] = 0
  }
  const isLooseComponent = yield* addRest(graph, own, ticks)
  const most = new Float64Array(length)
  const isLoose = new Uint8Array(length)
  for (let f = 0; f < length; f++) {
    if (f % STEP === STEP - 1) yield
    most[f] = capped(analyzed, uncountedTicks + ticks[order[f] - 1])
    isLoose[f] = isLooseComponent[order[f] - 1]
  }
  detachBuffers([bits.buffer, targets.buffer, own.buffer, ticks.buffer])
  return { most, isLoose, uncountedTicks }
}

/** Functions in the order of their components, callees first, and the components that each one calls. */
interface ComponentGraph {
  /** Functions; those of one component are adjacent. */
  readonly list: Uint32Array
  /** By function: its component plus 1. */
  readonly order: Uint32Array
  /** By function: where its calls begin in `targets`. */
  readonly offsets: Uint32Array
  /** Components. */
  readonly targets: Int32Array
}

/** Returns the calls that count as ways: by caller, with the function called. */
function* countedCalls({
  profile,
  times,
}: AnalyzedProfile): Generator<
  void,
  { readonly offsets: Uint32Array; readonly targets: Int32Array<ArrayBuffer> }
> {
  const { functions, arcs, arcsByParent } = profile
  const [children, counts] = [asArray(arcs.child), asArray(arcs.count)]
  const fraction = asArray(times.fraction)
  const offsets = new Uint32Array(functions.length + 1)
  const targets = new Int32Array(arcs.length)
  let used = 0
  for (let f = 0; f < functions.length; f++) {
    if (f % STEP === STEP - 1) yield
    const end = fraction[f] === 0 ? 0 : arcsByParent.offsets[f + 1]
    for (let at = arcsByParent.offsets[f]; at < end; at++) {
      const child = children[arcsByParent.items[at]]
      if (counts[arcsByParent.items[at]] > 0 && fraction[child] !== 0) targets[used++] = child
    }
    offsets[f + 1] = used
  }
  return { offsets, targets: targets.subarray(0, used) }
}

/** Gives the components at these places of the list the bits of all that they call. */
function joinBits(
  { list, order, offsets, targets }: ComponentGraph,
  bits: Int32Array,
  from: number,
  to: number,
): void {
  for (let place = from; place < to; place++) {
    const f = list[place]
    const into = WORDS * (order[f] - 1)
    for (let at = offsets[f]; at < offsets[f + 1]; at++) {
      const target = WORDS * targets[at]
      for (let word = 0; word < WORDS; word++) bits[into + word] |= bits[target + word]
    }
  }
}

/** Returns the time of each value of each byte of bits, in ticks: 256 values by place of the byte. */
function timesOfBytes(looked: Uint32Array, own: Float64Array): Float64Array {
  const times = new Float64Array(4 * WORDS * 256)
  for (let byte = 0; byte < 4 * WORDS; byte++) {
    for (let value = 1; value < 256; value++) {
      const bit = 31 - Math.clz32(value)
      const place = 8 * byte + bit
      const time = place < looked.length ? own[looked[place]] : 0
      times[256 * byte + value] = times[256 * byte + value - (1 << bit)] + time
    }
  }
  return times
}

function addTimes(
  ticks: Float64Array,
  bits: Int32Array,
  times: Float64Array,
  from: number,
  to: number,
): void {
  for (let component = from; component < to; component++) {
    let sum = 0
    for (let word = 0; word < WORDS; word++) {
      const value = bits[component * WORDS + word]
      if (value === 0) continue
      const at = 1024 * word
      sum +=
        times[at + (value & 255)] +
        times[at + 256 + ((value >> 8) & 255)] +
        times[at + 512 + ((value >> 16) & 255)] +
        times[at + 768 + (value >>> 24)]
    }
    ticks[component] += sum
  }
}

/**
 * Adds the time of components that no pass looked for. Returns 1 by component for a sum that may be too
 * high: several calls may lead to the same time.
 */
function* addRest(
  { list, order, offsets, targets }: ComponentGraph,
  own: Float64Array,
  ticks: Float64Array,
): Generator<void, Uint8Array> {
  const rest = new Float64Array(own.length)
  const isLoose = new Uint8Array(own.length)
  const ways = new Int32Array(own.length)
  let before = 0
  let last = NONE
  let sum = 0
  for (let place = 0; place < list.length; place++) {
    if (place % STEP === STEP - 1) yield
    const f = list[place]
    const component = order[f] - 1
    if (component !== last) {
      before += own[component]
      sum = own[component]
      last = component
    }
    for (let at = offsets[f]; at < offsets[f + 1]; at++) {
      const target = targets[at]
      if (target === component || rest[target] === 0) continue
      sum += rest[target]
      isLoose[component] |= isLoose[target] | Number(++ways[component] > 1)
    }
    rest[component] = Math.min(before, sum)
  }
  for (let component = 0; component < rest.length; component++) ticks[component] += rest[component]
  return isLoose
}

/**
 * Returns bounds of the time that any function of a set was on the stack, by the counted calls. The lower
 * bound is the self time of all that no path reaches without passing through the set. The upper bound is
 * the self time of all that the set reaches, and of what uncounted functions reach. For a set of one
 * function both equal `certainTicks` and `upperBound`.
 *
 * Unit: ticks. Functions that a scenario excludes count as nothing. Cost: two walks over the call graph,
 * for profiles of any size.
 *
 * @param isChosen by FunctionIndex: 1 for the functions of the set
 */
export function rangeOfSet(analyzed: AnalyzedProfile, isChosen: Uint8Array): TimeRange {
  const { length } = analyzed.profile.functions
  const { fraction } = analyzed.times
  const chosen: FunctionIndex[] = []
  for (let f = 0; f < length; f++) if (isChosen[f] === 1) chosen.push(f as FunctionIndex)
  const isReached = finish(reachable(analyzed, startsOf(analyzed), isChosen))
  let least = 0
  for (let row = 0; row < length; row++) {
    const f = row as FunctionIndex
    if (isReached[row] === 0 && fraction[f] >= FULL) least += certainSelf(analyzed, f)
  }
  const canRun = finish(reachable(analyzed, [...chosen, ...findUncounted(analyzed)]))
  return { least, most: timeOf(analyzed, canRun) }
}

/**
 * Returns the functions where a path may begin: those without counted callers, and all members of
 * cycles without any.
 */
function startsOf(analyzed: AnalyzedProfile): FunctionIndex[] {
  const { profile, cycles, times } = analyzed
  const { arcs, functions } = profile
  const { cycleOf } = cycles
  const isCalled = new Uint8Array(functions.length)
  const isEntered = new Uint8Array(cycles.length)
  for (let row = 0; row < arcs.length; row++) {
    const arc = row as ArcIndex
    const [parent, child] = [arcs.parent[arc], arcs.child[arc]]
    if (parent === child || !(arcs.count[arc] > 0) || times.fraction[parent] === 0) continue
    if (cycleOf[child] === NONE) isCalled[child] = 1
    else if (cycleOf[parent] !== cycleOf[child]) isEntered[cycleOf[child]] = 1
  }
  const starts: FunctionIndex[] = []
  for (let row = 0; row < functions.length; row++) {
    const f = row as FunctionIndex
    const cycle = cycleOf[f]
    if (cycle === NONE ? isCalled[row] === 0 : isEntered[cycle] === 0) starts.push(f)
  }
  return starts
}

/**
 * Returns the functions that took time or called others, but whose own calls were not counted: they may be
 * called unseen. Main and the profiler's own routines are excluded.
 */
function findUncounted({ profile, times }: AnalyzedProfile): FunctionIndex[] {
  const { length, names, selfTicks, calls, selfCalls, isLeftOut } = profile.functions
  const { offsets } = profile.arcsByParent
  const found: FunctionIndex[] = []
  for (let row = 0; row < length; row++) {
    const f = row as FunctionIndex
    const isCounted = calls[f] > 0 || selfCalls[f] > 0
    const isUsed = selfTicks[f] > 0 || offsets[row + 1] > offsets[row]
    if (isCounted || !isUsed || isLeftOut[f] === 1 || times.fraction[f] === 0) continue
    if (!ENTRIES.some((name) => isStringAt(names, f, name))) found.push(f)
  }
  return found
}

/** Functions that the C library or the Fortran runtime calls once, at the start. */
const ENTRIES = ['main', '_main', 'MAIN__']

/**
 * Returns the self time of the marked functions, in ticks. Folded time that several of them may have counts for
 * each, but for no more than all time.
 */
function timeOf(analyzed: AnalyzedProfile, isMarked: Uint8Array): Ticks {
  let sum = 0
  for (let f = 0; f < isMarked.length; f++)
    if (isMarked[f] === 1) sum += possibleSelf(analyzed, f as FunctionIndex)
  return capped(analyzed, sum)
}

const capped = ({ folding, profile }: AnalyzedProfile, ticks: Ticks): Ticks =>
  folding ? Math.min(ticks, profile.totals.ticks) : ticks

/**
 * Marks the functions that counted calls lead to from `starts`, `starts` included, without
 * passing through those of `barrier`.
 */
function* reachable(
  { profile, times }: AnalyzedProfile,
  starts: readonly FunctionIndex[],
  barrier: Uint8Array | null = null,
): Generator<void, Uint8Array> {
  const { functions, arcs, arcsByParent } = profile
  const [children, counts] = [asArray(arcs.child), asArray(arcs.count)]
  const fraction = asArray(times.fraction)
  const { offsets, items } = arcsByParent
  const isReached = new Uint8Array(functions.length)
  const pending: number[] = []
  const reach = (f: number): void => {
    if (isReached[f] === 1 || fraction[f] === 0 || barrier?.[f] === 1) return
    isReached[f] = 1
    pending.push(f)
  }
  for (const f of starts) reach(f)
  let work = 0
  for (let f = pending.pop(); f !== undefined; f = pending.pop()) {
    if (++work % STEP === 0) yield
    for (let at = offsets[f]; at < offsets[f + 1]; at++) {
      if (counts[items[at]] > 0) reach(children[items[at]])
    }
  }
  return isReached
}

// Dominators of a directed graph: for each node the nearest other node on every path to it.

/**
 * A graph with nodes `0 .. size - 1`. Outgoing edges of a node are numbered from `firstOut` to
 * `endOut` (exclusive), incoming edges in the same way. So a graph need not be stored to be
 * walked.
 */
export interface FlowGraph {
  readonly size: number
  /** Start of all paths. */
  readonly root: number
  readonly firstOut: (node: number) => number
  readonly endOut: (node: number) => number
  /** Returns the node that this outgoing edge of `node` leads to; NONE if it is no edge. */
  readonly target: (node: number, way: number) => number
  readonly firstIn: (node: number) => number
  readonly endIn: (node: number) => number
  /** Returns the node that this incoming edge of `node` comes from; NONE if it is no edge. */
  readonly source: (node: number, way: number) => number
}

/**
 * Dominators of a graph, as `findDominators` returns them. Both columns share one buffer with all working
 * columns; detach it after use.
 */
export interface DominatorTree {
  /** Reachable nodes, each after its dominators, `root` first. */
  readonly order: Int32Array
  /** By node: its nearest dominator. NONE for the root and for unreachable nodes. */
  readonly above: Int32Array<ArrayBuffer>
}

/**
 * Nodes or edges processed between two pauses: one or two milliseconds, in code that is not
 * compiled yet.
 */
export const STEP = 3000

/**
 * Finds the dominators of all nodes. Yields every STEP nodes or edges. Cost: 48 bytes per node in one
 * buffer, to which the result refers; the caller detaches it (`detachBuffers`) after use.
 *
 * Source: Lengauer and Tarjan, "A fast algorithm for finding dominators in a flowgraph", TOPLAS 1 (1979):
 * the simple version, O(edges × log nodes), without recursion.
 */
export function* findDominators(graph: FlowGraph): Generator<void, DominatorTree> {
  const columns = columnsOf(graph.size)
  const { order, parent, place } = yield* depthFirst(graph, columns)
  const reached = order.length
  // By place in `order`. `bucket` and `inBucket`: the last place with this semidominator, and for
  // each place the one before.
  const { semi, label, ancestor, dominator, bucket, inBucket, path, above } = columns
  for (let at = 0; at < reached; at++) semi[at] = label[at] = at
  yield
  ancestor.fill(NONE)
  dominator.fill(NONE)
  yield
  bucket.fill(NONE)
  inBucket.fill(NONE)
  yield

  /**
   * Returns the place with the smallest semidominator on the linked path up from `at`. Shortens
   * that path.
   */
  const evaluate = (at: number): number => {
    if (ancestor[at] === NONE) return at
    let length = 0
    for (let up = at; ancestor[ancestor[up]] !== NONE; up = ancestor[up]) path[length++] = up
    while (length > 0) {
      const low = path[--length]
      const high = ancestor[low]
      if (semi[label[high]] < semi[label[low]]) label[low] = label[high]
      ancestor[low] = ancestor[high]
    }
    return label[at]
  }
  let work = 0
  for (let at = reached - 1; at > 0; at--) {
    const node = order[at]
    const end = graph.endIn(node)
    for (let way = graph.firstIn(node); way < end; way++) {
      if (++work % STEP === 0) yield
      const from = graph.source(node, way)
      if (from === NONE || place[from] === NONE) continue
      const found = semi[evaluate(place[from])]
      if (found < semi[at]) semi[at] = found
    }
    inBucket[at] = bucket[semi[at]]
    bucket[semi[at]] = at
    ancestor[at] = parent[at]
    for (let one = bucket[parent[at]]; one !== NONE; one = inBucket[one]) {
      if (++work % STEP === 0) yield
      const found = evaluate(one)
      dominator[one] = semi[found] < semi[one] ? found : parent[at]
    }
    bucket[parent[at]] = NONE
  }
  above.fill(NONE)
  for (let at = 1; at < reached; at++) {
    if (at % STEP === 0) yield
    if (dominator[at] !== semi[at]) dominator[at] = dominator[dominator[at]]
    above[order[at]] = order[dominator[at]]
  }
  return { order, above }
}

type Columns = ReturnType<typeof columnsOf>

/** One buffer: an allocator returns a large one to the system at once, but keeps small ones. */
function columnsOf(size: number) {
  const memory = new ArrayBuffer(12 * size * Int32Array.BYTES_PER_ELEMENT)
  const nth = (n: number) => new Int32Array(memory, n * size * Int32Array.BYTES_PER_ELEMENT, size)
  return {
    order: nth(0),
    above: nth(1),
    parent: nth(2),
    place: nth(3),
    path: nth(4),
    next: nth(5),
    semi: nth(6),
    label: nth(7),
    ancestor: nth(8),
    dominator: nth(9),
    bucket: nth(10),
    inBucket: nth(11),
  }
}

interface DepthFirst {
  readonly order: Int32Array
  /** By place in `order`: the place from which the node was found. */
  readonly parent: Int32Array
  /** By node: its place in `order`; NONE if unreachable. */
  readonly place: Int32Array
}

function* depthFirst(graph: FlowGraph, columns: Columns): Generator<void, DepthFirst> {
  const { root } = graph
  // `path` and `next`, by depth: the place of the node there, and its next outgoing edge.
  const { order, parent, place, path, next } = columns
  parent.fill(NONE)
  place.fill(NONE)
  yield
  let reached = 0
  let depth = 0
  const enter = (node: number, at: number): void => {
    parent[reached] = at
    place[node] = reached
    order[reached] = node
    next[depth] = graph.firstOut(node)
    path[depth++] = reached++
  }
  enter(root, NONE)
  let work = 0
  while (depth > 0) {
    if (++work % STEP === 0) yield
    const at = path[depth - 1]
    const node = order[at]
    const way = next[depth - 1]++
    if (way === graph.endOut(node)) depth--
    else {
      const child = graph.target(node, way)
      if (child !== NONE && place[child] === NONE) enter(child, at)
    }
  }
  return { order: order.subarray(0, reached), parent, place }
}

// Explains what numbers are based on: samples, gprof's assumption, the 100%, and which part of a
// total time is certain.

/** Explanation of one number. */
export interface Explanation {
  /** What the number is, with the names and numbers that it is about; no full stop. */
  readonly title: string
  /** "0.34 s = 0.56 s × 6000 of 10000 calls"; "" if nothing is computed. */
  readonly formula: string
  /** The formula in symbols, and as a structure; absent if nothing is computed. */
  readonly equations?: readonly Equation[]
  /** What the number is based on, or how far off it may be, as sentences; "" if there is nothing to add. */
  readonly note: string
}

/** What the two parts of a time bar mean. */
export const BAR_WORDS =
  'As long as the number. Solid is certain, as far as calls were counted: self time, then what runs below this function only. Hatched is an estimate. The thin line is the possible range.'

/** gprof's assumption, in one sentence. */
export const ASSUMPTION = 'Assumes that all calls of a function cost the same: gprof records no more.'
/** Note for a number that a listing printed. */
export const AS_PRINTED = 'As the listing prints it, rounded.'

/**
 * Explains in two sentences why the calls of a function are unknown. A function with time must have been
 * called.
 *
 * @param ticks self and child time; only whether it is above 0 matters
 */
export const explainUnknownCalls = (ticks: number): string =>
  `Not known: nothing counted its calls. It was ${ticks > 0 ? '' : 'never called, '}compiled without -pg, or only called from outside the program.`

/** Explains why a time per call is missing although calls are known. */
export const ONLY_ITS_OWN_CALLS = 'Not known: the only calls that were counted are those it made to itself.'

/** Returns a number of samples, which may be a fraction, as text: "1 sample", "2.5 samples". */
export function formatSamples(ticks: number): string {
  return `${formatExact(ticks)} sample${ticks === 1 ? '' : 's'}`
}

/**
 * Sampling error of a time in ticks: one standard deviation of a count of samples.
 *
 * @param factor factor by which a scenario divided the samples, and so their deviation
 */
function samplingError(ticks: number, factor = 1): number {
  return Math.sqrt(Math.max(0, ticks * factor)) / factor
}

/** Probability that the true value lies outside an interval, on each side. */
const OUTSIDE = 0.025

/**
 * Returns the time that was to be expected, from a time of this many samples, with a confidence of at least
 * 95%: the exact interval of a Poisson distribution, in ticks. Without samples it is 0 to about 3.7.
 *
 * Source: F. Garwood, "Fiducial limits for the Poisson distribution", Biometrika 28 (1936).
 *
 * @param ticks the samples after the division by `factor`; below 0 counts as 0
 * @param factor factor by which a scenario divided the samples, above 0 and finite; 1 for none
 */
export function samplingInterval(ticks: Ticks, factor = 1): TimeRange {
  const count = Math.max(0, ticks * factor)
  const far = 2 * count + 20
  const least = count === 0 ? 0 : lastBelow(OUTSIDE, 0, count, (mean) => poissonTail(count, mean))
  const most = lastBelow(1 - OUTSIDE, count, far, (mean) => poissonTail(count + 1, mean))
  return { least: least / factor, most: most / factor }
}

/** Returns "0.20 to 0.43 s", rounded outwards, or "98.9 µs to 1.2 ms" if two decimals show little. */
function formatInterval({ least, most }: TimeRange, rate: number, abbreviation: string): string {
  const [low, high] = [secondsOf(least, rate), secondsOf(most, rate)]
  if (high < 0.1) return `${formatScaled(low, abbreviation)} to ${formatScaled(high, abbreviation)}`
  return `${formatFixed(Math.floor(100 * low + 1e-9) / 100, 2)} to ${formatFixed(Math.ceil(100 * high - 1e-9) / 100, 2)} ${abbreviation}`
}

/**
 * Returns the sampling error of a time, one standard deviation, as text: "0.03 s", or "1.4 ms" if two
 * decimals would show nothing; "not known" without a rate.
 *
 * @param ticks the time after the division by `factor`
 * @param rate ticks per second; 0 if unknown
 * @param factor factor by which a scenario divided the samples, above 0 and finite; 1 for none
 */
export function formatError(ticks: number, rate: number, abbreviation: string, factor = 1): string {
  const seconds = secondsOf(samplingError(ticks, factor), rate)
  return seconds >= 0.005 ? formatSeconds(seconds, abbreviation) : formatScaled(seconds, abbreviation)
}

/**
 * If no sample is seen, at most this many were to be expected in 95 of 100 cases: e⁻³ is a
 * twentieth.
 */
const UNSEEN = 3

/**
 * Explains in one or two sentences how precise a sampled time is: standard deviation and 95% interval. If
 * there is no rate, no sample, or no time left by the scenario, it says so.
 *
 * @param ticks the time after the division by `factor`
 * @param factor factor by which the scenario divides the samples of the function; Infinity removes them all
 */
export function explainSampling(analyzed: AnalyzedProfile, ticks: number, factor = 1): string {
  const { rate, abbreviation, totals } = analyzed.profile
  if (rate === 0 && totals.ticks > 0)
    return 'The files do not say how often samples were taken: seconds are not known.'
  if (!(rate > 0)) return 'The files hold no samples, so times are not known.'
  if (factor === Infinity) return NO_TIME
  if (ticks === 0) {
    const most = formatScaled(secondsOf(UNSEEN, rate), abbreviation)
    return `No sample caught it: most likely (95%) it took less than ${most}, the time of three samples.`
  }
  const interval = formatInterval(samplingInterval(ticks, factor), rate, abbreviation)
  return `Sampled, so about ± ${formatError(ticks, rate, abbreviation, factor)} ${standardDeviation(ticks, factor)} With 95% confidence ${interval}.`
}

/**
 * Explains how precise the self time of a function is, as `explainSampling`; a self time with folded time of
 * several callers is an estimate with bounds.
 *
 * @param perCall calls to divide by, above 0; by default the time is that of all calls
 */
export function explainSelf(
  analyzed: AnalyzedProfile,
  f: FunctionIndex,
  ticks: Ticks,
  perCall: number | null = null,
): string {
  const range = foldedSelfRange(analyzed, f)
  const { rate, abbreviation } = analyzed.profile
  if (range && rate > 0) {
    const calls = perCall ?? 1
    const interval = formatInterval(
      { least: range.least / calls, most: range.most / calls },
      rate,
      abbreviation,
    )
    return `An estimate: it includes time of folded functions, divided by calls. It is ${interval}${perCall === null ? '' : ' per call'}, and the sampling error comes on top.`
  }
  const factor = factorOfFunction(analyzed, f)
  return perCall === null
    ? explainSampling(analyzed, ticks, factor)
    : explainSamplingPerCall(analyzed, ticks, perCall, factor)
}

/**
 * Explains how precise a share of all samples is, as a sentence that begins with a space: " That is 1.2 to
 * 3.4% of all recorded samples." Returns "" where `explainSampling` says all (no rate or no samples), and for a
 * scenario with faster functions.
 *
 * @param ticks the samples of the share
 */
export function explainShareSampling({ profile, scenario }: AnalyzedProfile, ticks: Ticks): string {
  const { rate } = profile
  if (!(rate > 0 && ticks > 0) || scenario.faster.length > 0) return ''
  const { least, most } = samplingInterval(ticks)
  const percent = (part: number): number => 1000 * Math.min(1, part / wholeTicks(profile))
  const [low, high] = [Math.floor(percent(least) + 1e-9), Math.ceil(percent(most) - 1e-9)]
  return ` That is ${formatFixed(low / 10, 1)} to ${formatFixed(high / 10, 1)}% of all recorded samples.`
}

/** The sampling error of a total that is certain otherwise; "" for times changed or printed. */
function explainSamplingOfTotal({ profile, scenario }: AnalyzedProfile, ticks: Ticks): string {
  const { rate, abbreviation, listed } = profile
  if (listed || !(rate > 0) || scenario.faster.length > 0) return ''
  return ` Sampled: with 95% confidence ${formatInterval(samplingInterval(ticks), rate, abbreviation)}.`
}

/**
 * Returns bounds of a function's time on the stack that cover the sampling error as well (95%): "0.20 to
 * 0.43 s". Returns "" until `certainTicks` has been computed for this analysis, without upper bounds, and
 * for a scenario with faster functions. The profile must have a rate.
 */
export function rangeWithSampling(analyzed: AnalyzedProfile, f: FunctionIndex): string {
  const certain = lowerBoundCache.get(analyzed)
  const { rate, abbreviation } = analyzed.profile
  if (!certain || analyzed.scenario.faster.length > 0) return ''
  const { least, most } = rangeOfTotal(analyzed, certain, f)
  const wide = { least: samplingInterval(least).least, most: samplingInterval(most).most }
  return formatInterval(wide, rate, abbreviation)
}

/** Explains the time of a function whose factor is Infinity. */
const NO_TIME = 'The what-if removes its time.'

/**
 * Explains in one or two sentences how precise a time per call is: calls are exact, so the time is as
 * uncertain as before. Without a rate it says why times are unknown.
 *
 * @param ticks the time of all calls, after the division by `factor`
 * @param calls number of calls, above 0
 * @param factor factor by which the scenario divides the samples of the function; Infinity removes them all
 */
function explainSamplingPerCall(analyzed: AnalyzedProfile, ticks: number, calls: number, factor = 1): string {
  const { rate, abbreviation } = analyzed.profile
  if (!(rate > 0)) return explainSampling(analyzed, 0)
  if (factor === Infinity) return NO_TIME
  const perCall = (of: number) => `${formatScaled(secondsOf(of, rate) / calls, abbreviation)} per call`
  const perCallInterval = ({ least, most }: TimeRange) =>
    `${formatScaled(secondsOf(least, rate) / calls, abbreviation)} to ${perCall(most)}`
  return ticks === 0
    ? `No sample caught it: most likely (95%) it took less than ${perCall(UNSEEN)}, the time of three samples.`
    : `Sampled, so about ± ${perCall(samplingError(ticks, factor))} ${standardDeviation(ticks, factor)} With 95% confidence ${perCallInterval(samplingInterval(ticks, factor))}.`
}

const standardDeviation = (ticks: number, factor: number): string =>
  `(one standard deviation, √${formatExact(Number((ticks * factor).toPrecision(3)))} samples${factor === 1 ? '' : ` ÷ ${formatExact(factor)}`}).`

/**
 * Returns the samples of a function as text: "271.175 samples", or "271.175 samples ÷ 2" if a scenario
 * makes it faster.
 *
 * @param ticks the samples after the division by `factor`
 * @param factor factor by which the scenario divides them; 1 for none, Infinity for all removed
 */
export function samplesOfFunction(ticks: Ticks, factor: number): string {
  return factor === 1 || factor === Infinity
    ? formatSamples(ticks)
    : `${formatSamples(ticks * factor)} ÷ ${formatExact(factor)}`
}

/**
 * Returns a time with as many digits as have a meaning, for formulas: "0.56 s", "0.02713 s". The profile
 * must have a rate.
 *
 * @param ticks the time in ticks
 */
export function exactSeconds({ profile: { rate, abbreviation } }: AnalyzedProfile, ticks: number): string {
  return `${formatExact(secondsOf(ticks, rate))} ${abbreviation}`
}

/** Returns a sentence about direct recursive calls: "Besides, it called itself once; …"; "" for none. */
export function recursionNote(selfCalls: number): string {
  return selfCalls === 0
    ? ''
    : `Besides, it called itself ${selfCalls === 1 ? 'once' : `${formatCount(selfCalls)} times`}; those pass no time.`
}

/**
 * Explains whether a time that includes callees is certain: the solid and hatched parts of its bar. Returns
 * sentences; "" for no time.
 *
 * @param ticks the time, self and inherited
 * @param part its certain part, 0–1
 * @param where "below it" or "on this path"
 * @param unseen what may run there unseen, from `explainUnseen`, or ""; unless it is "", nothing is called
 *   certain
 */
export function explainCertainty(
  analyzed: AnalyzedProfile,
  ticks: number,
  part: number,
  where: string,
  unseen: string,
): string {
  if (ticks <= 0) return ''
  if (part <= 0) return ASSUMPTION + unseen
  if (part === 1 && unseen === '')
    return `Certain, as far as calls were counted: no other function calls what runs ${where}.${explainSamplingOfTotal(analyzed, ticks)}`
  const sure = `At least ${exactSeconds(analyzed, part * ticks)}, as far as calls were counted`
  return part === 1 ? `${sure}.${unseen}` : `${sure}; the rest by assumption. ${ASSUMPTION}${unseen}`
}

// The two meanings of 100% in gprof: in the flat profile all samples but those of the profiler, in the
// call graph the sum over the functions shown, which differs by the rounding of bins and is smaller if
// samples fell outside all functions. The page has a third: all recorded samples (`wholeTicks`).

/** Smallest relative difference that changes one digit after the point. */
const ALIKE = 0.0004

/**
 * Explains what gprof takes for 100%, as a sentence that begins with a space. Returns "" if all look the
 * same, or if a listing printed them.
 */
export function explainWhole(analyzed: AnalyzedProfile): string {
  const { profile, printedTicks, asPrinted } = analyzed
  const { totals } = profile
  const whole = wholeTicks(profile)
  const isAlike = (ticks: Ticks): boolean => Math.abs(ticks / whole - 1) < ALIKE
  if (asPrinted || !(printedTicks > 0) || (isAlike(totals.ticks) && isAlike(printedTicks))) return ''
  const [all, samples, functions] = [whole, totals.ticks, printedTicks].map((ticks) =>
    exactSeconds(analyzed, ticks),
  )
  return ` 100% is all recorded samples, ${all}; in gprof’s flat profile ${samples}, in its call graph ${functions}.`
}

/**
 * Why the self times of all functions, the end of the cumulative column, differ from the time of
 * all samples.
 *
 * They are smaller if samples fell outside every function. They also differ because gprof rounds
 * the edges of bins to whole units of code, but divides by the exact size. In a program whose
 * code size is no multiple of 16 bytes every time is slightly larger
 * (`profile/build-profile.ts`).
 */

/** Explanations of the difference, for both places that show it. */
export interface SumOfFunctions {
  /** "The functions’ self times add up to 10.28 s: …" */
  readonly besideTotal: string
  /** "The time of all samples is 10.26 s: …" */
  readonly besideSum: string
}

/**
 * Explains the difference between the sum of functions and all samples. Returns null if both look the same,
 * and for a profile without a rate, without samples, or from a listing.
 *
 * @param cumulativeTicks running sum of self times of the flat profile, in ticks
 */
export function sumOfFunctions(
  { profile }: AnalyzedProfile,
  { cumulativeTicks }: Pick<FlatProfile, 'cumulativeTicks'>,
): SumOfFunctions | null {
  const { totals, rate, abbreviation } = profile
  if (profile.listed || !(rate > 0) || !(totals.ticks > 0)) return null
  const sum = cumulativeTicks[cumulativeTicks.length - 1] ?? 0
  const [all, whole] = [sum, totals.ticks].map((ticks) => formatSeconds(secondsOf(ticks, rate), abbreviation))
  if (all === whole) return null
  const why =
    totals.unattributedTicks > 0
      ? `${formatExact(Number(totals.unattributedTicks.toPrecision(3)))} samples fell outside of every function`
      : `gprof rounds the edges of the histogram’s bins, so that each time is ${formatFixed(100 * Math.abs(sum / totals.ticks - 1), 2)}% too ${sum > totals.ticks ? 'long' : 'short'}`
  return {
    besideTotal: `The functions’ self times add up to ${all}: ${why}.`,
    besideSum: `The time of all samples is ${whole}: ${why}.`,
  }
}

// Why a cycle without callers outside has no self time as a whole, though its members have. gprof
// divides a cycle's own time among the calls into it, so without calls there is none.

/**
 * Explains why a cycle that no function outside calls has no self time as a whole although its members
 * have. Returns sentences; "" for a cycle that is called from outside, if its members took no time, and
 * without a rate.
 */
export function explainUnentered({ cycles, times, profile }: AnalyzedProfile, cycle: CycleIndex): string {
  if (cycles.calls[cycle] > 0 || !(profile.rate > 0)) return ''
  const { offsets, items } = cycles.members
  let ticks = 0
  for (let at = offsets[cycle]; at < offsets[cycle + 1]; at++) ticks += times.propagatedSelf[items[at]]
  if (ticks === 0) return ''
  const held = formatSeconds(secondsOf(ticks, profile.rate), profile.abbreviation)
  return `No function outside calls the cycle. As in gprof, its own time goes to no caller, and is not in gprof’s total of the cycle. Its members have ${held} of their own.`
}

// What a total time is based on: samples alone, calls that no other function made, or gprof's
// assumption.

/**
 * Notes about a total time and about its inherited part, which is certain as a whole or not. Each is a
 * sentence or more; `children` is "" without child time.
 */
export interface TotalNotes {
  readonly total: string
  readonly children: string
}

/**
 * Explains how certain a function's total time and its child time are. The time of a function without child
 * time is explained by its sampling error; that of a member of a cycle by how long it was on the stack.
 * Until `certainTicks` has been computed for this analysis, only self time counts as certain.
 */
export function explainTotal(analyzed: AnalyzedProfile, f: FunctionIndex): TotalNotes {
  const self = analyzed.profile.functions.selfTicks[f]
  const child = analyzed.times.childTicks[f]
  const certain = lowerBoundCache.get(analyzed) ?? null
  const factor = factorOfFunction(analyzed, f)
  const unseen = explainUnseen(analyzed, f, self + child)
  if (isMember(analyzed, f)) {
    const part = partOf(certainBelowMember(analyzed, certain, f), child)
    return {
      total: explainMember(analyzed, f),
      children: explainCertainty(analyzed, child, Math.floor(part), 'below it', unseen),
    }
  }
  const notes = notesOf(analyzed, self, child, certainPart(analyzed, certain, f), unseen, factor)
  return child > 0 ? notes : { ...notes, total: explainSelf(analyzed, f, self) }
}

/**
 * Explains how certain the total time and the child time of a whole cycle are. Without child time it
 * explains the sampling error. Until `certainTicks` has been computed for this analysis, only self time
 * counts as certain.
 */
export function explainTotalOfCycle(analyzed: AnalyzedProfile, cycle: CycleIndex): TotalNotes {
  const { cyclePropagatedSelf, cyclePropagatedChild } = analyzed.times
  const { offsets, items } = analyzed.cycles.members
  const [self, child] = [cyclePropagatedSelf[cycle], cyclePropagatedChild[cycle]]
  const part = certainPartOfCycle(analyzed, lowerBoundCache.get(analyzed) ?? null, cycle)
  return notesOf(analyzed, self, child, part, explainUnseen(analyzed, items[offsets[cycle]], self + child))
}

/**
 * Returns a range that holds whichever functions own the samples of shared bins. A range of all time
 * stays, and so does one under folding, whose ends consider those samples already.
 *
 * @param own the least self time of the function
 */
function widened(
  { profile: { sharedBins, totals }, folding }: AnalyzedProfile,
  { least, most }: TimeRange,
  own: Ticks,
): TimeRange {
  if (!sharedBins || folding || least >= totals.ticks * (1 - 1e-9)) return { least, most }
  return {
    least: Math.max(own, least - sharedBins.ticks),
    most: Math.min(Math.max(least, totals.ticks), most + sharedBins.ticks),
  }
}

/**
 * Returns the bounds of a function's time on the stack as they are shown, in ticks: whichever functions own the
 * samples of shared bins.
 *
 * @param certain result of `certainTicks`
 */
export function stackRangeOf(analyzed: AnalyzedProfile, certain: Float64Array, f: FunctionIndex): TimeRange {
  return widened(analyzed, rangeOfTotal(analyzed, certain, f), leastSelf(analyzed, f))
}

/**
 * Returns the self time that is printed beside the time on the stack, in ticks: the lower end of its range,
 * where it has one.
 */
export function leastSelf(analyzed: AnalyzedProfile, f: FunctionIndex): Ticks {
  const folded = foldedSelfRange(analyzed, f)
  if (folded) return folded.least
  const self = analyzed.profile.functions.selfTicks[f]
  const shared = selfRangeOf(analyzed.profile, f)
  return shared ? Math.min(self, shared.least / factorOfFunction(analyzed, f)) : self
}

/**
 * Returns how long a function was on the stack: "0.25 to 0.31 s", or "0.31 s" if both bounds agree,
 * rounded outwards, but not below the self time beside it (`spanText`). A loose upper bound reads "0.25 to 0.31 s,
 * loosely". Returns "" until `certainTicks` has been computed for this analysis, without a rate, and for a listing,
 * whose times are rounded.
 */
export function rangeText(analyzed: AnalyzedProfile, f: FunctionIndex): string {
  const certain = lowerBoundCache.get(analyzed)
  return certain ? formatRange(analyzed, f, stackRangeOf(analyzed, certain, f), leastSelf(analyzed, f)) : ''
}

/** Returns how long calls along an arc were on the stack, as `rangeText` does for a function. */
function rangeTextOfArc(analyzed: AnalyzedProfile, arc: ArcIndex): string {
  const certain = lowerBoundCache.get(analyzed)
  if (!certain) return ''
  const range = widened(analyzed, rangeOfArc(analyzed, certain, arc), 0)
  return formatRange(analyzed, analyzed.profile.arcs.child[arc], range, 0)
}

/**
 * Formats bounds of a time on the stack, as `rangeText` does; "" without a rate, and for a listing.
 *
 * @param f function whose upper bound the range has
 * @param own the self time beside it
 */
export function formatRange(
  analyzed: AnalyzedProfile,
  f: FunctionIndex,
  range: TimeRange,
  own: Ticks,
): string {
  const { rate, listed } = analyzed.profile
  if (listed || !(rate > 0)) return ''
  const { least, most } = range
  const loosely = least < most * (1 - 1e-9) && isUpperBoundLoose(analyzed, f) ? ', loosely' : ''
  return `${spanText(analyzed.profile, { least, most }, own)}${loosely}`
}

/** gprof's total of a member excludes what other members take while it is on the stack. */
function explainMember(analyzed: AnalyzedProfile, f: FunctionIndex): string {
  const range = rangeText(analyzed, f)
  const why = 'gprof passes no time between members of a cycle.'
  if (range === '') return why
  const { least } = rangeOfTotal(analyzed, lowerBoundCache.get(analyzed) ?? null, f)
  const total = analyzed.profile.functions.selfTicks[f] + analyzed.times.childTicks[f]
  const isOutside = total < least * (1 - 1e-9)
  return `On the stack for ${range}${isOutside ? `: more than gprof’s ${exactSeconds(analyzed, total)}` : ''}. ${why}`
}

/**
 * Explains what may run below a function unseen, besides the time that is shown for it, as a sentence that
 * begins with a space. Returns "" if everything that took time has recorded callers, and until
 * `certainTicks` has been computed for this analysis.
 *
 * @param f null for lines, which may be of several functions
 * @param ticks the time that is shown
 */
export function explainUnseen(analyzed: AnalyzedProfile, f: FunctionIndex | null, ticks: Ticks): string {
  const known = upperBoundCache.get(analyzed)
  if (!known?.uncountedTicks) return ''
  if (f === null) return ' Functions whose callers were not counted may run below it as well.'
  const more = Math.min(known.uncountedTicks, known.most[f] - ticks)
  return more > ticks * 1e-9
    ? ` Up to ${exactSeconds(analyzed, more)} more: functions whose callers were not counted may run below it.`
    : ''
}

function notesOf(
  analyzed: AnalyzedProfile,
  self: Ticks,
  child: Ticks,
  part: number,
  unseen: string,
  factor = 1,
): TotalNotes {
  return {
    total:
      child > 0
        ? explainCertainty(analyzed, self + child, part, 'below it', unseen)
        : explainSampling(analyzed, self, factor),
    children: explainCertainty(analyzed, child, Math.floor(part), 'below it', unseen),
  }
}

/**
 * Explains how certain the time is that an arc passes, as sentences. The arc must pass time. Until
 * `certainTicks` has been computed for this analysis, only self time counts as certain.
 *
 * @param column which time: the child's self time, the child's inherited time (certain as a whole or not),
 *   or their sum
 */
export function explainPassed(
  analyzed: AnalyzedProfile,
  arc: ArcIndex,
  column: 'self' | 'children' | 'both',
): string {
  if (!isOnlyWay(analyzed, arc)) {
    const range = column === 'both' ? rangeTextOfArc(analyzed, arc) : ''
    return range === '' ? ASSUMPTION : `${ASSUMPTION} Its calls were on the stack for ${range}.`
  }
  if (column === 'self') return 'Certain, as far as calls were counted: all came along this arc.'
  const part = certainPartOfArc(analyzed, lowerBoundCache.get(analyzed) ?? null, arc)
  const ofColumn = column === 'both' ? part : Math.floor(part)
  const ticks = arcTicks(analyzed, arc)
  const unseen = explainUnseen(analyzed, analyzed.profile.arcs.child[arc], ticks)
  return explainCertainty(analyzed, ticks, ofColumn, 'below this arc', unseen)
}
