// Cycles whose few entries do not show how their time divides among their callers.
//
// gprof divides the time of a cycle by the calls that enter it. If a call causes much work inside, calls
// differ in cost, and a few of them do not show how the time divides.
import { arcTicks, membersOf } from '../../analysis/arc-times.ts'
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { NONE, type None } from '../../base/columns.ts'
import { groupAt } from '../../base/csr.ts'
import type { Ticks } from '../../base/units.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/call-graph-profile.ts'
import { arcsFrom, membersWith } from './blocks.ts'
import { cycleTicks, STEP } from './weights.ts'

/**
 * Share of all time below which an arc is not hot: in a program without a centre the path ends
 * where it thins out.
 */
export const WARM = 0.02

/** A cycle whose time its entries do not divide reliably. */
export interface Split {
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
export function* splitsOf(analyzed: AnalyzedProfile): Generator<void, Split[]> {
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
export function isUndecided(
  analyzed: AnalyzedProfile,
  at: FunctionIndex,
  { out, ownTicks }: { readonly out: ArcIndex | None; readonly ownTicks: Ticks },
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
