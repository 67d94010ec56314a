// Tooltips of the columns of entries or trees.
import type { CallTree } from '../../../workers/core/reports/call-tree/tree-node.ts'
import type { TreeColumn } from '../../../workers/core/reports/call-tree/tree-text.ts'
import type { EntryColumn } from '../../../workers/core/reports/explain-entry.ts'
import { BAR_WORDS } from '../../../workers/core/reports/explain/explanation.ts'
import type { TooltipContent } from '../../ui/Tooltip.tsx'

const said = (title: string, note = ''): TooltipContent => ({ title, formula: '', note })

const PASSED = 'Beside a caller, the part that was passed to it; beside a callee, the part that came from it.'

/** Tooltips of the entries' columns. */
export const ENTRY_WORDS: Readonly<Record<EntryColumn, TooltipContent | null>> = {
  index: said('gprof’s number of the entry', 'Most time first.'),
  percent: said('Share of all recorded samples in the function and what it calls', BAR_WORDS),
  self: said('Time in the function itself', PASSED),
  children: said('Time inherited from what it calls', PASSED),
  called: said(
    'Times it was called',
    '3+7 is 3 calls by others and 7 by itself; of a cycle or a member, 3 from outside. Beside a caller or callee, 3/10 is 3 of all 10 calls of the function that is called.',
  ),
  name: null,
}

const PATH_CALLS = '≈ is an estimate: calls are counted by arc, not by path.'

/** Tooltips of the tree's columns, for callees and callers. */
export const TREE_WORDS: Readonly<
  Record<CallTree['direction'], Readonly<Record<TreeColumn, TooltipContent>>>
> = {
  callees: {
    share: said('Share of all recorded samples'),
    total: said('Time of the function and what it calls, passed along this path'),
    self: said('Time in the function itself, along this path'),
    calls: said('Calls along this path', PATH_CALLS),
  },
  callers: {
    share: said(
      'Time of the function in the first row by way of this caller, as a share of all recorded samples',
    ),
    total: said('Total time of the function in the first row, called by way of this one'),
    self: said(
      'Self time of the function in the first row, called by way of this one',
      'A caller’s own self time is not in its row.',
    ),
    calls: said('Calls of the function in the first row that came by way of this one', PATH_CALLS),
  },
}
