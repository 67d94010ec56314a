// Every number of a comparison explains itself: its formula, whether it is more than chance, and what it is made of.
import { NONE } from '../../base/brand.ts'
import { shownAt } from '../names/shown-name.ts'
import type { Explanation } from '../details/explain-sampling.ts'
import { formatCount, formatExact, formatFixed, formatScaled } from '../quantities.ts'
import { amountOf, ANY_BY_CHANCE, laterPart, likelihoodOf } from './chance.ts'
import { countText, LESS, perCall } from './change-row.ts'
import { valuesOf, type BeforeAfter, type Measure, type Unit, type Values } from './measures.ts'
import type { ChangeColumn } from './order-rows.ts'
import type { PairIndex } from './pairs.ts'

const WHAT: Readonly<Record<Measure, string>> = {
  self: 'Self time',
  total: 'Total time',
  calls: 'Calls',
}

const UNKNOWN = 'Not known on both sides.'
const NONE_BEFORE = 'There is nothing to divide by: before it was 0.'

/** @param rows how many have samples or calls, as `findChanged` tells; 0 until that is known */
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

/** "+0.9 s = 1.8 s − 0.9 s"; "" where one is not known. */
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

/** Why a side has nothing, or by which name it goes there. */
function whereItIs({ before, after, pairs }: BeforeAfter, row: PairIndex): string {
  const [earlier, later] = [pairs.before[row], pairs.after[row]]
  if (earlier === NONE)
    return 'Not in the earlier program by this name: it is new, was renamed, or stood in its callers (inlined).'
  if (later === NONE)
    return 'Not in the later program by this name: it was removed, renamed, or stands in its callers now (inlined).'
  if (pairs.isLikened[row] === 0) return ''
  return `It is ${shownAt(before.profile.functions.names, earlier)} before and ${shownAt(after.profile.functions.names, later)} after: clones that compilers make of one function.`
}

/** A difference of time as what comes of the number of calls, and what of the time of each. */
function madeOf(values: Values, calls: Values, measure: Measure, written: (value: number) => string): string {
  const { before, after } = perCall(values, calls)
  if (measure === 'calls' || !(before >= 0) || !(after >= 0) || calls.before === calls.after) return ''
  const more = calls.after - calls.before
  const byCalls = more * before
  const byCost = calls.after * (after - before)
  return `${signed(byCalls, written)} for ${countText(Math.abs(more))} ${Math.abs(more) === 1 ? 'call' : 'calls'} ${more > 0 ? 'more' : 'fewer'} at what one took before, ${signed(byCost, written)} for what each takes now.`
}

/** Whether it is more than chance; "" where that cannot be told. */
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
  // Of how many comparisons it is one is not known yet.
  if (rows === 0) return `${often}.`
  const isMore = likelihood < ANY_BY_CHANCE / rows
  if (isMore) return `${often}: more than chance.`
  if (rows > 1 && likelihood < ANY_BY_CHANCE)
    return `${often}, and ${formatCount(rows)} functions are compared: it may be chance.`
  return `${often}: it may be chance.`
}

/** "1 of 40" */
function oneIn(likelihood: number): string {
  const of = 1 / likelihood
  if (of > 1e6) return 'less than 1 of 1,000,000'
  return of < 10 ? `${formatFixed(10 / of, 0)} of 10` : `1 of ${formatCount(Number(of.toPrecision(2)))}`
}

/** Three digits that mean something. */
const shortText =
  ({ after }: BeforeAfter, unit: Unit) =>
  (value: number): string =>
    unit === 'share' ? `${Number(value.toPrecision(3))} %` : formatScaled(value, after.profile.abbreviation)

function amountText({ after }: BeforeAfter, value: number, measure: Measure, unit: Unit): string {
  if (Number.isNaN(value)) return 'not known'
  if (measure === 'calls') return countText(value)
  return `${formatExact(value)} ${unit === 'share' ? '%' : after.profile.abbreviation}`
}

function signed(value: number, written: (value: number) => string): string {
  return `${value < 0 ? LESS : '+'}${written(Math.abs(value))}`
}
