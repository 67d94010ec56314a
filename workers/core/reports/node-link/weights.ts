// What a drawing weighs functions, cycles and arcs by: time, or calls when no time was sampled.
import { membersOf } from '../../analysis/time/arc-share.ts'
import { arcTicks } from '../../analysis/time/arc-times.ts'
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { fractionOf } from '../quantities.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/tables.ts'

export interface Weights {
  readonly measure: 'time' | 'calls'
  /** What 100 % is: all time shown, or the calls of the busiest function. 0 when there is nothing to draw. */
  readonly whole: number
  readonly ofFunction: (f: FunctionIndex) => number
  readonly ofCycle: (cycle: CycleIndex) => number
  readonly ofArc: (arc: ArcIndex) => number
}

/** Total time of a function; a member of a cycle inherits from outside its cycle only, as in gprof. */
export function totalTicks({ times }: AnalyzedProfile, f: FunctionIndex): number {
  return times.propagatedSelf[f] + times.propagatedChild[f]
}

/** Functions or arcs that are looked at between two pauses. */
export const STEP = 8192

/**
 * Total time of a cycle. Of one that nobody calls from outside gprof counts none for the whole, and all of it for its
 * members: their sum is what a drawing is to show.
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

/** Of the whole, 0–1: a listing's own where it printed one. */
export function totalShare(analyzed: AnalyzedProfile, f: FunctionIndex): number {
  return fractionOf(
    asTicks(totalTicks(analyzed, f), analyzed.asPrinted?.entryPercent[f], analyzed),
    analyzed.printedTicks,
  )
}

/** Where a listing printed a share, by that: its times of few samples are rounded to nothing, or to all of it. */
function asTicks(ticks: number, percent: number | undefined, { printedTicks }: AnalyzedProfile): number {
  return percent === undefined || Number.isNaN(percent) ? ticks : (percent / 100) * printedTicks
}

/** All in ticks, or all in calls where no time is shown. */
export function* weigh(analyzed: AnalyzedProfile): Generator<void, Weights> {
  if (analyzed.printedTicks > 0) {
    return {
      measure: 'time',
      whole: analyzed.printedTicks,
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
