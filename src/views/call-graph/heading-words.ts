// What a column of the call graph holds, told where its heading is pointed at. Each number tells its own formula.
import type { CallTree } from '../../../workers/core/reports/call-tree/call-tree.ts'
import type { TreeColumn } from '../../../workers/core/reports/call-tree/explain-node.ts'
import type { EntryColumn } from '../../../workers/core/reports/details/explain-entry.ts'
import { BAR_WORDS } from '../../ui/rows/TimeBar.tsx'
import type { TipContent } from '../../ui/overlays/Tip.tsx'

const said = (title: string, note = ''): TipContent => ({ title, formula: '', note })

const PASSED =
  'Beside a parent, what of it was passed to that parent; beside a child, what came from that child.'

export const ENTRY_WORDS: Readonly<Record<EntryColumn, TipContent | null>> = {
  index: said('gprof’s number of the entry', 'The most time first.'),
  percent: said('Share of all time spent in the function and what it calls', BAR_WORDS),
  self: said('Time in the function itself', PASSED),
  children: said('Time inherited from what it calls', PASSED),
  called: said(
    'Times it was called',
    '3+7 is 3 calls by others and 7 by itself. Beside a parent or child, 3/10 is 3 of all 10 calls of the function that is called.',
  ),
  name: null,
}

const PATH_CALLS = '≈ is an estimate: calls are counted by arc, not by path.'

export const TREE_WORDS: Readonly<Record<CallTree['direction'], Readonly<Record<TreeColumn, TipContent>>>> = {
  callees: {
    share: said('Share of the first row’s total time'),
    total: said('Time of the function and what it calls, passed along this path'),
    self: said('Time in the function itself, along this path'),
    calls: said('Calls along this path', PATH_CALLS),
  },
  callers: {
    share: said('Share of the first row’s total time that comes by way of this caller'),
    total: said('Total time of the function in the first row, called by way of this one'),
    self: said(
      'Self time of the function in the first row, called by way of this one',
      'A caller’s own self time is not in its row.',
    ),
    calls: said('Calls of the function in the first row that came by way of this one', PATH_CALLS),
  },
}
