// The hot path: from the function with the most time along the heaviest arcs.
import { arcTicks } from '../../analysis/arc-times.ts'
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { NONE } from '../../base/columns.ts'
import type { Ticks } from '../../base/units.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/call-graph-profile.ts'
import { arcsFrom, membersWith } from './blocks.ts'
import { isUndecided, splitsOf, WARM } from './undecided-cycles.ts'
import { cycleTicks, STEP, ticksOfCycles, totalTicks } from './weights.ts'

/** The hot path. */
export interface HotPath {
  /** From the top down. */
  readonly functions: readonly FunctionIndex[]
  /** Arcs between these functions, arcs inside a cycle included. */
  readonly arcs: ReadonlySet<ArcIndex>
  /** Why the path stops before the function where the time goes; null if it does not. */
  readonly stop: HotPathStop | null
}

/** Where the hot path stops before the function where the time goes, and why. */
export type HotPathStop =
  /** A cycle's few entries decide where it would go on. */
  | { readonly kind: 'undecided'; readonly at: FunctionIndex; readonly cycle: CycleIndex }
  /** No callee has a third of the time. */
  | {
      readonly kind: 'spread'
      readonly at: FunctionIndex
      /** Number of callees, of a cycle those outside. */
      readonly callees: number
      /** Time passed by the heaviest arc. */
      readonly largestTicks: Ticks
    }

/**
 * Finds the hot path; yields between steps. It ends where a function (or, in a cycle, a member) has more
 * self time than the heaviest arc passes, or where arcs pass almost nothing. So its last function is where
 * the time goes. A cycle is one step: the path enters it, crosses it by the fewest calls, and leaves by the
 * heaviest arc out of any member. Empty if no time was sampled. At most about 10,000 functions.
 *
 * The path also stops where no callee has a third of the time of its caller, and where its next arc is the
 * heaviest only by how the few calls into a cycle divide the cycle's time (`splitsOf`).
 */
export function* hotPathOf(analyzed: AnalyzedProfile): Generator<void, HotPath> {
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
      stop = { kind: 'undecided', at, cycle: split.cycle }
      break
    }
    const spread = step.out === NONE ? null : yield* spreadAt(analyzed, at, step.out)
    if (spread) {
      stop = spread
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
  return { functions: path, arcs, stop }
}

/**
 * Largest length, many times what a drawing has room for: a chain of calls may be a million
 * functions long.
 */
const LONGEST = 10_000

/** The function with the most time; of equal ones the one nearest to the top. */
function* hottest(analyzed: AnalyzedProfile): Generator<void, FunctionIndex | typeof NONE> {
  const { cycles, times, profile } = analyzed
  const ofCycles = ticksOfCycles(analyzed)
  let best: FunctionIndex | typeof NONE = NONE
  let bestTicks = 0
  for (let f = 0 as FunctionIndex; f < profile.functions.length; f = (f + 1) as FunctionIndex) {
    if (f % STEP === STEP - 1) yield
    const cycle = cycles.cycleOf[f]
    const ticks = cycle === NONE ? totalTicks(analyzed, f) : ofCycles[cycle]
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

/** Share of its caller's time that a callee has at least on the hot path. */
const LEAST_PART = 1 / 3

/** Returns how the time spreads over callees, if the heaviest arc passes less than a third of it; else null. */
function* spreadAt(
  analyzed: AnalyzedProfile,
  at: FunctionIndex,
  out: ArcIndex,
): Generator<void, HotPathStop | null> {
  const cycle = analyzed.cycles.cycleOf[at]
  const all = cycle === NONE ? totalTicks(analyzed, at) : cycleTicks(analyzed, cycle)
  const largestTicks = arcTicks(analyzed, out)
  if (largestTicks >= LEAST_PART * all * (1 - 1e-9)) return null
  const callees = new Set<FunctionIndex>()
  const { child } = analyzed.profile.arcs
  let looked = 0
  for (const member of membersWith(analyzed, at)) {
    for (const arc of arcsFrom(analyzed, member)) {
      if (++looked % STEP === 0) yield
      const isOutside = child[arc] !== at && (cycle === NONE || analyzed.cycles.cycleOf[child[arc]] !== cycle)
      if (isOutside) callees.add(child[arc])
    }
  }
  return { kind: 'spread', at, callees: callees.size, largestTicks }
}

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
