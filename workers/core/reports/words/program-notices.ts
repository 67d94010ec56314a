// Words for what is worth knowing of the program, its names and its source lines.
import type { NoticeOf } from '../../problems/problem.ts'
import { briefName } from '../names/brief-name.ts'
import { formatCount, formatCounted, formatFixed } from '../quantities.ts'
import { DOUBTS } from './doubts.ts'
import { quoted } from './for-shell.ts'
import { WRONG_NUMBERS, MISSING_NUMBERS, GOOD_TO_KNOW, type NoticeRows } from './notice-rows.ts'
import { problemText } from './problem-text.ts'
import { hex, list } from './words.ts'

export const PROGRAM_NOTICES = {
  ...DOUBTS,
  'slow-run': {
    rank: GOOD_TO_KNOW,
    words: ({ file, samples, mean, middle, runs }) => ({
      title: `${file} took ${formatFixed(samples / mean, 1)} times the mean of ${formatCounted(runs, 'run')}`,
      explanation: `It has ${formatCounted(samples, 'sample')}, most of the others about ${formatCount(middle)}: chance alone does not do that. Ranks of one job wait for the slowest, and all of them then take as long.`,
      remedy:
        'The view Runs shows them side by side; a function selected there shows in which run it has more to do.',
    }),
  },
  'run-twice': {
    rank: WRONG_NUMBERS,
    words: ({ file, same, more }) => ({
      title: `${file} may be ${same === null ? 'the sum of the others' : same === file ? 'there twice' : `${same} again`}`,
      explanation: `Its samples are the same, hardly by chance${more > 0 ? `, as in ${formatCounted(more, 'more file')}` : ''}. It was added all the same, and counts twice.`,
      remedy: 'Open the others without it.',
    }),
  },
  'file-twice': {
    rank: WRONG_NUMBERS,
    words: ({ file, same, more }) => ({
      title: same === file ? `${file} is named twice` : `${file} is ${same} again`,
      explanation: `It is one and the same file${more > 0 ? `, as of ${formatCounted(more, 'more name')}` : ''}. It was added all the same, and counts twice.`,
      remedy: 'Name it once.',
    }),
  },
  'functions-hidden': {
    rank: MISSING_NUMBERS,
    words: (notice) => ({
      title: `${formatCounted(notice.functions, 'function')} counted for a neighbour`,
      explanation: `In gprof, local functions with a dot in their names count for the one before them in memory: ${placesOf(notice)}.`,
      remedy: `Where a function seems to be called by strangers, or by itself, this is why. To see them apart, open the copy that ${globalized(notice.program ?? 'PROGRAM')} makes in the program’s place.`,
    }),
  },
  threads: {
    rank: MISSING_NUMBERS,
    words: (notice) => ({
      title: 'Counts of calls may be too low',
      explanation: `The program starts threads (${notice.starter}), and all count calls in one place: two at the same moment may count as one. Samples are taken in every thread.`,
      remedy: 'For exact counts run it with one thread (with OpenMP: OMP_NUM_THREADS=1).',
    }),
  },
  'no-names': {
    rank: MISSING_NUMBERS,
    words: () => ({
      title: 'Functions have no names',
      explanation:
        'This was opened without its program. Each address that was called is a function; code that no counted call leads to counts for the one before it.',
      remedy: 'Open it together with the program that wrote it.',
    }),
  },
  'symbols-from-list': {
    rank: GOOD_TO_KNOW,
    words: (notice) => ({
      title: `Function names come from ${notice.file}`,
      explanation:
        'There is no program with symbols of its own. If the list is of another build, names are wrong, and nothing here shows it. A linker’s map has only those static functions that have a section each; all others count for the one before them.',
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
      title: `The program was loaded at another address, moved by ${hex(notice.shift)}`,
      explanation: 'Addresses in the profile were moved back by that much to find the functions.',
      remedy: '',
    }),
  },
} satisfies Partial<NoticeRows>

/** Global functions count whatever their names; the addresses stay. */
function globalized(program: string): string {
  const file = program.replace(/^-/, './-')
  return `objcopy -w --globalize-symbol='[A-Za-z_]*[.$]*' ${quoted(file)} ${quoted(`${file}.apart`)}`
}

function placesOf({ names, neighbours, ticks }: NoticeOf<'functions-hidden'>): string {
  const places = names.map((name, at) => `${briefName(name)} for ${briefName(neighbours[at] ?? '')}`)
  return `${list(places)}${ticks >= 1 ? `; ${formatCounted(Math.round(ticks), 'sample')} in all` : ''}`
}
