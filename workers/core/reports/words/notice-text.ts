// Words for every Notice, and which of them matter first.
import { assertNever } from '../../base/assert.ts'
import { textOfBinary } from '../../base/string-table.ts'
import type { Notice } from '../../problems/problem.ts'
import { problemText } from './problem-text.ts'
import { formatCount, formatCounted, formatExact, formatFixed, percentOf } from '../quantities.ts'
import { list, hex, visibleWords, type Words } from './words.ts'

export const noticeText = (notice: Notice): Words => visibleWords(wordsFor(notice))

function wordsFor(notice: Notice): Words {
  switch (notice.code) {
    case 'file-skipped': {
      const words = problemText(notice.problem)
      return { ...words, explanation: `Left out; the rest was used. ${words.explanation}` }
    }
    case 'gmon/truncated-file': {
      const words = problemText(notice.problem)
      return {
        ...words,
        explanation: `${words.explanation} What came before it was kept: ${formatCounted(notice.keptArcs, 'arc')}, ${formatCounted(notice.keptHistograms, 'histogram')}.`,
      }
    }
    case 'no-samples':
      return {
        title: 'No samples',
        explanation:
          'The program was never caught running: every time is 0. Calls are counted exactly all the same.',
        remedy: 'Run it longer or with more input: 100 samples take one second of processor time.',
      }
    case 'few-samples':
      return {
        title: `Only ${formatCounted(notice.samples, 'sample')}`,
        explanation: `With so few, times are off by about ${formatFixed(100 / Math.sqrt(Math.max(1, notice.samples)), 0)} % in the sum, and by more for each function. Calls are exact.`,
        remedy: 'Run the program longer, or open the gmon.out files of several runs together.',
      }
    case 'no-histogram':
      return {
        title: 'No histogram',
        explanation: 'The profile holds calls but no samples, so times are not known.',
        remedy: 'Some systems sample only when asked; otherwise another profiler may hold the timer.',
      }
    case 'empty-profile':
      return {
        title: 'The profile is empty',
        explanation: 'It holds its header and nothing else: no samples and no calls.',
        remedy: 'It may be cut short: copy it again, or run the program once more until it ends by itself.',
      }
    case 'no-arcs':
      return {
        title: 'No calls were counted',
        explanation:
          'There are samples but no arcs: the functions were not compiled with -pg, only linked with it.',
        remedy: 'Compile every file with -pg as well, then run again.',
      }
    case 'outside-program':
      return {
        title: 'Part of the profile lies outside the program',
        explanation: `${formatExact(notice.ticks)} of ${formatExact(notice.totalTicks)} samples (${formatFixed(percentOf(notice.ticks, notice.totalTicks), 1)} %) and ${formatCount(notice.droppedArcs)} of ${formatCounted(notice.totalArcs, 'arc')} belong to no function. Shared libraries and start-up code look like this.`,
        remedy: 'To see inside libraries, link them statically and compile them with -pg.',
      }
    case 'wrong-executable':
      return {
        title: 'This may not be the program that was measured',
        explanation: `${evidenceAgainst(notice)}. Names and numbers may be wrong.`,
        remedy: 'Open the program as it was when it ran: after a rebuild, addresses change.',
      }
    case 'functions-hidden':
      return {
        title: `${formatCounted(notice.functions, 'function')} counted for a neighbour`,
        explanation: `gprof passes over local functions with names such as ${list(notice.names)}, which compilers split off: their calls and samples are those of the function before them in memory. So they are here, for the numbers are gprof's.`,
        remedy: 'Where a function seems to be called by strangers, this is why; with -O1 fewer are split.',
      }
    case 'bins-at-ceiling':
      return {
        title: 'Some times are too low',
        explanation: `${formatCounted(notice.bins, 'bin')} of the histogram stand at 65,535, the most a bin can hold; later samples were lost.`,
        remedy: 'Measure several shorter runs and open their gmon.out files together.',
      }
    case 'time-without-calls':
      return {
        title: `${formatCounted(notice.functions, 'function')} took time that nobody asked for`,
        explanation: `${formatCounted(notice.ticks, 'sample')} fell into functions whose calls were not counted, so their parents are not known and get none of that time.`,
        remedy: 'Compile the files they come from with -pg.',
      }
    case 'profiler-time':
      return {
        title: 'The profiler itself took time',
        explanation: `${formatExact(notice.ticks)} of ${formatExact(notice.totalTicks)} samples (${formatFixed(percentOf(notice.ticks, notice.totalTicks), 1)} %) fell into the counting of calls. Small functions that are called often look slower than they are.`,
        remedy: 'Compile the smallest functions without -pg, or let them be inlined.',
      }
    case 'odd-rate':
      return {
        title: `An unusual rate: ${formatExact(notice.rate)} samples per second`,
        explanation:
          'Most systems sample 100 times a second. If the rate is wrong, so is every time, by the same factor.',
        remedy: 'Compare the total with the time the program took.',
      }
    case 'rates-differ':
      return {
        title: 'The runs were sampled at different rates',
        explanation: `${notice.file} has ${formatExact(notice.other)} samples per second, the first has ${formatExact(notice.first)}; the first one is used for all.`,
        remedy: 'Open only profiles of one rate together.',
      }
    case 'scale-drift':
      return {
        title: 'Bin borders are not exact',
        explanation: `By the end of the histogram they may be ${formatCounted(notice.bytes, 'byte')} off, as they are in gprof. A sample near a function’s border may count for its neighbour.`,
        remedy: '',
      }
    case 'bsd-format':
      return {
        title: `${notice.file} is in ${notice.dialect === '4.4bsd' ? 'the 4.4BSD' : 'an older BSD'} format`,
        explanation:
          'It has no name for what it counts and, in the oldest form, no rate; gprof’s defaults stand in.',
        remedy: '',
      }
    case 'counter-width':
      return {
        title: `${notice.file} has counters of ${notice.bits} bits`,
        explanation: `Its header says so, as FreeBSD’s can${notice.signed ? ', and that they are signed' : ''}. gprof takes every counter for 16 bits and shows other numbers.`,
        remedy: '',
      }
    case 'symbols-from-list':
      return {
        title: `Function names come from ${notice.file}`,
        explanation:
          'There is no program with symbols of its own. If the list is of another build, names are wrong and nothing tells.',
        remedy: '',
      }
    case 'symbol-list-unused':
      return {
        title: `${notice.file} is not needed`,
        explanation: 'The program has symbols of its own, which say more than a list.',
        remedy: '',
      }
    case 'sources-left-out': {
      const words = problemText(notice.problem)
      return { ...words, explanation: `Some source files and lines are not known. ${words.explanation}` }
    }
    case 'position-independent':
      return {
        title: `The program was loaded elsewhere, by ${hex(notice.shift)}`,
        explanation: 'Addresses in the profile were moved back by that much to find the functions.',
        remedy: '',
      }
    case 'shared-in-part':
      return {
        title: 'Some of this profile was left out on purpose',
        explanation: partsLeftOut(notice),
        remedy: '',
      }
    case 'saved-notices-unknown':
      return {
        title: `${formatCounted(notice.notices, 'notice')} cannot be shown`,
        explanation:
          'The profile was saved by another version of gmonscope, whose notices are not known here.',
        remedy: 'Reload the page, or update gmonscope.',
      }
    case 'listing-opened':
      return {
        title: 'Opened from a gprof listing',
        explanation:
          'Every number is the listing’s own, rounded as it was printed: times to 0.01 s. The text has no samples, no addresses and no source lines, and functions without time and calls are not in it.' +
          (notice.parts === 'flat'
            ? ' It has no call graph: who calls whom is not known.'
            : notice.parts === 'graph'
              ? ' It has no flat profile: times per call are not known.'
              : '') +
          ' What-ifs are worked out anew from the rounded numbers.',
        remedy: 'Open the gmon.out and its program for all of it.',
      }
    case 'listing-unread':
      return {
        title: `${formatCounted(notice.lines, 'line')} of the listing could not be read`,
        explanation: `The first is line ${formatCount(notice.line)}: “${textOfBinary(notice.text.trim())}”. The rest of ${notice.file} was used.`,
        remedy: 'Long lines may have been wrapped on the way: attach the file rather than its text.',
      }
    case 'listing-cut':
      return {
        title: 'The listing ends early',
        explanation: `${notice.file} ends within the call graph or before its index; what was there is shown.`,
        remedy: 'Copy all of it, up to the index of names.',
      }
    case 'listing-again':
      return {
        title: 'A second listing follows',
        explanation: `Another begins at line ${formatCount(notice.line)} of ${notice.file}. Of each part the first is shown.`,
        remedy: 'To see the other, save it as a file of its own.',
      }
    case 'set-aside':
      return notice.kind === 'listing'
        ? {
            title: `${notice.file} was not needed`,
            explanation: 'It is a gprof listing, and the profile itself says more.',
            remedy: 'Drop it once more to see every line in which it differs.',
          }
        : {
            title: `${notice.file} was not needed`,
            explanation: 'What is shown comes from a listing, which has its names already.',
            remedy: 'Add the gmon.out to see the profile itself.',
          }
    default:
      return assertNever(notice)
  }
}

function partsLeftOut(notice: Extract<Notice, { code: 'shared-in-part' }>): string {
  const parts = [
    notice.names === 'shortened' && 'Function names are shortened.',
    notice.names === 'replaced' && 'Function names are replaced by f1, f2 and so on.',
    notice.directories && 'Directories are cut off the paths.',
    notice.sources && 'Source files and lines are left out.',
    notice.notices && 'Other notices are left out.',
    notice.unused > 0 &&
      `${formatCounted(notice.unused, 'function')} that took no time and were not called are left out.`,
    notice.functions > 0 &&
      `The ${formatCounted(notice.functions, 'smallest function')}, with ${formatExact(notice.ticks)} samples of their own, stand together as one, and what their callers inherited from them is missing.`,
  ]
  return `Whoever saved it chose so. ${parts.filter((part) => part !== false).join(' ')}`
}

/** What matters first: wrong numbers, then missing ones, then what is good to know. Lower is more important. */
export function noticeRank(notice: Notice): 0 | 1 | 2 {
  switch (notice.code) {
    case 'wrong-executable':
    case 'file-skipped':
    case 'gmon/truncated-file':
    case 'bins-at-ceiling':
    case 'rates-differ':
    case 'shared-in-part':
    case 'listing-again':
    case 'listing-cut':
    case 'listing-unread':
      return 0
    case 'no-samples':
    case 'few-samples':
    case 'no-histogram':
    case 'empty-profile':
    case 'no-arcs':
    case 'odd-rate':
    case 'profiler-time':
    case 'functions-hidden':
    case 'listing-opened':
      return 1
    case 'outside-program':
    case 'time-without-calls':
    case 'scale-drift':
    case 'bsd-format':
    case 'counter-width':
    case 'symbols-from-list':
    case 'symbol-list-unused':
    case 'sources-left-out':
    case 'position-independent':
    case 'saved-notices-unknown':
    case 'set-aside':
      return 2
    default:
      return assertNever(notice)
  }
}

function evidenceAgainst({ matched, total, shift }: Extract<Notice, { code: 'wrong-executable' }>): string {
  if (total === 0) return 'Most of its code lies where no samples were taken'
  const arcs = formatCounted(total, 'arc')
  const found = matched === 0 ? `None of the ${arcs}` : `Only ${formatCount(matched)} of ${arcs}`
  const fit = shift === 0 ? '' : `; shifted by ${hex(shift)} they would fit`
  return `${found} begin and end in functions of the program${fit}`
}
