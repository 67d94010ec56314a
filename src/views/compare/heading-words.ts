// What a column holds, told where its heading is pointed at or has the focus.
import { ANY_BY_CHANCE } from '../../../workers/core/reports/change/chance.ts'
import type { ChangeColumn } from '../../../workers/core/reports/change/order-rows.ts'
import type { TipContent } from '../../ui/overlays/Tip.tsx'

const said = (title: string, note = ''): TipContent => ({ title, formula: '', note })

export const HEADING_WORDS: Readonly<Record<ChangeColumn, TipContent | null>> = {
  change: said(
    'After, less before',
    `Coloured where it is more than chance: of ${1 / ANY_BY_CHANCE} comparisons in which nothing has changed, one shows any function so. Pale may be chance. The third click goes back to the greatest change first.`,
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
