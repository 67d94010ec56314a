// What a time with children's in it rests on: samples alone, calls that no other function made, or gprof's assumption.
import { arcTicks } from '../../analysis/time/arc-times.ts'
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import type { Ticks } from '../../base/units.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/tables.ts'
import {
  certainBelowMember,
  certainPart,
  certainPartOfArc,
  certainPartOfCycle,
  isMember,
  isOnlyWay,
  partOf,
  rangeOfTotal,
} from '../certain/certain-parts.ts'
import { certainAtHand } from '../certain/at-hand.ts'
import { hasUpperBounds, uncountedOf, upperBound } from '../certain/upper-bounds.ts'
import { formatFixed, formatSeconds, secondsOf } from '../quantities.ts'
import { ASSUMPTION, exactSeconds, explainCertainty, explainSampling } from './explain-sampling.ts'

/** What is said of a total time, and of what in it is inherited, which is certain as a whole or not. */
export interface TotalNotes {
  readonly total: string
  readonly children: string
}

export function explainTotal(analyzed: AnalyzedProfile, f: FunctionIndex): TotalNotes {
  const self = analyzed.profile.functions.selfTicks[f]
  const child = analyzed.times.childTicks[f]
  const certain = certainAtHand.get(analyzed) ?? null
  if (isMember(analyzed, f)) {
    const part = partOf(certainBelowMember(analyzed, certain, f), child)
    return {
      total: explainMember(analyzed, f),
      children: explainCertainty(analyzed, child, Math.floor(part), 'below it'),
    }
  }
  const part = certainPart(analyzed, certain, f)
  const notes = notesOf(analyzed, self, child, part)
  return child > 0 && certain ? { ...notes, total: notes.total + explainUncounted(analyzed, f) } : notes
}

export function explainTotalOfCycle(analyzed: AnalyzedProfile, cycle: CycleIndex): TotalNotes {
  const { cyclePropagatedSelf, cyclePropagatedChild } = analyzed.times
  const part = certainPartOfCycle(analyzed, certainAtHand.get(analyzed) ?? null, cycle)
  return notesOf(analyzed, cyclePropagatedSelf[cycle], cyclePropagatedChild[cycle], part)
}

/**
 * How long a function was on the stack: "0.25 to 0.31 s", "0.31 s" where both bounds agree. Hundredths, the lower bound rounded
 * down and the upper one up; "at least 0.25 s" where there are no upper bounds. "" as long as they are not known, and of a listing, whose times are rounded.
 */
export function rangeText(analyzed: AnalyzedProfile, f: FunctionIndex): string {
  const certain = certainAtHand.get(analyzed)
  const { rate, listed, abbreviation } = analyzed.profile
  if (!certain || listed || !(rate > 0)) return ''
  const { least, most } = rangeOfTotal(analyzed, certain, f)
  if (!hasUpperBounds(analyzed))
    return `at least ${formatSeconds(Math.floor(100 * secondsOf(least, rate) + 1e-9) / 100, abbreviation)}`
  if (partOf(least, most) === 1) return formatSeconds(secondsOf(most, rate), abbreviation)
  // What is a whole number of hundredths is not rounded to the next.
  const [low, high] = [
    Math.floor(100 * secondsOf(least, rate) + 1e-9),
    Math.ceil(100 * secondsOf(most, rate) - 1e-9),
  ]
  return `${formatFixed(low / 100, 2)} to ${formatFixed(high / 100, 2)} ${abbreviation}`
}

/** gprof's total of a member leaves out what the others of its cycle take while it is on the stack. */
function explainMember(analyzed: AnalyzedProfile, f: FunctionIndex): string {
  const range = rangeText(analyzed, f)
  const why = 'gprof passes no time between members of a cycle.'
  if (range === '') return why
  const { least } = rangeOfTotal(analyzed, certainAtHand.get(analyzed) ?? null, f)
  const total = analyzed.profile.functions.selfTicks[f] + analyzed.times.childTicks[f]
  const isOutside = total < least * (1 - 1e-9)
  return `On the stack for ${range}${isOutside ? `: more than gprof’s ${exactSeconds(analyzed, total)}` : ''}. ${why}`
}

/** What may run below a function unseen; "" where all that took time was called by what the profile names. */
function explainUncounted(analyzed: AnalyzedProfile, f: FunctionIndex): string {
  const { ticks } = uncountedOf(analyzed)
  if (Number.isNaN(ticks)) return ' Functions whose callers were not counted may run below it as well.'
  const total = analyzed.profile.functions.selfTicks[f] + analyzed.times.childTicks[f]
  const more = Math.min(ticks, upperBound(analyzed, f) - total)
  return more > total * 1e-9
    ? ` Up to ${exactSeconds(analyzed, more)} more: functions whose callers were not counted may run below it.`
    : ''
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
  const part = certainPartOfArc(analyzed, certainAtHand.get(analyzed) ?? null, arc)
  const ofColumn = column === 'both' ? part : Math.floor(part)
  return explainCertainty(analyzed, arcTicks(analyzed, arc), ofColumn, 'below this arc')
}
