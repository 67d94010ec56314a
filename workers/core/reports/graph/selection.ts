// Selects which functions the graph draws: all above a share of the time with the hot path, or
// one function with its surroundings; and by which weight.
import type { Ticks } from '../../base/units.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/call-graph-profile.ts'
import { arcTicks, membersOf } from '../../analysis/analyze-profile.ts'
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { NONE } from '../../base/columns.ts'
import { largestRows } from '../../base/largest-rows.ts'
import { groupAt } from '../../base/sorting.ts'
import { fractionOf, wholeTicks } from '../quantities.ts'

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

/** The default options. */
export const DEFAULT_CHOICE: NodeLinkChoice = {
  focus: null,
  callersDepth: 2,
  calleesDepth: 2,
  threshold: 0.01,
  limit: 60,
  memberLimit: 20,
  expanded: [],
}

// Selection: all functions above a share with the hot path, or one function with its
// surroundings.

/** The selected functions. */
export interface Selection {
  /** In no particular order. */
  readonly functions: ReadonlySet<FunctionIndex>
  /** Functions that reach the threshold but exceed the limit. */
  readonly overLimit: number
}

/** Absolute limit of nodes, however many stubs are opened: the drawing is SVG. */
const MOST_NODES = 300
/**
 * Largest number of drawn callers or callees of the focus, and of each function farther away; the
 * rest is a stub.
 */
const MOST_NEAR = 12
const MOST_FAR = 6

/**
 * Selects the functions to draw; yields between steps, so that the caller can do other work. At most
 * `choice.limit`, and 300 with opened stubs.
 *
 * @param weights result of `weigh`
 * @param hotPath result of `hotPathInSteps`; drawn first if there is no focus
 */
export function* selectFunctions(
  analyzed: AnalyzedProfile,
  weights: Weights,
  hotPath: HotPath,
  choice: NodeLinkChoice,
): Generator<void, Selection> {
  const chosen = new Chosen(analyzed, weights, choice)
  const overLimit =
    choice.focus === null
      ? yield* addWhole(analyzed, weights, hotPath, choice, chosen)
      : addAround(analyzed, weights, choice, choice.focus, chosen)
  for (const expansion of choice.expanded) expand(analyzed, weights, expansion, chosen.functions)
  return { functions: chosen.functions, overLimit }
}

/** Functions selected so far; a cycle is added as a whole, as far as there is room. */
class Chosen {
  readonly functions = new Set<FunctionIndex>()
  readonly #analyzed: AnalyzedProfile
  readonly #weights: Weights
  readonly #choice: NodeLinkChoice
  readonly #cyclesSeen = new Set<CycleIndex>()

  constructor(analyzed: AnalyzedProfile, weights: Weights, choice: NodeLinkChoice) {
    this.#analyzed = analyzed
    this.#weights = weights
    this.#choice = choice
  }

  get room(): number {
    return this.#choice.limit - this.functions.size
  }

  /** Adds `f` with its fellow members and returns the functions that are new. */
  add(f: FunctionIndex): FunctionIndex[] {
    if (this.room <= 0) return []
    const added = this.functions.has(f) ? [] : [f]
    this.functions.add(f)
    const cycle = this.#analyzed.cycles.cycleOf[f]
    if (cycle === NONE || this.#cyclesSeen.has(cycle) || !this.#isWelcome(cycle)) return added
    this.#cyclesSeen.add(cycle)
    return [...added, ...this.addMembers(cycle)]
  }

  #isWelcome(cycle: CycleIndex): boolean {
    const { offsets } = this.#analyzed.cycles.members
    return this.#choice.focus === null || offsets[cycle + 1] - offsets[cycle] <= this.#choice.memberLimit
  }

  addMembers(cycle: CycleIndex): FunctionIndex[] {
    this.#cyclesSeen.add(cycle)
    const members = [...membersOf(this.#analyzed.cycles, cycle)]
    const already = members.filter((member) => this.functions.has(member)).length
    const most = Math.min(this.room, this.#choice.memberLimit - already)
    const rest = members.filter((member) => !this.functions.has(member))
    const added = largestRows(
      rest,
      (f) => this.#weights.ofFunction(f as FunctionIndex),
      most,
    ) as FunctionIndex[]
    for (const member of added) this.functions.add(member)
    return added
  }
}

/**
 * Keeps the largest functions of each fan; the rest becomes its caller's stub. Without times,
 * start-up code makes fans: dozens of functions, each called once by one caller and calling
 * nothing.
 */
function* withNarrowFans(
  analyzed: AnalyzedProfile,
  candidates: readonly number[],
  weightOf: (row: number) => number,
): Generator<void, readonly number[]> {
  const { functions, arcs, arcsByParent, arcsByChild } = analyzed.profile
  const others: number[] = []
  const fans = new Map<FunctionIndex, number[]>()
  let looked = 0
  for (const row of candidates) {
    if (++looked % STEP === 0) yield
    const f = row as FunctionIndex
    const isLeaf =
      row < functions.length &&
      arcsByParent.offsets[row] === arcsByParent.offsets[row + 1] &&
      arcsByChild.offsets[row + 1] - arcsByChild.offsets[row] === 1
    if (!isLeaf) others.push(f)
    else {
      const caller = arcs.parent[arcsByChild.items[arcsByChild.offsets[row]]]
      const fan = fans.get(caller)
      if (fan) fan.push(row)
      else fans.set(caller, [row])
    }
  }
  for (const fan of fans.values()) {
    looked += fan.length
    if (looked >= STEP) {
      looked = 0
      yield
    }
    others.push(...largestRows(fan, weightOf, MOST_NEAR))
  }
  return others
}

/**
 * Adds functions and whole cycles above the threshold, heaviest first; the hot path with its
 * cycles before all others.
 */
function* addWhole(
  analyzed: AnalyzedProfile,
  weights: Weights,
  hotPath: HotPath,
  { threshold, limit }: NodeLinkChoice,
  chosen: Chosen,
): Generator<void, number> {
  const { cycles, profile, times } = analyzed
  const length = profile.functions.length
  const least = Math.max(threshold * weights.whole, Number.MIN_VALUE)
  // One row per function, then one per cycle; members are represented by their cycle.
  const weightOf = (row: number): number =>
    row < length ? weights.ofFunction(row as FunctionIndex) : weights.ofCycle((row - length) as CycleIndex)
  const candidates: number[] = []
  let reaching = 0
  for (let f = 0 as FunctionIndex; f < length; f = (f + 1) as FunctionIndex) {
    if (f % STEP === STEP - 1) yield
    if (times.isPrinted[f] === 0 || weightOf(f) < least) continue
    reaching++
    if (cycles.cycleOf[f] === NONE) candidates.push(f)
  }
  for (let cycle = 0; cycle < cycles.length; cycle++) {
    if (cycle % STEP === STEP - 1) yield
    if (weightOf(length + cycle) >= least) candidates.push(length + cycle)
  }
  if (candidates.length === 0) return 0
  for (const f of hotPath.functions.slice(0, limit)) chosen.functions.add(f)
  for (const f of hotPath.functions) chosen.add(f)
  const worthwhile =
    weights.measure === 'calls' ? yield* withNarrowFans(analyzed, candidates, weightOf) : candidates
  let largest: readonly number[] = []
  for (let at = 0; at < worthwhile.length; at += STEP) {
    if (at > 0) yield
    largest = largestRows([...largest, ...worthwhile.slice(at, at + STEP)], weightOf, limit)
  }
  for (const row of largest) {
    if (chosen.room <= 0) break
    if (row < length) chosen.add(row as FunctionIndex)
    else chosen.addMembers((row - length) as CycleIndex)
  }
  let drawn = 0
  for (const f of chosen.functions) if (weightOf(f) >= least) drawn++
  return Math.max(0, reaching - drawn)
}

/**
 * Adds callers upwards and callees downwards, breadth first, heaviest arcs first. Neighbours of
 * the focus are drawn whatever they weigh, functions farther away if they reach the threshold. A
 * small cycle is added as a whole; of a large one only what is reached, because it would fill the
 * drawing.
 */
function addAround(
  analyzed: AnalyzedProfile,
  weights: Weights,
  choice: NodeLinkChoice,
  focus: FunctionIndex,
  chosen: Chosen,
): number {
  const cycle = analyzed.cycles.cycleOf[focus]
  const whole = cycle === NONE ? weights.ofFunction(focus) : weights.ofCycle(cycle)
  const least = choice.threshold * whole
  const start = chosen.add(focus)
  const reach = { callers: start, callees: start }
  const depths = { callers: choice.callersDepth, callees: choice.calleesDepth }
  let overLimit = 0
  const addNext = (side: keyof typeof reach, depth: number): FunctionIndex[] => {
    const most = depth === 1 ? MOST_NEAR : MOST_FAR
    const next: FunctionIndex[] = []
    for (const other of reach[side].flatMap((f) => neighbours(analyzed, weights, f, side, most))) {
      if (chosen.functions.has(other) || (depth > 1 && weights.ofFunction(other) < least)) continue
      const added = chosen.add(other)
      if (added.length === 0) overLimit++
      next.push(...added)
    }
    return next
  }
  for (let depth = 1; depth <= Math.max(depths.callers, depths.callees); depth++) {
    if (depth <= depths.callers) reach.callers = addNext('callers', depth)
    if (depth <= depths.callees) reach.callees = addNext('callees', depth)
  }
  return overLimit
}

function expand(
  analyzed: AnalyzedProfile,
  weights: Weights,
  { function: f, side, amount }: Expansion,
  functions: Set<FunctionIndex>,
): void {
  if (!functions.has(f)) return
  const most = Math.min(amount, MOST_NODES - functions.size)
  const cycle = analyzed.cycles.cycleOf[f]
  if (side === 'members' && cycle === NONE) return
  const left =
    side === 'members' && cycle !== NONE
      ? largestRows(
          [...membersOf(analyzed.cycles, cycle)].filter((member) => !functions.has(member)),
          (member) => weights.ofFunction(member as FunctionIndex),
          most,
        )
      : neighbours(analyzed, weights, f, side === 'callers' ? 'callers' : 'callees', most, functions)
  for (const other of left) functions.add(other as FunctionIndex)
}

/**
 * Returns callers or callees by the weight of the arc (time passed, then calls), without `f`
 * itself and `except`.
 */
function neighbours(
  { profile }: AnalyzedProfile,
  weights: Weights,
  f: FunctionIndex,
  side: 'callers' | 'callees',
  most: number,
  except?: ReadonlySet<FunctionIndex>,
): FunctionIndex[] {
  const { arcs } = profile
  const rows = side === 'callers' ? profile.arcsByChild : profile.arcsByParent
  const end = side === 'callers' ? arcs.parent : arcs.child
  const candidates: number[] = []
  for (let at = rows.offsets[f]; at < rows.offsets[f + 1]; at++) {
    const arc = rows.items[at]
    if (end[arc] !== f && !except?.has(end[arc])) candidates.push(arc)
  }
  const weight = (arc: number): number =>
    weights.ofArc(arc as ArcIndex) + arcs.count[arc as ArcIndex] * Number.EPSILON
  return largestRows(candidates, weight, most).map((arc) => end[arc as ArcIndex])
}

// Hot path: from the function with the most time along the heaviest arcs.

/** The hot path. */
export interface HotPath {
  /** From the top down. */
  readonly functions: readonly FunctionIndex[]
  /** Arcs between these functions, arcs inside a cycle included. */
  readonly arcs: ReadonlySet<ArcIndex>
  /** Why the path stops before the function where the time goes; null if it does not. */
  readonly stop: HotPathStop | null
}

/** Where the hot path stops because a cycle's few entries decide where it would go on. */
export interface HotPathStop {
  readonly at: FunctionIndex
  readonly cycle: CycleIndex
}

/**
 * Finds the hot path; yields between steps. It ends where a function (or, in a cycle, a member) has more
 * self time than the heaviest arc passes, or where arcs pass almost nothing. So its last function is where
 * the time goes. A cycle is one step: the path enters it, crosses it by the fewest calls, and leaves by the
 * heaviest arc out of any member. Empty if no time was sampled. At most about 10,000 functions. The result
 * is kept for this analysis.
 *
 * The path also stops where its next arc is the heaviest only by how the few calls into a cycle divide the
 * cycle's time (`splitsOf`).
 */
export function* hotPathInSteps(analyzed: AnalyzedProfile): Generator<void, HotPath> {
  const known = hotPaths.get(analyzed)
  if (known) return known
  const path: FunctionIndex[] = []
  const arcs = new Set<ArcIndex>()
  let stop: HotPathStop | null = null
  const splits = yield* splitsOf(analyzed)
  let at = yield* hottest(analyzed)
  while (at !== NONE && path.length < LONGEST) {
    path.push(at)
    const step = yield* nextStep(analyzed, at)
    const split = splits.find((one) => isUndecided(analyzed, at as FunctionIndex, step, one))
    if (split) {
      stop = { at, cycle: split.cycle }
      break
    }
    if (step.inside) {
      for (const arc of step.inside) {
        arcs.add(arc)
        path.push(analyzed.profile.arcs.child[arc])
      }
    } else path.push(step.to)
    if (step.out === NONE || arcTicks(analyzed, step.out) < WARM * analyzed.printedTicks) break
    arcs.add(step.out)
    at = analyzed.profile.arcs.child[step.out]
  }
  const found = { functions: path, arcs, stop }
  hotPaths.set(analyzed, found)
  return found
}

/** Cached, because every drawing of a profile needs it. */
const hotPaths = new WeakMap<AnalyzedProfile, HotPath>()

/**
 * Largest length, many times what a drawing has room for: a chain of calls may be a million
 * functions long.
 */
const LONGEST = 10_000

/** The function with the most time; of equal ones the one nearest to the top. */
function* hottest(analyzed: AnalyzedProfile): Generator<void, FunctionIndex | typeof NONE> {
  const { cycles, times, profile } = analyzed
  let best: FunctionIndex | typeof NONE = NONE
  let bestTicks = 0
  for (let f = 0 as FunctionIndex; f < profile.functions.length; f = (f + 1) as FunctionIndex) {
    if (f % STEP === STEP - 1) yield
    const cycle = cycles.cycleOf[f]
    const ticks = cycle === NONE ? totalTicks(analyzed, f) : cycleTicks(analyzed, cycle)
    if (ticks <= 0 || ticks < bestTicks * (1 - 1e-9)) continue
    const isMore =
      best === NONE ||
      ticks > bestTicks * (1 + 1e-9) ||
      times.order[f] > times.order[best] ||
      (times.order[f] === times.order[best] && totalTicks(analyzed, f) > totalTicks(analyzed, best))
    if (isMore) {
      best = f
      bestTicks = ticks
    }
  }
  return best
}

/**
 * Share of all time below which an arc is not hot: in a program without a centre the path ends
 * where it thins out.
 */
const WARM = 0.02

/**
 * Longest path through a cycle. Calls inside a cycle pass no time, so of a longer one only the
 * ends are on the path.
 */
const MOST_INSIDE = 5

interface Step {
  /**
   * Arcs inside the cycle, from its entry to where the path leaves or ends; null if there are too
   * many.
   */
  readonly inside: readonly ArcIndex[] | null
  readonly to: FunctionIndex
  readonly out: ArcIndex | typeof NONE
  /** Most self time of the function, or of a member of its cycle. */
  readonly ownTicks: Ticks
}

function* nextStep(analyzed: AnalyzedProfile, at: FunctionIndex): Generator<void, Step> {
  const { arcs } = analyzed.profile
  let ownTicks = 0
  let owner = at
  let outTicks = 0
  let out: ArcIndex | typeof NONE = NONE
  let looked = 0
  for (const member of membersWith(analyzed, at)) {
    if (analyzed.times.propagatedSelf[member] > ownTicks) {
      ownTicks = analyzed.times.propagatedSelf[member]
      owner = member
    }
    for (const arc of arcsFrom(analyzed, member)) {
      if (++looked % STEP === 0) yield
      const ticks = arcTicks(analyzed, arc)
      if (ticks > outTicks || (ticks === outTicks && out !== NONE && arc < out)) {
        outTicks = ticks
        out = arc
      }
    }
  }
  if (ownTicks >= outTicks) out = NONE
  const to = out === NONE ? owner : arcs.parent[out]
  return { inside: fewestCalls(analyzed, at, to), to, out, ownTicks }
}

function membersWith({ cycles }: AnalyzedProfile, f: FunctionIndex): Iterable<FunctionIndex> {
  const cycle = cycles.cycleOf[f]
  return cycle === NONE ? [f] : membersOf(cycles, cycle)
}

function arcsFrom({ profile }: AnalyzedProfile, f: FunctionIndex): Iterable<ArcIndex> {
  return groupAt(profile.arcsByParent, f)
}

// Cycles with few calls from outside and many inside. gprof divides the time of a cycle by the calls
// that enter it. If a call causes much work inside, calls differ in cost, and a few of them do not
// show how the time divides.

/** A cycle whose time its entries do not divide reliably. */
interface Split {
  readonly cycle: CycleIndex
  /** Time of the whole cycle. */
  readonly ticks: Ticks
  /** By FunctionIndex: share of that time that is passed to the function or its cycle, 0–1. */
  readonly shares: Float64Array
}

/** Number of calls into a cycle below which they are few. */
const FEW_ENTRIES = 100
/** Calls inside a cycle for each call from outside, from which on a call causes much work. */
const MANY_INSIDE = 10
/** Most cycles that are looked at, the heaviest first: each needs a walk over all of its callers. */
const MOST_SPLITS = 8

/** Returns the cycles above WARM that few calls enter and in which many run. */
function* splitsOf(analyzed: AnalyzedProfile): Generator<void, Split[]> {
  const { cycles, printedTicks } = analyzed
  const found: { cycle: CycleIndex; ticks: Ticks }[] = []
  for (let row = 0; row < cycles.length; row++) {
    if (row % STEP === STEP - 1) yield
    const cycle = row as CycleIndex
    const [entries, inside] = [cycles.calls[cycle], cycles.internalCalls[cycle]]
    if (!(entries > 1) || entries >= FEW_ENTRIES || inside < MANY_INSIDE * entries) continue
    const ticks = cycleTicks(analyzed, cycle)
    if (ticks > 0 && ticks >= WARM * printedTicks) found.push({ cycle, ticks })
  }
  found.sort((a, b) => b.ticks - a.ticks || a.cycle - b.cycle)
  const splits: Split[] = []
  for (const one of found.slice(0, MOST_SPLITS))
    splits.push({ ...one, shares: yield* sharesAbove(analyzed, one.cycle) })
  return splits
}

function* sharesAbove(analyzed: AnalyzedProfile, cycle: CycleIndex): Generator<void, Float64Array> {
  const { profile, times, cycles } = analyzed
  const { arcs, arcsByChild } = profile
  const isAbove = new Uint8Array(profile.functions.length)
  const above: FunctionIndex[] = []
  const add = (f: FunctionIndex): void => {
    if (isAbove[f] === 1) return
    for (const member of membersWith(analyzed, f)) {
      isAbove[member] = 1
      above.push(member)
    }
  }
  for (const member of membersOf(cycles, cycle)) add(member)
  let looked = 0
  for (let at = 0; at < above.length; at++) {
    for (const arc of groupAt(arcsByChild, above[at])) {
      if (++looked % STEP === 0) yield
      add(arcs.parent[arc])
    }
  }
  // Callees before callers.
  above.sort((a, b) => times.order[a] - times.order[b])
  const shares = new Float64Array(profile.functions.length)
  for (const member of membersOf(cycles, cycle)) shares[member] = 1
  for (let at = 0; at < above.length;) {
    const head = above[at]
    if (cycles.cycleOf[head] === cycle) at++
    else {
      let share = 0
      for (const member of membersWith(analyzed, head)) {
        at++
        for (const arc of arcsFrom(analyzed, member)) {
          if (++looked % STEP === 0) yield
          share += shareOfArc(analyzed, shares, arc)
        }
      }
      for (const member of membersWith(analyzed, head)) shares[member] = share
    }
  }
  return shares
}

/** Returns the share of a cycle's time that an arc passes, from the shares of its child. */
function shareOfArc(analyzed: AnalyzedProfile, shares: Float64Array, arc: ArcIndex): number {
  const { profile, cycles, times } = analyzed
  const child = profile.arcs.child[arc]
  const ticks = arcTicks(analyzed, arc)
  if (shares[child] === 0 || ticks === 0) return 0
  const cycle = cycles.cycleOf[child]
  const all =
    cycle === NONE
      ? profile.functions.selfTicks[child] + times.childTicks[child]
      : times.cycleSelfTicks[cycle] + times.cycleChildTicks[cycle]
  return (shares[child] * ticks) / all
}

/**
 * Whether the hot path would go on elsewhere for another division of the cycle's time: some of it
 * comes by other arcs, and without it the path's arc is no longer the heaviest.
 */
function isUndecided(
  analyzed: AnalyzedProfile,
  at: FunctionIndex,
  { out, ownTicks }: Step,
  { shares, ticks }: Split,
): boolean {
  if (out === NONE || shares[at] === 0) return false
  const { child } = analyzed.profile.arcs
  const headOf = (f: FunctionIndex): number => {
    const cycle = analyzed.cycles.cycleOf[f]
    return cycle === NONE ? f : -2 - cycle
  }
  const head = headOf(child[out])
  let [onPath, movable, largest, elsewhere] = [0, 0, 0, 0]
  for (const member of membersWith(analyzed, at)) {
    for (const arc of arcsFrom(analyzed, member)) {
      const passed = arcTicks(analyzed, arc)
      if (passed === 0) continue
      const part = ticks * shareOfArc(analyzed, shares, arc)
      if (headOf(child[arc]) === head) {
        onPath += passed
        movable += part
      } else if (part > 0) elsewhere = Math.max(elsewhere, passed)
      else largest = Math.max(largest, passed)
    }
  }
  if (movable === 0 || elsewhere === 0) return false
  return Math.max(ownTicks, largest, elsewhere + movable) >= onPath - movable
}

/**
 * Returns the shortest chain of arcs between two members of one cycle, if it is short; of equal
 * ones the heavier.
 */
function fewestCalls(analyzed: AnalyzedProfile, from: FunctionIndex, to: FunctionIndex): ArcIndex[] | null {
  const { arcs } = analyzed.profile
  const cycle = analyzed.cycles.cycleOf[from]
  const reachedBy = new Map<FunctionIndex, ArcIndex>()
  let farthest: FunctionIndex[] = [from]
  for (let depth = 0; from !== to && !reachedBy.has(to); depth++) {
    if (depth === MOST_INSIDE) return null
    const next: FunctionIndex[] = []
    for (const f of farthest) {
      const outgoing = [...arcsFrom(analyzed, f)]
      outgoing.sort((a, b) => arcs.count[b] - arcs.count[a] || a - b)
      for (const arc of outgoing) {
        const child = arcs.child[arc]
        if (child === from || reachedBy.has(child) || analyzed.cycles.cycleOf[child] !== cycle) continue
        reachedBy.set(child, arc)
        next.push(child)
      }
    }
    farthest = next
  }
  const chain: ArcIndex[] = []
  for (let at = to; at !== from;) {
    const arc = reachedBy.get(at)
    if (arc === undefined) return []
    chain.unshift(arc)
    at = arcs.parent[arc]
  }
  return chain
}

// Weights of functions, cycles and arcs: time, or calls if no time was sampled.

/** The weights that a drawing uses. */
export interface Weights {
  readonly measure: 'time' | 'calls'
  /**
   * The 100%: all time shown, or the calls of the busiest function. 0 if there is nothing to
   * draw.
   */
  readonly whole: number
  /** Total time of a function or a whole cycle and time passed by an arc, in ticks; or calls. 0 for none. */
  readonly ofFunction: (f: FunctionIndex) => number
  readonly ofCycle: (cycle: CycleIndex) => number
  readonly ofArc: (arc: ArcIndex) => number
}

/**
 * Returns a function's total time in ticks, as the call graph shows it. As in gprof, a member of a cycle
 * inherits from outside its cycle only.
 */
export function totalTicks({ times }: AnalyzedProfile, f: FunctionIndex): number {
  return times.propagatedSelf[f] + times.propagatedChild[f]
}

/** Functions or arcs processed between two pauses. */
export const STEP = 8192

/**
 * Returns a cycle's total time in ticks. For a cycle without callers outside gprof has none for
 * the whole, so this is the sum of its members' times.
 */
export function cycleTicks(analyzed: AnalyzedProfile, cycle: CycleIndex): number {
  const { times, cycles } = analyzed
  if (cycles.calls[cycle] > 0) return times.cyclePropagatedSelf[cycle] + times.cyclePropagatedChild[cycle]
  let known = unentered.get(analyzed)
  if (!known) unentered.set(analyzed, (known = new Map()))
  let sum = known.get(cycle)
  if (sum === undefined) {
    sum = 0
    for (const member of membersOf(cycles, cycle)) sum += totalTicks(analyzed, member)
    known.set(cycle, sum)
  }
  return sum
}

const unentered = new WeakMap<AnalyzedProfile, Map<CycleIndex, number>>()

/**
 * Returns a function's total time as a share of all recorded samples, cut off to 0–1; 0 if there are none. If a listing printed the share, that one is returned.
 */
export function totalShare(analyzed: AnalyzedProfile, f: FunctionIndex): number {
  return fractionOf(
    asTicks(totalTicks(analyzed, f), analyzed.asPrinted?.entryPercent[f], analyzed),
    wholeTicks(analyzed.profile),
  )
}

/**
 * Uses the share that a listing printed: times of few samples are rounded to nothing, or to all
 * of it.
 */
function asTicks(ticks: number, percent: number | undefined, { printedTicks }: AnalyzedProfile): number {
  return percent === undefined || Number.isNaN(percent) ? ticks : (percent / 100) * printedTicks
}

/** Computes the weights: time in ticks, or calls if no time is shown; yields between steps. */
export function* weigh(analyzed: AnalyzedProfile): Generator<void, Weights> {
  if (analyzed.printedTicks > 0) {
    return {
      measure: 'time',
      whole: wholeTicks(analyzed.profile),
      ofFunction: (f) => asTicks(totalTicks(analyzed, f), analyzed.asPrinted?.entryPercent[f], analyzed),
      ofCycle: (cycle) =>
        asTicks(cycleTicks(analyzed, cycle), analyzed.asPrinted?.cyclePercent[cycle], analyzed),
      ofArc: (arc) => arcTicks(analyzed, arc),
    }
  }
  const { functions, arcs } = analyzed.profile
  const made = new Float64Array(functions.length)
  for (let arc = 0 as ArcIndex; arc < arcs.length; arc = (arc + 1) as ArcIndex) {
    if (arc % STEP === STEP - 1) yield
    const parent: number = arcs.parent[arc]
    made[parent] += arcs.count[arc]
  }
  const ofFunction = (f: FunctionIndex): number =>
    Math.max(functions.calls[f] + functions.selfCalls[f], made[f])
  let whole = 0
  for (let f = 0 as FunctionIndex; f < functions.length; f = (f + 1) as FunctionIndex) {
    if (f % STEP === STEP - 1) yield
    whole = Math.max(whole, ofFunction(f))
  }
  return {
    measure: 'calls',
    whole,
    ofFunction,
    ofCycle: (cycle) => analyzed.cycles.calls[cycle] + analyzed.cycles.internalCalls[cycle],
    ofArc: (arc) => arcs.count[arc],
  }
}
