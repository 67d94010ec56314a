// The diff view's parameters in the link.
import type { ParamsCodec } from '../../state/url/view-params.ts'
import { type Measure, MEASURES, type Unit } from '../../../workers/core/reports/diff/measures.ts'
import { CHANGE_COLUMNS, type ChangeOrder } from '../../../workers/core/reports/diff/diff-rows.ts'

/** The diff view's parameters in the link. */
export interface DiffParams {
  readonly measure: Measure
  readonly unit: Unit
  /** Null for the default: the largest change first. */
  readonly order: ChangeOrder | null
  /** Hides changes that may be chance. */
  readonly isChangedOnly: boolean
}

/** Codec of the parameters. Keys: by=total|calls, unit=share, sort=[-]<column>, only=changed */
export const diffParams: ParamsCodec<DiffParams> = {
  view: 'compare',
  parse: (raw) => ({
    measure: MEASURES.find((measure) => measure === raw['by']) ?? 'self',
    unit: raw['unit'] === 'share' ? 'share' : 'time',
    order: parseOrder(raw['sort'] ?? ''),
    isChangedOnly: raw['only'] === 'changed',
  }),
  format: ({ measure, unit, order, isChangedOnly }) => ({
    ...(measure === 'self' ? {} : { by: measure }),
    ...(unit === 'time' ? {} : { unit }),
    ...(order === null ? {} : { sort: `${order.direction === 'descending' ? '-' : ''}${order.column}` }),
    ...(isChangedOnly ? { only: 'changed' } : {}),
  }),
}

function parseOrder(text: string): ChangeOrder | null {
  const [, minus, name] = /^(-?)(\w+)$/.exec(text) ?? []
  const column = CHANGE_COLUMNS.find((one) => one === name)
  return column === undefined ? null : { column, direction: minus === '-' ? 'descending' : 'ascending' }
}
