// The view's settings in the link: by which column the runs are sorted.
import type { RunColumn } from '../../../workers/core/reports/runs/run-table.ts'
import type { RunOrder } from '../../../workers/core/reports/runs/sort-runs.ts'
import type { ParamsCodec } from '../../state/view-params.ts'

export interface RunsParams {
  /** Null: the order of the files. */
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

/** Keys: sort=<column>-<direction> */
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

/** Names ascend at first, numbers descend; the second click turns the order. */
export function nextOrder(current: RunOrder | null, column: RunColumn): RunOrder | null {
  // The order of the files is that without any.
  if (column === 'number') return current === null ? { column, direction: 'descending' } : null
  const isAscending = current?.column === column ? current.direction === 'descending' : column === 'name'
  return { column, direction: isAscending ? 'ascending' : 'descending' }
}
