// Words for doubts whether files belong together: the first screen has these, and no other notice.
import type { NoticeOf } from '../../problems/problem.ts'
import { formatCount, formatCounted } from '../quantities.ts'
import { WRONG_NUMBERS, type NoticeRows } from './notice-rows.ts'
import { hex } from './words.ts'

export const DOUBTS = {
  'wrong-executable': {
    rank: WRONG_NUMBERS,
    words: (notice) => ({
      title: 'This may not be the program that was measured',
      explanation: `${evidenceAgainst(notice)}. Names and numbers may be wrong.`,
      remedy: 'Open the program as it was when it ran: after a rebuild, addresses change.',
    }),
  },
  'odd-run': {
    rank: WRONG_NUMBERS,
    words: ({ file, ...score }) => ({
      title: `${file} may be of another build`,
      explanation: `${foundIn(score)}; those of others do. It was added all the same.`,
      remedy: 'Open the others without it.',
    }),
  },
} satisfies Partial<NoticeRows>

/** Where a shift makes the two fit and is a click away: it costs nothing, and another program may not be at hand. */
export function remedyByShift(shift: number): string {
  return `Shift by ${hex(shift)} first. If the names then make no sense, open the program as it was when it ran.`
}

function evidenceAgainst({ total, shift, ends, ...score }: NoticeOf<'wrong-executable'>): string {
  if (ends !== undefined) return `The code of the one that ran ended at ${hex(ends)}, and here it does not`
  if (total === 0) return 'Most of its code lies where no samples were taken'
  const fit = shift === 0 ? '' : `; shifted by ${hex(shift)} they would fit`
  return `${foundIn({ total, ...score })}${fit}`
}

function foundIn({ matched, total }: { readonly matched: number; readonly total: number }): string {
  const arcs = formatCounted(total, 'arc')
  const found = matched === 0 ? `None of the ${arcs}` : `Only ${formatCount(matched)} of ${arcs}`
  return `${found} begin and end in functions of the program`
}
