// The view's settings in the link: what is compared, in which unit and order.
import { MEASURES, type Measure, type Unit } from '../../../workers/core/reports/change/measures.ts'
import { CHANGE_COLUMNS, type ChangeOrder } from '../../../workers/core/reports/change/order-rows.ts'
import type { ParamsCodec } from '../../state/view-params.ts'

export interface CompareParams {
  readonly measure: Measure
  readonly unit: Unit
  /** Null: the greatest change first. */
  readonly order: ChangeOrder | null
  /** Leave out what may be chance. */
  readonly isChangedOnly: boolean
}

/** Keys: by=total|calls, unit=share, sort=[-]<column>, only=changed */
export const compareParams: ParamsCodec<CompareParams> = {
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
