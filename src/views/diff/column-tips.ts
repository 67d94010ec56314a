// Tooltips of the columns of the diff table.
import type { ChangeColumn } from '../../../workers/core/reports/diff/diff-rows.ts'
import type { TooltipContent } from '../../ui/Tooltip.tsx'
import { ANY_BY_CHANCE } from '../../../workers/core/reports/diff/significance.ts'

const said = (title: string, note = ''): TooltipContent => ({ title, formula: '', note })

/** Id of the text that explains bold numbers. */
export const CHANGED_ID = 'changed-words'

/** Tooltips of the diff table's columns. */
export const HEADING_WORDS: Readonly<Record<ChangeColumn, TooltipContent | null>> = {
  change: said(
    'After, less before',
    `Coloured if significant, which happens by luck in 1 of ${1 / ANY_BY_CHANCE} comparisons of equal builds. Pale is within noise. The third click sorts by change again.`,
  ),
  before: said('In the earlier profile'),
  after: said('In the later profile'),
  ratio: said('After, divided by before', '= where nothing differs.'),
  calls: said('Calls after, divided by calls before', 'Counted, not sampled.'),
  perCall: said(
    'Time of a call after, divided by that before',
    'Whether it is called more often, or each call takes longer.',
  ),
  name: null,
}
