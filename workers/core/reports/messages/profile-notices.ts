// Notices about the profile itself: its samples, its arcs, its format.
import { list } from './message.ts'
import {
  formatCount,
  formatCounted,
  formatExact,
  formatFixed,
  formatGeneral,
  percentOf,
} from '../../quantities.ts'
import { problemText } from './problems.ts'
import { briefName } from '../../names/brief-name.ts'
import { WRONG_NUMBERS, MISSING_NUMBERS, GOOD_TO_KNOW, type NoticeRows } from './notice-rows.ts'

/** Libraries that a message names, at most. */
const LIBRARIES_NAMED = 5

/** For a file whose header says 0 samples per second. */
const NO_RATE = {
  title: 'The sampling rate is not known',
  explanation:
    'The file does not say how often samples were taken (0 per second): shares are known, seconds are not.',
  remedy: 'Let the code that writes the file store the rate of its timer.',
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
      explanation: 'The program has no sample: every time is 0. Calls are exact.',
      remedy:
        'Run it longer or with more input: most systems take 100 samples in a second of processor time.',
    }),
  },
  'few-samples': {
    rank: MISSING_NUMBERS,
    words: (notice) => ({
      title: `Only ${formatCounted(notice.samples, 'sample')}`,
      explanation: `With so few, the total is off by about ${formatFixed(100 / Math.sqrt(Math.max(1, notice.samples)), 0)}%, single functions by more. Calls are exact.`,
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
      explanation: 'The profile is empty: it has no time and no calls.',
      remedy:
        'Compile and link every file with -pg. Then run the program longer, until it ends by itself, and copy the new gmon.out whole.',
    }),
  },
  'no-arcs': {
    rank: MISSING_NUMBERS,
    words: ({ counts, lacksProfiler }) => ({
      title: 'No calls were counted',
      ...(lacksProfiler === true
        ? {
            explanation:
              'The program has no code that counts calls: a debugger took the samples. There are self times only.',
            remedy: '',
          }
        : counts === true
          ? {
              explanation:
                'The program counts calls, but none of its functions called another that does: optimisation inlined them, or only a library calls them, such as a comparator of qsort.',
              remedy:
                'To see inlined functions separately, compile with -fno-inline, or with -g for times by line.',
            }
          : {
              explanation:
                'There are samples but no arcs: the functions were not compiled with -pg, or a debugger took the samples.',
              remedy: 'Compile every file with -pg as well, then run again.',
            }),
    }),
  },
  'coarse-bins': {
    rank: WRONG_NUMBERS,
    words: ({ ticks, totalTicks, bytesPerBin, functions, names, lacksProfiler }) => ({
      title: `${formatFixed(percentOf(ticks, totalTicks), 0)}% of the samples are in bins that several functions share`,
      explanation: `A bin of the histogram is ${formatCount(Math.round(bytesPerBin))} bytes wide. gprof divides its samples by size, but any function in it may have all or none of them: ${formatCounted(functions, 'function')}${names.length > 0 ? `, most of them ${list(names.map(briefName))}` : ''}.`,
      remedy: lacksProfiler
        ? 'Sample a smaller range, with OpenOCD: profile SECONDS gmon.out START END; the view Histogram shows the bins.'
        : 'Give profil or monstartup a larger buffer or a smaller range; the view Histogram shows the bins.',
    }),
  },
  'needs-libraries': {
    rank: MISSING_NUMBERS,
    words: ({ libraries }) => ({
      title: 'Time in shared libraries is not measured',
      explanation: `The program needs ${list(libraries.slice(0, LIBRARIES_NAMED))}${libraries.length > LIBRARIES_NAMED ? ` and ${formatCount(libraries.length - LIBRARIES_NAMED)} more` : ''}. A gmon.out holds no time and no calls of these, and few samples are left.`,
      remedy: 'Link them statically, compiled with -pg; glibc’s LD_PROFILE measures one library by itself.',
    }),
  },
  'start-up-time': {
    rank: GOOD_TO_KNOW,
    words: ({ name, ticks, totalTicks }) => ({
      title: `Time in ${briefName(name)} is of other code`,
      explanation: `${formatExact(ticks)} of ${formatExact(totalTicks)} samples (${formatFixed(percentOf(ticks, totalTicks), 1)}%) count for start-up code, which takes none. They belong to jumps into shared libraries (PLT), or to the function right after.`,
      remedy: 'A static program (-static) has no such jumps.',
    }),
  },
  'called-by-library': {
    rank: GOOD_TO_KNOW,
    words: ({ functions, name, ticks }) => ({
      title:
        functions === 1
          ? `${briefName(name)} is called by a library`
          : `${briefName(name)} and ${formatCount(functions - 1)} more are called by libraries`,
      explanation: `${formatCounted(ticks, 'sample')} fell into functions that count their calls and have no caller that does, such as a comparator of qsort. The totals of the library’s callers lack that time.`,
      remedy: '',
    }),
  },
  'counting-unseen': {
    rank: GOOD_TO_KNOW,
    words: ({ calls, samples }) => ({
      title: 'Counting calls took time that is not shown',
      explanation: `${formatCounted(calls, 'call')} were counted by the shared C library, where no samples are taken: the program took far longer than its ${formatCounted(samples, 'sample')}.`,
      remedy: 'Compile the smallest functions without -pg, or let them be inlined. -static shows that time.',
    }),
  },
  'outside-program': {
    rank: GOOD_TO_KNOW,
    words: (notice) => ({
      title: 'Part of the profile lies outside the program',
      explanation: `${formatExact(notice.ticks)} of ${formatExact(notice.totalTicks)} samples (${formatFixed(percentOf(notice.ticks, notice.totalTicks), 1)}%) and ${formatCount(notice.droppedArcs)} of ${formatCounted(notice.totalArcs, 'arc')} belong to no function. Shared libraries and start-up code look like this.`,
      remedy: 'To see inside libraries, link them statically and compile them with -pg.',
    }),
  },
  'bins-at-ceiling': {
    rank: WRONG_NUMBERS,
    words: (notice) => ({
      title: 'Some times may be too low',
      explanation: `A bin of the histogram holds at most 65,535 samples, which is reached in ${formatCounted(notice.bins, 'bin')}: further samples are lost. With glibc a full bin starts again at 0, which does not show.`,
      remedy: 'Measure several shorter runs and open their gmon.out files together.',
    }),
  },
  'time-without-calls': {
    rank: GOOD_TO_KNOW,
    words: (notice) => ({
      title: `The callers of ${formatCounted(notice.functions, 'function')} are not known`,
      explanation: `${formatCounted(notice.ticks, 'sample')} fell into functions whose calls were not counted, so their callers are not known and get none of that time.`,
      remedy:
        'If these functions are yours, compile their files with -pg. What only a library calls, such as a comparator of qsort, never has callers.',
    }),
  },
  'profiler-time': {
    rank: MISSING_NUMBERS,
    words: (notice) => ({
      title: 'The profiler itself took time',
      explanation: `${formatExact(notice.ticks)} of ${formatExact(notice.totalTicks)} samples (${formatFixed(percentOf(notice.ticks, notice.totalTicks), 1)}%) fell into the counting of calls. Small functions that are called often look slower than they are.`,
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
      explanation: `${notice.file} has ${formatGeneral(notice.other)} samples per second, the first has ${formatGeneral(notice.first)}; the first one is used for all.`,
      remedy: 'Open only profiles of one rate together.',
    }),
  },
  'scale-drift': {
    rank: GOOD_TO_KNOW,
    words: (notice) => ({
      title: 'Sample addresses are rounded',
      explanation: `By the end of the histogram they may be ${formatCounted(notice.bytes, 'byte')} off, as they are in gprof. A sample near a function’s border may count for its neighbour.`,
      remedy: '',
    }),
  },
  'rounding-loss': {
    rank: GOOD_TO_KNOW,
    words: ({ ticks, totalTicks }) => ({
      title: `Rounding loses ${formatFixed((100 * ticks) / totalTicks, 0)}% of the samples`,
      explanation: `The bins of this profile are not a whole number of two-byte units wide. gprof rounds their borders, and credits ${formatCount(Math.round(totalTicks - ticks))} of ${formatCounted(totalTicks, 'sample')}; so does this listing. All of them lie in the program.`,
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
