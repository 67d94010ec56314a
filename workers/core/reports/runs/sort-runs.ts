// Runs in an order that a person chose. Without one they stand in the order of their files.
import { runValue, type RunColumn, type RunTable } from './run-table.ts'

export interface RunOrder {
  readonly column: RunColumn
  readonly direction: 'ascending' | 'descending'
}

/** rank2 before rank10, as a folder's files are put in order when it is dropped. */
const BY_NAME = new Intl.Collator('en', { numeric: true })

/** Which run stands in each row. Equal ones keep the order of their files, whichever way the others stand; unknown ones are last. */
export function sortRuns(table: RunTable, order: RunOrder | null): readonly number[] {
  const rows = table.runs.map((_, run) => run)
  if (order === null) return rows
  const { column, direction } = order
  const sign = direction === 'ascending' ? 1 : -1
  if (column === 'name') {
    const names = table.runs.map(({ name }) => name)
    return rows.toSorted((a, b) => sign * BY_NAME.compare(names[a] ?? '', names[b] ?? '') || a - b)
  }
  const valueOf = (run: number): number => runValue(table, run, column)
  const rank = (run: number): number => Number(Number.isNaN(valueOf(run)))
  return rows.toSorted((a, b) => rank(a) - rank(b) || sign * (valueOf(a) - valueOf(b)) || a - b)
}
