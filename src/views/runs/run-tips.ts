// Tooltips of the table of runs, with short warnings about a run.
import { explainBar, explainColumn, explainRun } from '../../../workers/core/reports/runs/explain-runs.ts'
import type { RunColumn, RunTable } from '../../../workers/core/reports/runs/run-table.ts'
import type { TooltipContent } from '../../ui/Tooltip.tsx'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { Notice } from '../../../workers/core/problems/problem.ts'

/**
 * Returns the tooltip for a key; null if it has none.
 * @param key of a cell in RunRow: column and run; of a heading in SortHeadRow: the column alone; of
 * a bar in Strip: the column and the runs from, to and the longest
 */
export function explainKey(table: RunTable, key: string): TooltipContent | null {
  const [column = '', of] = key.split(':')
  if (of === undefined) return explainColumn(table, column as RunColumn)
  const [from = 0, to, longest = 0] = of.split('-').map(Number)
  if (to === undefined) return explainRun(table, from, column as RunColumn)
  return explainBar(table, { from, to, longest }, column as 'time' | 'self')
}

/** By the run's file name. If several files share a name, it is unknown which one is meant. */
export function runWarnings({ notices }: ProfileView): ReadonlyMap<string, string> {
  const words = new Map<string, string>()
  for (const notice of notices) {
    const [file, word] = oddityIn(notice)
    if (file !== '') words.set(file, word)
  }
  return words
}

function oddityIn(notice: Notice): readonly [file: string, word: string] {
  switch (notice.code) {
    case 'odd-run':
      return [notice.file, 'another build?']
    case 'run-twice':
      return [notice.file, 'counted twice?']
    case 'gmon/truncated-file':
      return ['file' in notice.problem ? notice.problem.file : '', 'cut short']
    default:
      return ['', '']
  }
}
