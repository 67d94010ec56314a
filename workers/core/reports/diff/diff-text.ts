// Rows of a diff as text.
import { NONE } from '../../base/columns.ts'
import { displayName } from '../../names/names.ts'
import { formatCount, formatFixed } from '../../quantities.ts'
import { type BeforeAfter, type Measure, type Unit, type Values, valuesOf } from './measures.ts'
import type { ChangeColumn } from './diff-rows.ts'
import type { PairIndex } from './pairs.ts'

/** Minus sign of negative differences. */
export const LESS = '−'

/** One row of a diff as text. */
export interface ChangeRow {
  /**
   * Text by column, without units; "" if unknown. `ratio` is "new" or "gone" for a function of one side
   * only.
   */
  readonly text: Readonly<Record<ChangeColumn, string>>
  readonly direction: 'more' | 'less' | 'same'
  /**
   * `new` or `gone`: only in the later or the earlier program. `likened`: paired with a function
   * of another name.
   */
  readonly status: 'new' | 'gone' | 'likened' | null
  /** After minus before, in the unit of `valuesOf`; NaN if either is unknown. */
  readonly difference: number
}

/**
 * Returns the heading and unit of each column, in order; `unit` is "" for a column without one. Calls have
 * fewer columns.
 */
export function changeHeadings(
  { after }: BeforeAfter,
  measure: Measure,
  unit: Unit,
): readonly { readonly column: ChangeColumn; readonly label: string; readonly unit: string }[] {
  const shown = measure === 'calls' ? '' : unit === 'share' ? '%' : after.profile.abbreviation
  return [
    { column: 'change', label: 'Change', unit: shown },
    { column: 'before', label: 'Before', unit: shown },
    { column: 'after', label: 'After', unit: shown },
    { column: 'ratio', label: 'Ratio', unit: '' },
    ...(measure === 'calls'
      ? []
      : ([
          { column: 'calls', label: 'Calls', unit: '' },
          { column: 'perCall', label: 'Per call', unit: '' },
        ] as const)),
    { column: 'name', label: 'Name', unit: '' },
  ]
}

/**
 * Returns one row as text: times and percentages with two decimals, differences with a sign (`LESS` for
 * minus).
 */
export function changeRow(compared: BeforeAfter, row: PairIndex, measure: Measure, unit: Unit): ChangeRow {
  const { pairs } = compared
  const values = valuesOf(compared, row, measure, unit)
  const calls = valuesOf(compared, row, 'calls', unit)
  const difference = values.after - values.before
  const status =
    pairs.before[row] === NONE
      ? 'new'
      : pairs.after[row] === NONE
        ? 'gone'
        : pairs.isLikened[row] === 1
          ? 'likened'
          : null
  const isAlone = status === 'new' || status === 'gone'
  const written = (value: number): string =>
    Number.isNaN(value) ? '' : measure === 'calls' ? countText(value) : formatFixed(value, 2)
  const change = withSign(difference, written)
  return {
    text: {
      change,
      before: status === 'new' ? '' : written(values.before),
      after: status === 'gone' ? '' : written(values.after),
      ratio: isAlone ? status : ratioText(values),
      calls: isAlone ? '' : ratioText(calls),
      perCall: ratioText(perCall(values, calls)),
      name: nameShown(compared, row),
    },
    direction: change.startsWith('+') ? 'more' : change.startsWith(LESS) ? 'less' : 'same',
    status,
    difference,
  }
}

/**
 * Formats a count with separators; the mean of several runs may be fractional: "12.5", from 100 on rounded.
 */
export function countText(count: number): string {
  if (Number.isInteger(count)) return formatCount(count)
  return count < 100 ? formatFixed(count, 1) : formatCount(Math.round(count))
}

/** A value that rounds to 0 has no sign. */
export function withSign(value: number, written: (value: number) => string): string {
  const size = written(Math.abs(value))
  if (!/[1-9]/.test(size)) return size
  return `${value < 0 ? LESS : '+'}${size}`
}

/**
 * Returns the values per call, before and after; NaN without calls.
 *
 * @param values in any unit
 * @param calls of the same runs
 */
export function perCall(values: Values, calls: Values): Values {
  return {
    before: calls.before > 0 ? values.before / calls.before : Number.NaN,
    after: calls.after > 0 ? values.after / calls.after : Number.NaN,
  }
}

/** "×0.53"; "=" for equal values; "" if the earlier one is 0 or either is unknown. */
export function ratioText({ before, after }: Values): string {
  if (!(before > 0) || Number.isNaN(after)) return ''
  if (before === after) return '='
  const ratio = after / before
  return `×${ratio < 100 ? formatFixed(ratio, 2) : formatCount(Math.round(ratio))}`
}

function nameShown({ before, after, pairs }: BeforeAfter, row: PairIndex): string {
  const f = pairs.after[row]
  if (f !== NONE) return displayName(after.profile.functions, f)
  const gone = pairs.before[row]
  return gone === NONE ? '' : displayName(before.profile.functions, gone)
}
