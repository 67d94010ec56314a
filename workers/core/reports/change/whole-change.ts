// Both profiles as wholes: how much longer or shorter the later one took, and what to mind when they are compared.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { ProfileTotals } from '../../profile/call-graph-profile.ts'
import { formatCounted, formatFixed, formatSeconds, secondsOf } from '../quantities.ts'
import { laterPart, likelihoodOf } from './chance.ts'
import { withSign } from './change-row.ts'
import type { BeforeAfter, Unit } from './measures.ts'

/** Probability below which one single difference is more than chance. */
const LEVEL = 0.01

/** "1.20 s in 1 run" */
export function sideText({ profile: { totals, rate, abbreviation, listed } }: AnalyzedProfile): string {
  const time = rate > 0 ? formatSeconds(secondsOf(totals.ticks, rate), abbreviation) : 'no samples'
  return listed ? time : `${time} in ${formatCounted(totals.runs, 'run')}`
}

/** "0.30 s less (−25.0 %), more than chance"; "" where time is not known on both sides. */
export function wholeChange({ before, after }: BeforeAfter): string {
  if (!areTimed(before, after)) return ''
  const [was, is] = [timeOf(before), timeOf(after)]
  const { abbreviation } = after.profile
  const size = formatFixed(Math.abs(is - was), 2)
  const likelihood = likelihoodOf(
    before.profile.totals.ticks,
    after.profile.totals.ticks,
    laterPart(before, after, 'time'),
  )
  const chance = likelihood < LEVEL ? 'more than chance' : 'which may be chance'
  if (!/[1-9]/.test(size)) return 'as long as before'
  const percent =
    was > 0 ? ` (${withSign((100 * (is - was)) / was, (value) => formatFixed(value, 1))} %)` : ''
  return `${size} ${abbreviation} ${is < was ? 'less' : 'more'}${percent}, ${chance}`
}

/** Sums of different numbers of runs are not compared by their times. */
export function usualUnit({ before, after }: Pick<BeforeAfter, 'before' | 'after'>): Unit {
  return runsOf(before) === runsOf(after) && areTimed(before, after) ? 'time' : 'share'
}

/** What to mind; "" for nothing. */
export function caution({ before, after }: Pick<BeforeAfter, 'before' | 'after'>, unit: Unit): string {
  if (!areTimed(before, after)) return 'One of them holds no samples: only calls can be compared.'
  if (before.profile.abbreviation !== after.profile.abbreviation)
    return 'Their times are in different units: compare shares.'
  if (runsOf(before) !== runsOf(after) && unit === 'time')
    return `Sums of different numbers of runs (${runsOf(before)} and ${runsOf(after)}): their times and calls do not compare; shares do.`
  return ''
}

const areTimed = (before: AnalyzedProfile, after: AnalyzedProfile): boolean =>
  before.profile.rate > 0 && after.profile.rate > 0

const timeOf = ({ profile: { totals, rate } }: AnalyzedProfile): number => secondsOf(totals.ticks, rate)

/** Of a listing it is not known. */
const runsOf = ({ profile }: AnalyzedProfile): ProfileTotals['runs'] =>
  profile.listed ? 1 : profile.totals.runs
