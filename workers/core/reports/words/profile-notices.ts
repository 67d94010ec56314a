// Words for what is worth knowing of the profile itself: its samples, its arcs, its format.
import { formatCount, formatCounted, formatExact, formatFixed, percentOf } from '../quantities.ts'
import { WRONG_NUMBERS, MISSING_NUMBERS, GOOD_TO_KNOW, type NoticeRows } from './notice-rows.ts'
import { problemText } from './problem-text.ts'

/** Of a file whose head says 0 samples per second. */
const NO_RATE = {
  title: 'The sampling rate is not known',
  explanation:
    'The file does not say how often samples were taken (0 per second): shares are known, seconds are not.',
  remedy: 'Have whatever writes the file put the rate of its timer into it.',
}

export const PROFILE_NOTICES = {
  'gmon/truncated-file': {
    rank: WRONG_NUMBERS,
    words: (notice) => {
      const words = problemText(notice.problem)
      return {
        ...words,
        explanation: `${words.explanation} What came before it was kept: ${formatCounted(notice.keptArcs, 'arc')}, ${formatCounted(notice.keptHistograms, 'histogram')}.`,
      }
    },
  },
  'no-samples': {
    rank: MISSING_NUMBERS,
    words: () => ({
      title: 'No samples',
      explanation: 'The program was never caught running: every time is 0. Calls are counted all the same.',
      remedy:
        'Run it longer or with more input: most systems take 100 samples in a second of processor time.',
    }),
  },
  'few-samples': {
    rank: MISSING_NUMBERS,
    words: (notice) => ({
      title: `Only ${formatCounted(notice.samples, 'sample')}`,
      explanation: `With so few, times are off by about ${formatFixed(100 / Math.sqrt(Math.max(1, notice.samples)), 0)} % in the sum, and by more for each function. Calls are counted, not sampled.`,
      remedy: 'Run the program longer, or open the gmon.out files of several runs together.',
    }),
  },
  'no-histogram': {
    rank: MISSING_NUMBERS,
    words: () => ({
      title: 'No histogram',
      explanation: 'The profile holds calls but no samples, so times are not known.',
      remedy: 'Some systems sample only when asked; otherwise another profiler may hold the timer.',
    }),
  },
  'empty-profile': {
    rank: MISSING_NUMBERS,
    words: () => ({
      title: 'No samples and no calls',
      explanation: 'The profile is empty: no time was measured, and no call was counted.',
      remedy:
        'Compile and link every file with -pg. Then run the program for more than a moment, until it ends by itself, and copy the new gmon.out whole.',
    }),
  },
  'no-arcs': {
    rank: MISSING_NUMBERS,
    words: () => ({
      title: 'No calls were counted',
      explanation:
        'There are samples but no arcs: the functions were not compiled with -pg, or a debugger took the samples.',
      remedy: 'Compile every file with -pg as well, then run again.',
    }),
  },
  'outside-program': {
    rank: GOOD_TO_KNOW,
    words: (notice) => ({
      title: 'Part of the profile lies outside the program',
      explanation: `${formatExact(notice.ticks)} of ${formatExact(notice.totalTicks)} samples (${formatFixed(percentOf(notice.ticks, notice.totalTicks), 1)} %) and ${formatCount(notice.droppedArcs)} of ${formatCounted(notice.totalArcs, 'arc')} belong to no function. Shared libraries and start-up code look like this.`,
      remedy: 'To see inside libraries, link them statically and compile them with -pg.',
    }),
  },
  'bins-at-ceiling': {
    rank: WRONG_NUMBERS,
    words: (notice) => ({
      title: 'Some times may be too low',
      explanation: `The most a bin of the histogram can hold, 65,535, is reached in ${formatCounted(notice.bins, 'bin')}: samples beyond it are lost. glibc’s begin again at 0 and look like any other.`,
      remedy: 'Measure several shorter runs and open their gmon.out files together.',
    }),
  },
  'time-without-calls': {
    rank: GOOD_TO_KNOW,
    words: (notice) => ({
      title: `The callers of ${formatCounted(notice.functions, 'function')} are not known`,
      explanation: `${formatCounted(notice.ticks, 'sample')} fell into functions whose calls were not counted, so their parents are not known and get none of that time.`,
      remedy:
        'Compile their files with -pg. What only a library calls, as qsort its comparison, stays without callers.',
    }),
  },
  'profiler-time': {
    rank: MISSING_NUMBERS,
    words: (notice) => ({
      title: 'The profiler itself took time',
      explanation: `${formatExact(notice.ticks)} of ${formatExact(notice.totalTicks)} samples (${formatFixed(percentOf(notice.ticks, notice.totalTicks), 1)} %) fell into the counting of calls. Small functions that are called often look slower than they are.`,
      remedy: 'Compile the smallest functions without -pg, or let them be inlined.',
    }),
  },
  'odd-rate': {
    rank: MISSING_NUMBERS,
    words: (notice) =>
      notice.rate === 0
        ? NO_RATE
        : {
            title: `An unusual rate: ${formatExact(notice.rate)} samples per second`,
            explanation:
              'Most systems sample 100 times a second. If the rate is wrong, so is every time, by the same factor.',
            remedy: 'Compare the total with the time the program took.',
          },
  },
  'rates-differ': {
    rank: WRONG_NUMBERS,
    words: (notice) => ({
      title: 'The runs were sampled at different rates',
      explanation: `${notice.file} has ${formatExact(notice.other)} samples per second, the first has ${formatExact(notice.first)}; the first one is used for all.`,
      remedy: 'Open only profiles of one rate together.',
    }),
  },
  'scale-drift': {
    rank: GOOD_TO_KNOW,
    words: (notice) => ({
      title: 'Bin borders are not exact',
      explanation: `By the end of the histogram they may be ${formatCounted(notice.bytes, 'byte')} off, as they are in gprof. A sample near a function’s border may count for its neighbour.`,
      remedy: '',
    }),
  },
  'bsd-format': {
    rank: GOOD_TO_KNOW,
    words: (notice) => ({
      title: `${notice.file} is in ${notice.dialect === '4.4bsd' ? 'the 4.4BSD' : 'an older BSD'} format`,
      explanation:
        'It has no name for what it counts and, in the oldest form, no rate; gprof’s defaults stand in.',
      remedy: '',
    }),
  },
  'counter-width': {
    rank: GOOD_TO_KNOW,
    words: (notice) => ({
      title: `${notice.file} has counters of ${notice.bits} bits`,
      explanation: `Its header says so, as FreeBSD’s can${notice.signed ? ', and that they are signed' : ''}. gprof takes every counter for 16 bits and shows other numbers.`,
      remedy: '',
    }),
  },
} satisfies Partial<NoticeRows>
