// Both profiles as wholes: how much longer or shorter the later one took, with its cautions.
import { asArray, NONE } from '../../base/columns.ts'
import { formatCount, formatCounted, formatFixed, formatSeconds, secondsOf } from '../../quantities.ts'
import { type BeforeAfter, type Measure, runsIn } from './measures.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { type Changed, laterPart, likelihoodOf } from './significance.ts'
import { visibleText } from '../../base/visible-text.ts'
import { withSign, ratioText, LESS } from './diff-text.ts'

/** Probability below which a single difference is significant. */
const LEVEL = 0.01
/** Ratio from which a factor is shown instead of a percentage. */
const MANY_TIMES = 10

/** Returns a summary of one side: "1.20 s in 1 run", "no samples in 1 run"; "1.20 s" for a listing. */
export function sideText({ profile: { totals, rate, abbreviation, listed } }: AnalyzedProfile): string {
  const time = rate > 0 ? formatSeconds(secondsOf(totals.ticks, rate), abbreviation) : 'no samples'
  return listed ? time : `${time} in ${formatCounted(totals.runs, 'run')}`
}

/**
 * Returns the change of the total time, without a full stop: "0.30 s less (−25.0%), significant", or "as
 * long as before"; "" if a time is unknown.
 */
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
  const chance = likelihood < LEVEL ? 'significant' : 'within noise'
  if (!/[1-9]/.test(size)) return 'as long as before'
  const each = runs.before === runs.after ? '' : ' a run'
  return `${size} ${abbreviation} ${is < was ? 'less' : 'more'}${each}${changeInBrackets({ before: was, after: is })}, ${chance}`
}

/** " (−25.0%)", " (×74.00)"; "" if the earlier value is 0. */
function changeInBrackets(values: { readonly before: number; readonly after: number }): string {
  const { before, after } = values
  if (!(before > 0)) return ''
  const percent = (): string =>
    `${withSign((100 * (after - before)) / before, (value) => formatFixed(value, 1))}%`
  return ` (${after >= MANY_TIMES * before ? ratioText(values) : percent()})`
}

/**
 * If less than this share of the smaller program's functions exist in the other by name, they are
 * different programs rather than two builds.
 */
const STRANGERS = 1 / 3

/** Whether the profiles have hardly a function in common. */
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

/** Returns what times and calls refer to, as a sentence; "" if they are as gprof prints them. */
export function basis(compared: BeforeAfter): string {
  const { before, after } = runsIn(compared)
  return before === after
    ? ''
    : `Times and calls are means of one run: ${formatCount(before)} and ${formatCount(after)} are compared.`
}

/** Returns a sentence of caution about the comparison, the gravest one only; "" for none. */
export function caution(compared: BeforeAfter): string {
  const { before, after } = compared
  if (areStrangers(compared)) return 'They share hardly any function names: are they of the same program?'
  if (!areTimed(before, after)) {
    const none = isTimed(before) || isTimed(after) ? 'One of them holds no' : 'Neither holds any'
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

/** Lines above the rows of a diff. */
export interface ChangeHead {
  /** "prog: 1.20 s in 1 run" */
  readonly before: string
  readonly after: string
  /** Sentences about both; none is empty. */
  readonly remarks: readonly string[]
  /** "3 of 40 functions changed significantly." */
  readonly verdict: string
}

/**
 * Returns the head of a diff in text form.
 *
 * @param programs names of both programs, the earlier first
 * @param found how many rows changed, of how many compared, from `findChanged`
 */
export function changeHead(
  compared: BeforeAfter,
  [earlier, later]: readonly [string, string],
  measure: Measure,
  { count, compared: rows }: Pick<Changed, 'count' | 'compared'>,
): ChangeHead {
  const change = measure === 'calls' ? '' : wholeChange(compared).replace(LESS, '-').replace('×', 'x')
  const of =
    count === 0
      ? `No function of ${formatCount(rows)}`
      : `${formatCount(count)} of ${formatCounted(rows, 'function')}`
  return {
    before: `${visibleText(earlier)}: ${sideText(compared.before)}`,
    after: `${visibleText(later)}: ${sideText(compared.after)}`,
    remarks: [change, basis(compared), caution(compared)].filter((line) => line !== ''),
    verdict: `${of} changed${measure === 'calls' ? ' in calls' : ' significantly'}.`,
  }
}
