// The view's parameters in the link: the sort order.
import type { RunColumn, RunOrder } from '../../../workers/core/reports/runs/run-table.ts'
import type { ParamsCodec } from '../../state/url/view-params.ts'

/** The default order: longest first, or of the files if no times are known. */
export const BY_TIME = { column: 'time', direction: 'descending' } as const
export const BY_NUMBER = { column: 'number', direction: 'ascending' } as const

/** The runs view's parameters in the link. */
export interface RunsParams {
  /** Null for the default order. */
  readonly order: RunOrder | null
}

const COLUMNS: readonly RunColumn[] = [
  'number',
  'time',
  'mean',
  'samples',
  'self',
  'selfMean',
  'calls',
  'name',
]

/** Codec of the parameters. Keys: sort=<column>-<direction> */
export const runsParams: ParamsCodec<RunsParams> = {
  view: 'runs',
  parse: (raw) => {
    const [name, direction] = (raw['sort'] ?? '').split('-')
    const column = COLUMNS.find((one) => one === name)
    const isKnown = column !== undefined && (direction === 'ascending' || direction === 'descending')
    return { order: isKnown ? { column, direction } : null }
  },
  format: ({ order }) => (order ? { sort: `${order.column}-${order.direction}` } : {}),
}

/**
 * Returns the order after a click on a column: names start ascending, numbers descending; a second
 * click reverses.
 */
export function nextOrder(
  current: RunOrder | null,
  column: RunColumn,
  ownOrder: RunOrder = BY_TIME,
): RunOrder | null {
  const now = current ?? ownOrder
  const isAscending =
    now.column === column ? now.direction === 'descending' : column === 'name' || column === 'number'
  const direction = isAscending ? 'ascending' : 'descending'
  return column === ownOrder.column && direction === ownOrder.direction ? null : { column, direction }
}
