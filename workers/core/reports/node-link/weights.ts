// What a drawing weighs functions, cycles and arcs by: time, or calls when no time was sampled.
import { arcTicks } from '../../analysis/time/arc-times.ts'
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
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

export function cycleTicks({ times }: AnalyzedProfile, cycle: CycleIndex): number {
  return times.cyclePropagatedSelf[cycle] + times.cyclePropagatedChild[cycle]
}

export function weigh(analyzed: AnalyzedProfile): Weights {
  if (analyzed.printedTicks > 0) {
    return {
      measure: 'time',
      whole: analyzed.printedTicks,
      ofFunction: (f) => totalTicks(analyzed, f),
      ofCycle: (cycle) => cycleTicks(analyzed, cycle),
      ofArc: (arc) => arcTicks(analyzed, arc),
    }
  }
  const { functions, arcs } = analyzed.profile
  const made = new Float64Array(functions.length)
  for (let arc = 0 as ArcIndex; arc < arcs.length; arc = (arc + 1) as ArcIndex) {
    const parent: number = arcs.parent[arc]
    made[parent] += arcs.count[arc]
  }
  const ofFunction = (f: FunctionIndex): number =>
    Math.max(functions.calls[f] + functions.selfCalls[f], made[f])
  let whole = 0
  for (let f = 0 as FunctionIndex; f < functions.length; f = (f + 1) as FunctionIndex) {
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
