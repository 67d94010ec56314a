// What a time with children's in it rests on: samples alone, calls that nobody else made, or gprof's assumption.
import { arcTicks } from '../../analysis/time/arc-times.ts'
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import type { Ticks } from '../../base/units.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/tables.ts'
import { certainPart, certainPartOfArc, certainPartOfCycle, isOnlyWay } from '../certain/certain-parts.ts'
import { certainAtHand } from '../certain/at-hand.ts'
import { ASSUMPTION, explainCertainty, explainSampling } from './explain-sampling.ts'

/** What is said of a total time, and of what in it is inherited, which is certain as a whole or not. */
export interface TotalNotes {
  readonly total: string
  readonly children: string
}

export function explainTotal(analyzed: AnalyzedProfile, f: FunctionIndex): TotalNotes {
  const self = analyzed.profile.functions.selfTicks[f]
  const part = certainPart(analyzed, atHand(analyzed), f)
  return notesOf(analyzed, self, analyzed.times.childTicks[f], part)
}

export function explainTotalOfCycle(analyzed: AnalyzedProfile, cycle: CycleIndex): TotalNotes {
  const { cyclePropagatedSelf, cyclePropagatedChild } = analyzed.times
  const part = certainPartOfCycle(analyzed, atHand(analyzed), cycle)
  return notesOf(analyzed, cyclePropagatedSelf[cycle], cyclePropagatedChild[cycle], part)
}

function notesOf(analyzed: AnalyzedProfile, self: Ticks, child: Ticks, part: number): TotalNotes {
  return {
    total:
      child > 0
        ? explainCertainty(analyzed, self + child, part, 'below it')
        : explainSampling(analyzed, self),
    children: explainCertainty(analyzed, child, Math.floor(part), 'below it'),
  }
}

/** Of all that an arc passes, or of one of its parts: the child's own, and what the child inherited, which is certain as a whole or not. */
export function explainPassed(
  analyzed: AnalyzedProfile,
  arc: ArcIndex,
  column: 'self' | 'children' | 'both',
): string {
  if (!isOnlyWay(analyzed, arc)) return ASSUMPTION
  if (column === 'self') return 'Certain: all its calls came along this arc.'
  const part = certainPartOfArc(analyzed, atHand(analyzed), arc)
  const told = column === 'both' ? part : Math.floor(part)
  return explainCertainty(analyzed, arcTicks(analyzed, arc), told, 'below this arc')
}

const atHand = (analyzed: AnalyzedProfile): Float64Array | null => certainAtHand.get(analyzed) ?? null
