// What a time with children's in it rests on: samples alone, calls that nobody else made, or gprof's assumption.
import { arcChildTicks, arcSelfTicks, arcTicks } from '../../analysis/time/arc-times.ts'
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import type { Ticks } from '../../base/units.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/tables.ts'
import {
  certainPart,
  certainPartOfArc,
  certainPartOfCycle,
  isOnlyWay,
  partOf,
} from '../certain/certain-parts.ts'
import { certainAtHand } from '../certain/at-hand.ts'
import { explainCertainty } from '../certain/explain-certainty.ts'
import { ASSUMPTION, explainSampling } from './explain-sampling.ts'

/** What is said of a total time, and of what in it is inherited. */
export interface TotalNotes {
  readonly total: string
  readonly children: string
}

export function explainTotal(analyzed: AnalyzedProfile, f: FunctionIndex): TotalNotes {
  const self = analyzed.profile.functions.selfTicks[f]
  const part = certainPart(analyzed, certainAtHand(analyzed), f)
  return notesOf(analyzed, self, analyzed.times.childTicks[f], part)
}

export function explainTotalOfCycle(analyzed: AnalyzedProfile, cycle: CycleIndex): TotalNotes {
  const { cyclePropagatedSelf, cyclePropagatedChild } = analyzed.times
  const part = certainPartOfCycle(analyzed, certainAtHand(analyzed), cycle)
  return notesOf(analyzed, cyclePropagatedSelf[cycle], cyclePropagatedChild[cycle], part)
}

function notesOf(analyzed: AnalyzedProfile, self: Ticks, child: Ticks, part: number): TotalNotes {
  const where = 'below it'
  const inherited = partOf(part * (self + child) - self, child)
  return {
    total:
      child > 0 ? explainCertainty(analyzed, self + child, part, where) : explainSampling(analyzed, self),
    children: explainCertainty(analyzed, child, inherited, where),
  }
}

/** Of all that an arc passes. */
export function explainPassed(analyzed: AnalyzedProfile, arc: ArcIndex): string {
  return explainBelow(analyzed, arc, arcTicks(analyzed, arc), 0)
}

/** Of what of it the child inherited, and of the child's own. */
export function explainPassedPart(
  analyzed: AnalyzedProfile,
  arc: ArcIndex,
  column: 'self' | 'children',
): string {
  const self = arcSelfTicks(analyzed, arc)
  if (column === 'children') return explainBelow(analyzed, arc, arcChildTicks(analyzed, arc), self)
  return isOnlyWay(analyzed, arc)
    ? `Certain: all its calls came along this arc. ${explainSampling(analyzed, self)}`
    : ASSUMPTION
}

/** @param besides certain time that is not of these ticks */
function explainBelow(analyzed: AnalyzedProfile, arc: ArcIndex, ticks: Ticks, besides: Ticks): string {
  if (!isOnlyWay(analyzed, arc)) return ASSUMPTION
  const part = certainPartOfArc(analyzed, certainAtHand(analyzed), arc)
  const sure = part * arcTicks(analyzed, arc) - besides
  return explainCertainty(analyzed, ticks, partOf(sure, ticks), 'below this arc')
}
