// Notices about mismatching files. The first screen uses these and no others.
import type { NoticeOf } from '../../problems/problem.ts'
import { hex } from './message.ts'
import { formatCount, formatCounted } from '../../quantities.ts'
import { WRONG_NUMBERS, type NoticeRows } from './notice-rows.ts'

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
