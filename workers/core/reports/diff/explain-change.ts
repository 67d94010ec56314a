// Explanations of a diff’s numbers: the formula, whether the change is significant, what contributes to
// it.
import { NONE } from '../../base/columns.ts'
import { shownAt } from '../../names/names.ts'
import { formatCount, formatExact, formatFixed, formatScaled } from '../../quantities.ts'
import { type BeforeAfter, type Measure, type Unit, type Values, valuesOf } from './measures.ts'
import type { ChangeColumn } from './diff-rows.ts'
import type { PairIndex } from './pairs.ts'
import { amountOf, ANY_BY_CHANCE, holdsDespiteSharedBins, laterPart, likelihoodOf } from './significance.ts'
import type { Explanation } from '../explain/explanation.ts'
import { countText, perCall, LESS } from './diff-text.ts'

const WHAT: Readonly<Record<Measure, string>> = {
  self: 'Self time',
  total: 'Total time',
  calls: 'Calls',
}

const UNKNOWN = 'Not known on both sides.'
const NONE_BEFORE = 'There is nothing to divide by: before it was 0.'

/**
 * Explains one cell of a diff: its formula, and whether the change is significant. The explanation of a
 * name is empty.
 *
 * @param rows number of rows with samples or calls (`findChanged`); 0 while unknown, when significance is
 *   not judged
 */
export function explainChange(
  compared: BeforeAfter,
  row: PairIndex,
  column: ChangeColumn,
  { measure, unit, rows }: { readonly measure: Measure; readonly unit: Unit; readonly rows: number },
): Explanation {
  const values = valuesOf(compared, row, measure, unit)
  const calls = valuesOf(compared, row, 'calls', unit)
  const written = (value: number): string => amountText(compared, value, measure, unit)
  const what = WHAT[measure]
  switch (column) {
    case 'change':
      return {
        title: `${what} after, less ${what.toLowerCase()} before`,
        formula: differenceText(values, written),
        note: Number.isNaN(values.after - values.before)
          ? UNKNOWN
          : [
              whereItIs(compared, row),
              madeOf(values, calls, measure, shortText(compared, unit)),
              chanceNote(compared, row, measure, unit, rows),
            ]
              .filter((part) => part !== '')
              .join(' '),
      }
    case 'before':
    case 'after':
      return {
        title: `${what} ${column}`,
        formula: Number.isNaN(values[column]) ? '' : written(values[column]),
        note: whereItIs(compared, row),
      }
    case 'ratio':
      return ratioOf(`${what} after, divided by before`, values, written, whereItIs(compared, row))
    case 'calls':
      return ratioOf('Calls after, divided by calls before', calls, countText, 'Counted, not sampled.')
    case 'perCall':
      return ratioOf(
        `${what} of a call after, divided by that before`,
        perCall(values, calls),
        shortText(compared, unit),
        'The means of all calls.',
      )
    case 'name':
      return { title: '', formula: '', note: '' }
  }
}

/** "+0.9 s = 1.8 s − 0.9 s"; "" if either is unknown. */
function differenceText({ before, after }: Values, written: (value: number) => string): string {
  const difference = after - before
  if (Number.isNaN(difference)) return ''
  return `${signed(difference, written)} = ${written(after)} ${LESS} ${written(before)}`
}

function ratioOf(
  title: string,
  { before, after }: Values,
  written: (value: number) => string,
  note: string,
): Explanation {
  if (Number.isNaN(before) || Number.isNaN(after)) return { title, formula: '', note: UNKNOWN }
  if (before <= 0) return { title, formula: '', note: `${note} ${NONE_BEFORE}`.trim() }
  return { title, formula: `${formatExact(after / before)} = ${written(after)} ÷ ${written(before)}`, note }
}

/** Why a side has no value, or the name that the function has there. */
function whereItIs({ before, after, pairs }: BeforeAfter, row: PairIndex): string {
  const [earlier, later] = [pairs.before[row], pairs.after[row]]
  if (earlier === NONE)
    return 'Not in the earlier program by this name: it is new, was renamed, or was inlined before.'
  if (later === NONE)
    return 'Not in the later program by this name: it was removed, renamed, or is inlined now.'
  if (pairs.isLikened[row] === 0) return ''
  return `It is ${shownAt(before.profile.functions.names, earlier)} before and ${shownAt(after.profile.functions.names, later)} after: clones that compilers make of one function.`
}

/**
 * Splits a difference of time into the parts due to the number of calls and to the time per call.
 */
function madeOf(values: Values, calls: Values, measure: Measure, written: (value: number) => string): string {
  const { before, after } = perCall(values, calls)
  if (measure === 'calls' || !(before >= 0) || !(after >= 0) || calls.before === calls.after) return ''
  const more = calls.after - calls.before
  const byCalls = more * before
  const byCost = calls.after * (after - before)
  return `${signed(byCalls, written)} for ${countText(Math.abs(more))} ${Math.abs(more) === 1 ? 'call' : 'calls'} ${more > 0 ? 'more' : 'fewer'} at what one took before, ${signed(byCost, written)} for what each takes now.`
}

/** Whether the difference is significant; "" if that cannot be determined. */
function chanceNote(
  { before, after, pairs }: BeforeAfter,
  row: PairIndex,
  measure: Measure,
  unit: Unit,
  rows: number,
): string {
  if (measure === 'calls') return 'Counted, not sampled.'
  const earlier = amountOf(before, pairs.before[row], measure)
  const later = amountOf(after, pairs.after[row], measure)
  const likelihood = likelihoodOf(earlier, later, laterPart({ before, after }, unit))
  if (Number.isNaN(likelihood)) return ''
  const of = `${formatExact(Number(later.toPrecision(4)))} samples after ${formatExact(Number(earlier.toPrecision(4)))}`
  if (likelihood > 0.5) return `${of}: as likely as not by chance alone.`
  const often = `${of}: by chance alone so much or more in ${oneIn(likelihood)} comparisons`
  // The number of comparisons is still unknown.
  if (rows === 0) return `${often}.`
  const level = ANY_BY_CHANCE / rows
  const isMore = likelihood < level
  const part = laterPart({ before, after }, unit)
  if (isMore && !holdsDespiteSharedBins({ before, after, pairs }, row, [earlier, later], part, level))
    return `${often}. Its bins of the histogram hold other functions, too: the difference may be theirs.`
  if (isMore) return `${often}: significant.`
  if (rows > 1 && likelihood < ANY_BY_CHANCE)
    return `${often}, and ${formatCount(rows)} functions are compared: within noise.`
  return `${often}: within noise.`
}

/** "1 of 40" */
function oneIn(likelihood: number): string {
  const of = 1 / likelihood
  if (of > 1e6) return 'less than 1 of 1,000,000'
  return of < 10 ? `${formatFixed(10 / of, 0)} of 10` : `1 of ${formatCount(Number(of.toPrecision(2)))}`
}

/** Three significant digits. */
const shortText =
  ({ after }: BeforeAfter, unit: Unit) =>
  (value: number): string =>
    unit === 'share' ? `${Number(value.toPrecision(3))}%` : formatScaled(value, after.profile.abbreviation)

function amountText({ after }: BeforeAfter, value: number, measure: Measure, unit: Unit): string {
  if (Number.isNaN(value)) return 'not known'
  if (measure === 'calls') return countText(value)
  return unit === 'share' ? `${formatExact(value)}%` : `${formatExact(value)} ${after.profile.abbreviation}`
}

function signed(value: number, written: (value: number) => string): string {
  return `${value < 0 ? LESS : '+'}${written(Math.abs(value))}`
}
