// Words for what is worth knowing of the program, its names and its source lines.
import type { NoticeOf } from '../../problems/problem.ts'
import { formatCount, formatCounted } from '../quantities.ts'
import { WRONG_NUMBERS, MISSING_NUMBERS, GOOD_TO_KNOW, type NoticeRows } from './notice-rows.ts'
import { problemText } from './problem-text.ts'
import { hex, list } from './words.ts'

export const PROGRAM_NOTICES = {
  'wrong-executable': {
    rank: WRONG_NUMBERS,
    words: (notice) => ({
      title: 'This may not be the program that was measured',
      explanation: `${evidenceAgainst(notice)}. Names and numbers may be wrong.`,
      remedy: 'Open the program as it was when it ran: after a rebuild, addresses change.',
    }),
  },
  'functions-hidden': {
    rank: MISSING_NUMBERS,
    words: (notice) => ({
      title: `${formatCounted(notice.functions, 'function')} counted for a neighbour`,
      explanation: `gprof passes over local functions with names such as ${list(notice.names)}, which compilers split off: their calls and samples are those of the function before them in memory. So they are here, for the numbers are gprof's.`,
      remedy: 'Where a function seems to be called by strangers, this is why; with -O1 fewer are split.',
    }),
  },
  'symbols-from-list': {
    rank: GOOD_TO_KNOW,
    words: (notice) => ({
      title: `Function names come from ${notice.file}`,
      explanation:
        'There is no program with symbols of its own. If the list is of another build, names are wrong and nothing tells.',
      remedy: '',
    }),
  },
  'symbol-list-unused': {
    rank: GOOD_TO_KNOW,
    words: (notice) => ({
      title: `${notice.file} is not needed`,
      explanation: 'The program has symbols of its own, which say more than a list.',
      remedy: '',
    }),
  },
  'sources-left-out': {
    rank: GOOD_TO_KNOW,
    words: (notice) => {
      const words = problemText(notice.problem)
      return { ...words, explanation: `Some source files and lines are not known. ${words.explanation}` }
    },
  },
  'position-independent': {
    rank: GOOD_TO_KNOW,
    words: (notice) => ({
      title: `The program was loaded elsewhere, by ${hex(notice.shift)}`,
      explanation: 'Addresses in the profile were moved back by that much to find the functions.',
      remedy: '',
    }),
  },
} satisfies Partial<NoticeRows>

function evidenceAgainst({ matched, total, shift }: NoticeOf<'wrong-executable'>): string {
  if (total === 0) return 'Most of its code lies where no samples were taken'
  const arcs = formatCounted(total, 'arc')
  const found = matched === 0 ? `None of the ${arcs}` : `Only ${formatCount(matched)} of ${arcs}`
  const fit = shift === 0 ? '' : `; shifted by ${hex(shift)} they would fit`
  return `${found} begin and end in functions of the program${fit}`
}
