// What stands above the rows of a comparison where it is a text: both sides, the whole, how many functions changed.
import { visibleText } from '../../base/visible-text.ts'
import { formatCount, formatCounted } from '../quantities.ts'
import type { Changed } from './chance.ts'
import { LESS } from './change-row.ts'
import type { BeforeAfter, Measure } from './measures.ts'
import { basis, caution, sideText, wholeChange } from './whole-change.ts'

export interface ChangeHead {
  /** "prog: 1.20 s in 1 run" */
  readonly before: string
  readonly after: string
  /** Sentences on both; none is empty. */
  readonly told: readonly string[]
  /** "3 of 40 functions changed by more than chance." */
  readonly verdict: string
}

/** @param names of both programs */
export function changeHead(
  compared: BeforeAfter,
  [earlier, later]: readonly [string, string],
  measure: Measure,
  { count, compared: rows }: Pick<Changed, 'count' | 'compared'>,
): ChangeHead {
  const change = measure === 'calls' ? '' : wholeChange(compared).replace(LESS, '-').replace('×', 'x')
  const of =
    count === 0
      ? `No function of ${formatCount(rows)}`
      : `${formatCount(count)} of ${formatCounted(rows, 'function')}`
  return {
    before: `${visibleText(earlier)}: ${sideText(compared.before)}`,
    after: `${visibleText(later)}: ${sideText(compared.after)}`,
    told: [change, basis(compared), caution(compared)].filter((line) => line !== ''),
    verdict: `${of} changed${measure === 'calls' ? ' in calls' : ' by more than chance'}.`,
  }
}
