// What a column holds, told where its heading is pointed at or has the focus. Each number tells its own formula.
import type { FlatColumn } from '../../../workers/core/reports/flat-profile/flat-rows.ts'
import { BAR_WORDS } from '../../ui/rows/TimeBar.tsx'
import type { TipContent } from '../../ui/overlays/Tip.tsx'

const said = (title: string, note = ''): TipContent => ({ title, formula: '', note })

export const HEADING_WORDS: Readonly<Record<FlatColumn, TipContent | null>> = {
  percent: said('Share of all time spent in the function itself'),
  cumulative: said(
    'Self time of the function and of all above it in gprof’s order',
    'Stays with the function when you sort differently.',
  ),
  self: said(
    'Time in the function’s own code',
    'Without what it calls. Sampled: each number says how far it may be off.',
  ),
  calls: said(
    'Times it was called by others',
    'Counted, not sampled. Blank where nothing counted them; calls of itself are not among them.',
  ),
  selfPerCall: said('Self time per call', 'The mean of all calls.'),
  totalPerCall: said('Self and child time per call', 'The mean of all calls.'),
  total: said('Self time and what it inherits from what it calls', BAR_WORDS),
  name: null,
}
