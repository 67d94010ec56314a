// The hot path: from the function that holds the most time down the heaviest arc, again and again.
import { membersOf } from '../../analysis/time/arc-share.ts'
import { arcTicks } from '../../analysis/time/arc-times.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { NONE } from '../../base/brand.ts'
import { groupAt } from '../../base/csr.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/tables.ts'
import { cycleTicks, STEP, totalTicks } from './weights.ts'

export interface HotPath {
  /** From the top down. */
  readonly functions: readonly FunctionIndex[]
  /** The arcs between them, arcs inside a cycle included. */
  readonly arcs: ReadonlySet<ArcIndex>
}

/**
 * Ends where a function (or, in a cycle, a member) spends more itself than the heaviest arc would lead to, so that the
 * last function on the path is where the time goes, or where arcs carry next to nothing. A cycle is one step: the path
 * enters it, runs through it by the fewest calls, and leaves by the heaviest arc out of any member. Empty when no time
 * was sampled.
 */
export function* hotPathInSteps(analyzed: AnalyzedProfile): Generator<void, HotPath> {
  const known = hotPaths.get(analyzed)
  if (known) return known
  const path: FunctionIndex[] = []
  const arcs = new Set<ArcIndex>()
  let at = yield* hottest(analyzed)
  while (at !== NONE && path.length < LONGEST) {
    path.push(at)
    const step = yield* nextStep(analyzed, at)
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
  const found = { functions: path, arcs }
  hotPaths.set(analyzed, found)
  return found
}

/** Every drawing of a profile asks for the same. */
const hotPaths = new WeakMap<AnalyzedProfile, HotPath>()

/** Many times what a drawing has room for: where a chain of calls is a million functions long, its beginning is told. */
const LONGEST = 10_000

/** The function with the most time; of equals the one nearest to the top. */
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

/** Share of all time below which an arc is no longer hot: in a program without a centre the path ends where it thins out. */
const WARM = 0.02

/** Calls inside a cycle pass no time: a longer way through one explains nothing, and only its ends are on the path. */
const MOST_INSIDE = 5

interface Step {
  /** Arcs inside the cycle, from where it was entered to where the path leaves or ends; null if they are too many. */
  readonly inside: readonly ArcIndex[] | null
  readonly to: FunctionIndex
  readonly out: ArcIndex | typeof NONE
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
  return { inside: fewestCalls(analyzed, at, to), to, out }
}

function membersWith({ cycles }: AnalyzedProfile, f: FunctionIndex): Iterable<FunctionIndex> {
  const cycle = cycles.cycleOf[f]
  return cycle === NONE ? [f] : membersOf(cycles, cycle)
}

function arcsFrom({ profile }: AnalyzedProfile, f: FunctionIndex): Iterable<ArcIndex> {
  return groupAt(profile.arcsByParent, f)
}

/** Shortest chain of arcs between two members of one cycle, if it is short; heavier arcs first among equals. */
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
