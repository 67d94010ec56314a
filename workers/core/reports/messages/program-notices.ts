// Notices about the program, its names or its source lines.
import type { NoticeOf } from '../../problems/problem.ts'
import { hex, list, quoted } from './message.ts'
import { formatCount, formatCounted, formatFixed, formatSeconds } from '../../quantities.ts'
import { problemText } from './problems.ts'
import { briefName } from '../../names/brief-name.ts'
import { MISMATCH_MESSAGES } from './mismatch-notices.ts'
import { GOOD_TO_KNOW, WRONG_NUMBERS, MISSING_NUMBERS, type NoticeRows } from './notice-rows.ts'

export const PROGRAM_NOTICES = {
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
