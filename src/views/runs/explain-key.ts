// What stands under the pointer or the focus, by its key.
import { explainBar, explainColumn, explainRun } from '../../../workers/core/reports/runs/explain-run.ts'
import type { RunColumn, RunTable } from '../../../workers/core/reports/runs/run-table.ts'
import type { TipContent } from '../../ui/overlays/Tip.tsx'

/**
 * @param key as RunRow names its cells, column and run; SortHeadRow its headings, the column alone; Strip its bars, the column and
 *   the runs from, to and the longest
 */
export function explainKey(table: RunTable, key: string): TipContent | null {
  const [column = '', of] = key.split(':')
  if (of === undefined) return explainColumn(table, column as RunColumn)
  const [from = 0, to, longest = 0] = of.split('-').map(Number)
  if (to === undefined) return explainRun(table, from, column as RunColumn)
  return explainBar(table, { from, to, longest }, column as 'time' | 'self')
}
