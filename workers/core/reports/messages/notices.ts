// The message and the rank of every notice; sorting of notices, and grouping of those that apply
// to many files.
import type { Notice, NoticeCode, NoticeOf } from '../../problems/problem.ts'
import { hex, list, type Message, quoted, visibleMessage } from './message.ts'
import {
  formatCount,
  formatCounted,
  formatExact,
  formatFixed,
  formatGeneral,
  formatSeconds,
  percentOf,
} from '../quantities.ts'
import { problemText } from './problems.ts'
import { briefName } from '../names/names.ts'
import { visibleText } from '../../base/string-table.ts'

/** Ranks of notices; the most important has the lowest. */
const WRONG_NUMBERS = 0
const MISSING_NUMBERS = 1
const GOOD_TO_KNOW = 2
/**
 * How important a notice is: 0 if numbers may be wrong, 1 if some are missing, 2 if it is only good to
 * know.
 */
export type NoticeRank = typeof WRONG_NUMBERS | typeof MISSING_NUMBERS | typeof GOOD_TO_KNOW

/** Messages and ranks by code; the tables of this file together cover all. */
export type NoticeRows = {
  readonly [C in NoticeCode]: { readonly rank: NoticeRank; readonly words: (notice: NoticeOf<C>) => Message }
}

// Notices about mismatching files. The first screen uses these and no others.

const REMEDY_OF_REBUILD = 'Open the program as it was when it ran: after a rebuild, addresses change.'
const REMEDY_OF_MOVED =
  'The loader may have moved the program: open it shifted (on the command line with --shift auto), or link it with -no-pie, for MinGW -Wl,--disable-dynamicbase, so that it stays.'

/** Messages of notices about a program that may not match the profile. */
export const MISMATCH_MESSAGES = {
  'wrong-executable': {
    rank: WRONG_NUMBERS,
    words: (notice) => ({
      title: 'This may not be the program that was measured',
      explanation: `${evidenceAgainst(notice)}.${notice.isNewer === true ? ' The program was written after the profile.' : ''} Names and numbers may be wrong.`,
      remedy: remedyOf(notice),
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

/**
 * Returns the advice to open with a shift, in two sentences. A shift costs one click and makes the two
 * match, while another program may not be available.
 *
 * @param shift distance in bytes, from the notice
 */
export function remedyByShift(shift: number): string {
  return `Shift by ${hex(shift)} first. If the names then make no sense, open the program as it was when it ran.`
}

function remedyOf({ shift, callArcs }: NoticeOf<'wrong-executable'>): string {
  if (shift !== 0) return REMEDY_OF_MOVED
  return callArcs === undefined
    ? REMEDY_OF_REBUILD
    : `${REMEDY_OF_REBUILD.slice(0, -1)}; or measure again, if threads or damage mixed up the calls of this one.`
}

function evidenceAgainst(notice: NoticeOf<'wrong-executable'>): string {
  const {
    total,
    shift,
    ends,
    sites,
    calls = 0,
    callArcs,
    callsFound = 0,
    lacksProfiler,
    beyond,
    ...score
  } = notice
  if (lacksProfiler === true)
    return 'The program was not linked with -pg: it has no code that counts calls, and the profile holds calls'
  if (beyond !== undefined)
    return `${formatCounted(beyond, 'sample')} lie behind the end of the program’s code, where no sample of its own can be`
  if (sites !== undefined)
    return `A call of the profiler ends where the profile says in ${formatCount(calls)} of ${formatCounted(sites, 'function')} checked, and in the program that ran in all`
  if (callArcs !== undefined)
    return `The code has a call of the callee where the profile says for ${formatCount(callsFound)} of ${formatCounted(callArcs, 'arc')} checked, and in the program that ran for all`
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

// Notices about the profile itself: its samples, its arcs, its format.

/** Libraries that a message names, at most. */
const LIBRARIES_NAMED = 5

/** For a file whose header says 0 samples per second. */
const NO_RATE = {
  title: 'The sampling rate is not known',
  explanation:
    'The file does not say how often samples were taken (0 per second): shares are known, seconds are not.',
  remedy: 'Let the code that writes the file store the rate of its timer.',
}

const PROFILE_NOTICES = {
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

// Notices about the program, its names and its source lines.

const PROGRAM_NOTICES = {
  ...MISMATCH_MESSAGES,
  'slow-run': {
    rank: GOOD_TO_KNOW,
    words: ({ file, samples, mean, middle, runs, name, ticks, excess = 0, rate = 0 }) => {
      const times = `${formatFixed(samples / mean, 1)} times the mean of ${formatCounted(runs, 'run')}`
      const inAll = `It has ${formatCounted(samples, 'sample')}, most of the others about ${formatCount(middle)}`
      if (name === undefined || ticks === undefined)
        return {
          title: `${file} took ${times}`,
          explanation: `${inAll}: more than noise. ${WAITING}`,
          remedy: 'The view Runs shows them side by side, and which functions differ.',
        }
      return {
        title: `${file} is slow: ${moreText(excess, rate)} in ${briefName(name)}`,
        explanation: `It has ${formatFixed(ticks, 1)} samples there, the others ${formatFixed(ticks - excess, 1)} on average: more than noise. ${inAll}. ${WAITING}`,
        remedy: `Look for what this run does more of in ${briefName(name)}. The view Runs shows all of them side by side.`,
      }
    },
  },
  'run-twice': {
    rank: WRONG_NUMBERS,
    words: ({ file, same, more }) => ({
      title: `${file} may be ${same === null ? 'the sum of the others' : same === file ? 'there twice' : `${same} again`}`,
      explanation: `Its samples are the same, hardly by chance${more > 0 ? `, as in ${formatCounted(more, 'more file')}` : ''}. It is included and counts twice.`,
      remedy: 'Open the others without it.',
    }),
  },
  'forked-runs': {
    rank: WRONG_NUMBERS,
    words: ({ files, first, samples }) => ({
      title: `${formatCount(files)} files hold the same past, and it counts in each`,
      explanation: `A forked process starts with the counts of its parent, so they begin with the same samples as ${first}: ${formatCounted(samples, 'sample')} too many, and all calls made before the fork. What children do has calls and, under Linux, no time.`,
      remedy: 'To count it once, choose Count once on the page or --forked-once on the command line.',
    }),
  },
  'forked-once': {
    rank: MISSING_NUMBERS,
    words: ({ files, samples }) => ({
      title: `The shared past of ${formatCount(files)} forked processes is counted once`,
      explanation: `${formatCounted(samples, 'sample')} and the calls before the fork were left out of all but one file. Calls that all of them made alike after the fork look the same and are left out too, so counts of calls are estimates.`,
      remedy: 'To add up all files in full as gprof does, choose Count each or omit --forked-once.',
    }),
  },
  'may-fork': {
    rank: GOOD_TO_KNOW,
    words: ({ forker }) => ({
      title: 'Only one process is in the profile',
      explanation: `The program can fork (${forker}), and all its processes write the same gmon.out: the last to end overwrites the others. A forked child is not sampled under Linux: its own work has calls and no time.`,
      remedy: 'With the environment variable GMON_OUT_PREFIX set, glibc writes one PREFIX.PID per process.',
    }),
  },
  'inlined-counts': {
    rank: WRONG_NUMBERS,
    words: ({ functions, name, places }) => ({
      title: `${briefName(name)}${functions > 1 ? ` and ${formatCount(functions - 1)} more` : ''} ${functions > 1 ? 'have' : 'has'} too many calls`,
      explanation: `${briefName(name)} counts calls at ${formatCount(places)} places of its code: functions that were inlined into it, or that have no symbol, count there as ${briefName(name)}.`,
      remedy: 'Compile with -fno-inline, or keep the symbols of static functions.',
    }),
  },
  'tail-calls': {
    rank: GOOD_TO_KNOW,
    words: ({ arcs, calls, caller, jumper, callee }) => ({
      title: `${formatCounted(calls, 'call')} in ${formatCounted(arcs, 'arc')} came by way of another function (tail calls)`,
      explanation: `${briefName(jumper)} jumps to ${briefName(callee)} at its end, so ${briefName(callee)} counts as called by ${briefName(caller)}, whose code does not call it. Time of ${briefName(callee)} is missing in the total of ${briefName(jumper)}.`,
      remedy: 'To see who calls, compile with -fno-optimize-sibling-calls.',
    }),
  },
  'file-twice': {
    rank: WRONG_NUMBERS,
    words: ({ file, same, more }) => ({
      title: same === file ? `${file} is named twice` : `${file} is ${same} again`,
      explanation: `It is the same file${more > 0 ? `, as of ${formatCounted(more, 'more name')}` : ''}. It is included and counts twice.`,
      remedy: 'Name it once.',
    }),
  },
  'functions-hidden': {
    rank: MISSING_NUMBERS,
    words: (notice) => ({
      title: `${formatCounted(notice.functions, 'function')} counted for a neighbour`,
      explanation: `As in gprof, local functions with a dot in their names count towards the function before them in memory: ${placesOf(notice)}.`,
      remedy: `A function may then have odd callers, or seem to call itself. To see them separately, open the copy that ${globalized(notice.program ?? 'PROGRAM')} makes instead of the program.`,
    }),
  },
  threads: {
    rank: MISSING_NUMBERS,
    words: (notice) => ({
      title: 'Counts of calls may be too low',
      explanation: `The program starts threads (${notice.starter}), and two calls at the same moment may count as one. Samples are taken in every thread.`,
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

const WAITING = 'Ranks of one job wait for the slowest.'

/** "+0.23 s", or "+23.0 samples" of something other than time. */
const moreText = (ticks: number, rate: number): string =>
  rate > 0 ? `+${formatSeconds(ticks / rate, 's')}` : `+${formatFixed(ticks, 1)} samples`

/**
 * Command that makes local symbols global: gprof counts global functions whatever their names,
 * and addresses stay.
 */
function globalized(program: string): string {
  const file = program.replace(/^-/, './-')
  return `objcopy -w --globalize-symbol='[A-Za-z_]*[.$]*' ${quoted(file)} ${quoted(`${file}.apart`)}`
}

function placesOf({ names, neighbours, ticks }: NoticeOf<'functions-hidden'>): string {
  const places = names.map((name, at) => `${briefName(name)} for ${briefName(neighbours[at] ?? '')}`)
  return `${list(places)}${ticks >= 1 ? `; ${formatCounted(Math.round(ticks), 'sample')} in all` : ''}`
}

// Notices about the input files: what was skipped, and what a listing or a saved profile lacks.

const FILE_NOTICES = {
  'file-skipped': {
    rank: WRONG_NUMBERS,
    words: (notice) => {
      const { problem } = notice
      const words = problemText(problem)
      // The readable part of an archive is used: files before the damage, files that are not
      // encrypted.
      const isUsed = problem.code.startsWith('archive/') && problem.code !== 'archive/nothing-of-use'
      const used = isUsed ? 'Used as far as it can be read.' : 'Left out; the rest was used.'
      return { ...words, explanation: `${used} ${words.explanation}` }
    },
  },
  'files-unused': {
    rank: GOOD_TO_KNOW,
    words: ({ files, count }) => ({
      title: `${formatCounted(count, 'file')} were not needed`,
      explanation: `${files.join(', ')} and ${formatCount(count - files.length)} more are no profile and no other program.`,
      remedy: '',
    }),
  },
  'shared-in-part': {
    rank: WRONG_NUMBERS,
    words: (notice) => ({
      title: 'Parts of this profile were left out',
      explanation: partsLeftOut(notice),
      remedy: '',
    }),
  },
  'saved-notices-unknown': {
    rank: GOOD_TO_KNOW,
    words: (notice) => ({
      title: `${formatCounted(notice.notices, 'notice')} cannot be shown`,
      explanation: 'The profile was saved by another version of gmonscope, whose notices are not known here.',
      remedy: 'Reload the page, or update gmonscope.',
    }),
  },
  'listing-opened': {
    rank: MISSING_NUMBERS,
    words: (notice) => ({
      title: 'Opened from a gprof listing',
      explanation:
        'Every number is the listing’s own, rounded as it was printed: times to 0.01 s. The text has no samples, no addresses and no source lines, and functions without time and calls are not in it.' +
        (notice.parts === 'flat'
          ? ' It has no call graph: who calls whom is not known.'
          : notice.parts === 'graph'
            ? ' It has no flat profile: times per call are not known.'
            : '') +
        ' What-ifs are computed from the rounded numbers.',
      remedy: 'Open the gmon.out and its program for all of it.',
    }),
  },
  'listing-unread': {
    rank: WRONG_NUMBERS,
    words: (notice) => ({
      title: `${formatCounted(notice.lines, 'line')} of the listing could not be read`,
      explanation: `The first is line ${formatCount(notice.line)}: “${notice.text.trim()}”. The rest of ${notice.file} was used.`,
      remedy: 'Long lines may have been wrapped on the way: attach the file rather than its text.',
    }),
  },
  'listing-headless': {
    rank: WRONG_NUMBERS,
    words: (notice) => ({
      title: 'The listing’s beginning is missing',
      explanation: `${notice.file} lacks the first functions, which take the most time; what was there is shown.`,
      remedy: 'Copy all of it, from its first heading on.',
    }),
  },
  'listing-cut': {
    rank: WRONG_NUMBERS,
    words: (notice) => ({
      title: 'The listing ends early',
      explanation: `${notice.file} ends within the call graph or before its index; what was there is shown.`,
      remedy: 'Copy all of it, up to the index of names.',
    }),
  },
  'listing-again': {
    rank: WRONG_NUMBERS,
    words: (notice) => ({
      title: 'A second listing follows',
      explanation: `Another begins at line ${formatCount(notice.line)} of ${notice.file}. Of each part the first is shown.`,
      remedy: 'To see the other, save it as a file of its own.',
    }),
  },
  'listing-conflict': {
    rank: WRONG_NUMBERS,
    words: (notice) => ({
      title: 'The listing holds a merge conflict',
      explanation: `It begins at line ${formatCount(notice.line)} of ${notice.file}: “${notice.mark}”. The first side of each conflict is shown, the other is left out.`,
      remedy: 'Resolve the conflict, or save each side as a file of its own.',
    }),
  },
  'set-aside': {
    rank: GOOD_TO_KNOW,
    words: (notice) =>
      notice.kind === 'listing'
        ? {
            title: `${notice.file} was not needed`,
            explanation: 'It is a gprof listing, and the profile itself says more.',
            remedy: 'Drop it once more to see every line in which it differs.',
          }
        : {
            title: `${notice.file} was not needed`,
            explanation: 'What is shown comes from a listing, which has its names already.',
            remedy: 'Add the gmon.out to see the profile itself.',
          },
  },
} satisfies Partial<NoticeRows>

function partsLeftOut(notice: NoticeOf<'shared-in-part'>): string {
  const parts = [
    notice.names === 'shortened' && 'Function names are shortened.',
    notice.names === 'replaced' && 'Function names are replaced by f1, f2 and so on.',
    notice.directories && 'Directories are cut off the paths.',
    notice.sources && 'Source files and lines are left out.',
    notice.notices && 'Other notices are left out.',
    notice.unused > 0 &&
      `Functions that took no time and were not called are left out: ${formatCount(notice.unused)}.`,
    notice.functions > 0 &&
      `The ${formatCounted(notice.functions, 'smallest function')}, with ${formatExact(notice.ticks)} self samples, are merged into one, and their callers lack the time inherited from them.`,
  ]
  return `This was chosen when it was saved. ${parts.filter((part) => part !== false).join(' ')}`
}

// All notices.

const ROWS: NoticeRows = { ...PROFILE_NOTICES, ...PROGRAM_NOTICES, ...FILE_NOTICES }

/** Returns the message of a notice, with control characters made visible. */
export function noticeText(notice: Notice): Message {
  // See problems.ts for the cast.
  const words = ROWS[notice.code].words as (notice: Notice) => Message
  return visibleMessage(words(notice))
}

/** Returns the rank of a notice; the most important has the lowest. */
export const noticeRank = (notice: Notice): NoticeRank => ROWS[notice.code].rank

// Displayed notices: the most important first, and one for many files, with their names.

/** One displayed notice, for one file or several. */
export interface NoticeGroup extends Message {
  readonly rank: NoticeRank
  /**
   * All files that the notice applies to, if there are more than three; the explanation describes the
   * first. Empty otherwise.
   */
  readonly files: readonly string[]
  /**
   * Distance in bytes by which addresses may be off, if a shift makes program and profile match;
   * else 0.
   */
  readonly shift: number
  /** Whether what forked runs share counts in each of them or once; null for any other notice. */
  readonly sharedPast: 'each' | 'once' | null
}

/** Returns true if a notice says that numbers may be wrong. */
export const isSevere = ({ rank }: NoticeGroup): boolean => rank === WRONG_NUMBERS

/** Number of notices of one code beyond which they are grouped. */
const FEW = 3

/**
 * Groups notices for display, the most important first, else in their order. More than three of one code
 * that differ only in their file become one, with the message of the first.
 */
export function groupNotices(notices: readonly Notice[]): readonly NoticeGroup[] {
  const kinds = new Map<string, NoticeGroup[]>()
  for (const notice of notices) {
    const file = visibleText(fileOf(notice))
    const group = {
      ...noticeText(notice),
      rank: noticeRank(notice),
      files: [file],
      shift: shiftOf(notice),
      sharedPast: sharedPastOf(notice),
    }
    const kind = file === '' ? `${kinds.size}` : `${notice.code} ${group.title.replace(file, '')}`
    const alike = kinds.get(kind)
    if (alike) alike.push(group)
    else kinds.set(kind, [group])
  }
  return [...kinds.values()].flatMap(groupAlike).toSorted((a, b) => a.rank - b.rank)
}

function fileOf(notice: Notice): string {
  const about = 'problem' in notice ? notice.problem : notice
  return 'file' in about ? about.file : ''
}

const shiftOf = (notice: Notice): number => (notice.code === 'wrong-executable' ? notice.shift : 0)

const sharedPastOf = ({ code }: Notice): NoticeGroup['sharedPast'] =>
  code === 'forked-runs' ? 'each' : code === 'forked-once' ? 'once' : null

function groupAlike(alike: readonly NoticeGroup[]): readonly NoticeGroup[] {
  const [first] = alike
  if (!first || alike.length <= FEW) return alike.map((group) => ({ ...group, files: [] }))
  const title = `${first.title}; ${formatCounted(alike.length - 1, 'more file')} likewise`
  return [{ ...first, title, files: alike.flatMap(({ files }) => files) }]
}
