// One row of a comparison as text and the length of its bar.
import { NONE } from '../../base/brand.ts'
import { displayName } from '../names/names.ts'
import { formatCount, formatFixed } from '../quantities.ts'
import { valuesOf, type BeforeAfter, type Measure, type Unit, type Values } from './measures.ts'
import type { ChangeColumn } from './order-rows.ts'
import type { PairIndex } from './pairs.ts'

export const LESS = '−'

export interface ChangeRow {
  /** "" is "not known". */
  readonly text: Readonly<Record<ChangeColumn, string>>
  readonly direction: 'more' | 'less' | 'same'
  /** Not in the earlier program, or not in the later one, or not by the same name. */
  readonly status: 'new' | 'gone' | 'likened' | null
  /** After less before; NaN where one is not known. */
  readonly difference: number
}

/** Heading and unit of each column, in order. */
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

/** The mean of several runs need not be a whole number. */
export function countText(count: number): string {
  if (Number.isInteger(count)) return formatCount(count)
  return count < 100 ? formatFixed(count, 1) : formatCount(Math.round(count))
}

/** What rounds to nothing has no sign. */
export function withSign(value: number, written: (value: number) => string): string {
  const size = written(Math.abs(value))
  if (!/[1-9]/.test(size)) return size
  return `${value < 0 ? LESS : '+'}${size}`
}

/** NaN where nobody called it. */
export function perCall(values: Values, calls: Values): Values {
  return {
    before: calls.before > 0 ? values.before / calls.before : Number.NaN,
    after: calls.after > 0 ? values.after / calls.after : Number.NaN,
  }
}

/** "×0.53"; "=" where nothing differs; "" where there is nothing to divide by, or nothing is known. */
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
