// Upper bound of the time on the stack: the self time of all code that can run below a function.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { findComponentsAmong } from '../../analysis/cycles.ts'
import { asArray, NONE } from '../../base/columns.ts'
import { detachBuffers } from '../../base/buffers.ts'
import type { Ticks } from '../../base/units.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/call-graph-profile.ts'
import { orderOfNumbers } from '../../base/order-numbers.ts'
import { finish } from '../../base/yielder.ts'
import { isStringAt } from '../../base/string-table.ts'
import { STEP } from '../../analysis/dominators.ts'
import { possibleSelf, type TimeRange, certainSelf, FULL } from './folded-self.ts'

/** What can run below each function. */
export interface UpperBounds {
  /** Upper bounds in ticks, by function. */
  readonly most: Float64Array
  /**
   * By function: 1 for an upper bound that holds but may not be the best possible. That is so only in very
   * large profiles with very many sampled functions (`MOST_JOINED_IN_PAGE`).
   */
  readonly isLoose: Uint8Array
  /** Self time of all that may run below anything unseen, in ticks. */
  readonly uncountedTicks: Ticks
}

/**
 * Returns the best possible upper bound of a function's time on the stack, in ticks, in steps of some thousand
 * functions or arcs. Cost: a walk over all that the function reaches.
 */
export function* upperBoundOf(analyzed: AnalyzedProfile, f: FunctionIndex): Generator<void, Ticks> {
  return timeOf(analyzed, yield* reachable(analyzed, [f, ...findUncounted(analyzed)]))
}

/** Words of bits that a component has in one pass. */
const WORDS = 8
/** Functions that one pass looks for. */
const IN_PASS = 32 * WORDS

/**
 * Computes the upper bounds of all functions: the self time of all functions that counted calls reach from one,
 * itself included, and of those that may run below it unseen. Code compiled without -pg records no callers, so
 * it may be called from anywhere. Functions that a scenario excludes count as nothing.
 *
 * Bits travel from callees to callers through the components of
 * the call graph: one bit for each of the 256 functions with the most time in a first pass, for the next 256
 * in a second one, and so on. Functions that are left at `mostJoined` count as reached by all components
 * above them in the order of the walk, but for no more than the sum over all calls.
 */
export function* upperBoundsOf(analyzed: AnalyzedProfile, mostJoined: number): Generator<void, UpperBounds> {
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
 * function both equal its `Bounds`.
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
