// Weights of functions, cycles or arcs: time, or calls if no time was sampled.
import type { Ticks } from '../../base/units.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/call-graph-profile.ts'
import { arcTicks, membersOf } from '../../analysis/arc-times.ts'
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { wholeTicks } from '../../quantities.ts'

/** The weights that a drawing uses. */
export interface Weights {
  readonly measure: 'time' | 'calls'
  /**
   * All time of the call graph, which a scenario makes less; or the calls of the busiest function. 0 if
   * there is nothing to draw.
   */
  readonly whole: number
  /** The 100% of shares: all recorded samples (`wholeTicks`), or `whole`. */
  readonly hundred: number
  /** Total time of a function or a whole cycle and time passed by an arc, in ticks; or calls. 0 for none. */
  readonly ofFunction: (f: FunctionIndex) => number
  readonly ofCycle: (cycle: CycleIndex) => number
  /** Self time of a function, in ticks; or calls. */
  readonly ofSelf: (f: FunctionIndex) => number
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
  let sum = 0
  for (const member of membersOf(cycles, cycle)) sum += totalTicks(analyzed, member)
  return sum
}

/** Returns `cycleTicks` of every cycle. */
export function ticksOfCycles(analyzed: AnalyzedProfile): Float64Array {
  return Float64Array.from({ length: analyzed.cycles.length }, (_, cycle) =>
    cycleTicks(analyzed, cycle as CycleIndex),
  )
}

/**
 * Returns a function's total time in ticks; of a listing with a printed share, that share of the call graph's
 * time.
 */
export function listedTotal(analyzed: AnalyzedProfile, f: FunctionIndex): Ticks {
  return asTicks(totalTicks(analyzed, f), analyzed.asPrinted?.entryPercent[f], analyzed)
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
    const ofCycles = ticksOfCycles(analyzed)
    return {
      measure: 'time',
      whole: analyzed.printedTicks,
      hundred: wholeTicks(analyzed.profile),
      ofFunction: (f) => listedTotal(analyzed, f),
      ofCycle: (cycle) => asTicks(ofCycles[cycle], analyzed.asPrinted?.cyclePercent[cycle], analyzed),
      ofSelf: (f) => analyzed.times.propagatedSelf[f],
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
    hundred: whole,
    ofFunction,
    ofSelf: ofFunction,
    ofCycle: (cycle) => analyzed.cycles.calls[cycle] + analyzed.cycles.internalCalls[cycle],
    ofArc: (arc) => arcs.count[arc],
  }
}
