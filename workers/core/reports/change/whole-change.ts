// Both profiles as wholes: how much longer or shorter the later one took, and what to mind when they are compared.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { asArray } from '../../base/as-column.ts'
import { NONE } from '../../base/brand.ts'
import { formatCount, formatCounted, formatFixed, formatSeconds, secondsOf } from '../quantities.ts'
import { laterPart, likelihoodOf } from './chance.ts'
import { ratioText, withSign } from './change-row.ts'
import { runsIn, type BeforeAfter } from './measures.ts'

/** Probability below which one single difference is more than chance. */
const LEVEL = 0.01
/** From so many times on nobody reads per cent any more. */
const MANY_TIMES = 10

/** "1.20 s in 1 run" */
export function sideText({ profile: { totals, rate, abbreviation, listed } }: AnalyzedProfile): string {
  const time = rate > 0 ? formatSeconds(secondsOf(totals.ticks, rate), abbreviation) : 'no samples'
  return listed ? time : `${time} in ${formatCounted(totals.runs, 'run')}`
}

/** "0.30 s less (−25.0 %), more than chance"; "" where time is not known on both sides. */
export function wholeChange({ before, after }: BeforeAfter): string {
  if (!areTimed(before, after)) return ''
  const runs = runsIn({ before, after })
  const [was, is] = [timeOf(before) / runs.before, timeOf(after) / runs.after]
  const { abbreviation } = after.profile
  const size = formatFixed(Math.abs(is - was), 2)
  const likelihood = likelihoodOf(
    before.profile.totals.ticks,
    after.profile.totals.ticks,
    laterPart({ before, after }, 'time'),
  )
  const chance = likelihood < LEVEL ? 'more than chance' : 'which may be chance'
  if (!/[1-9]/.test(size)) return 'as long as before'
  const each = runs.before === runs.after ? '' : ' a run'
  return `${size} ${abbreviation} ${is < was ? 'less' : 'more'}${each}${part({ before: was, after: is })}, ${chance}`
}

/** " (−25.0 %)", " (×74.00)"; "" of nothing. */
function part(values: { readonly before: number; readonly after: number }): string {
  const { before, after } = values
  if (!(before > 0)) return ''
  const percent = (): string =>
    `${withSign((100 * (after - before)) / before, (value) => formatFixed(value, 1))} %`
  return ` (${after >= MANY_TIMES * before ? ratioText(values) : percent()})`
}

/** Of the functions of the one with fewer, a smaller part than this has a namesake in the other: two programs, rather than two builds. */
const STRANGERS = 1 / 3

/** Whether they have hardly a function in common. */
function areStrangers({ pairs }: BeforeAfter): boolean {
  const [before, after] = [asArray(pairs.before), asArray(pairs.after)]
  let earlier = 0
  let later = 0
  let both = 0
  for (let row = 0; row < before.length; row++) {
    if (before[row] !== NONE) earlier++
    if (after[row] !== NONE) later++
    if (before[row] !== NONE && after[row] !== NONE) both++
  }
  return both < STRANGERS * Math.min(earlier, later)
}

/** What times and calls are of; "" where they are what gprof prints. */
export function basis(compared: BeforeAfter): string {
  const { before, after } = runsIn(compared)
  return before === after
    ? ''
    : `Times and calls are means of one run: ${formatCount(before)} and ${formatCount(after)} are compared.`
}

/** What to mind; "" for nothing. */
export function caution(compared: BeforeAfter): string {
  const { before, after } = compared
  if (areStrangers(compared)) return 'They have hardly a function in common by name: are they of one program?'
  if (!areTimed(before, after)) {
    const none = isTimed(before) || isTimed(after) ? 'One of them holds no' : 'Neither of them holds any'
    return `${none} samples: only calls can be compared.`
  }
  if (before.profile.abbreviation !== after.profile.abbreviation)
    return 'Their times are in different units: compare shares.'
  return ''
}

const areTimed = (before: AnalyzedProfile, after: AnalyzedProfile): boolean =>
  isTimed(before) && isTimed(after)

const isTimed = ({ profile }: AnalyzedProfile): boolean => profile.rate > 0

const timeOf = ({ profile: { totals, rate } }: AnalyzedProfile): number => secondsOf(totals.ticks, rate)
