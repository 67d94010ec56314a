// The doctor: notices about the measurement, in the order of what they put in doubt.
import type { Notice } from '../../problems/problem.ts'
import { findHiddenFunctions } from '../program/hidden-functions.ts'
import { prologueOf } from '../program/match-executable.ts'
import { type Examined, MUCH } from './examined.ts'
import { checkExecutable } from './check-executable.ts'
import { checkProcesses, checkSamples } from './check-samples.ts'
import { checkArcs, checkTailCalls, checkInlined } from './check-arcs.ts'
import { checkBins, checkHistograms } from './check-bins.ts'

/**
 * Returns the notices about a profile, those that concern the largest share of it first; 'empty-profile' is
 * the only one, but for doubts about the program, if nothing was recorded.
 */
export function findNotices(examined: Examined): readonly Notice[] {
  const { hasHistogram, totals } = examined.analyzed.profile
  const isEmpty = (!hasHistogram || totals.recordedTicks === 0) && totals.arcRecords === 0
  if (!hasHistogram && isEmpty) return [{ code: 'empty-profile' }]
  const { symbols, sum, raw } = examined
  const hidden =
    raw && findHiddenFunctions(sum.evidence(), symbols, raw.symbols, prologueOf(raw.machine), sum.histograms)
  const doubts = checkExecutable(examined, hidden).map((doubt) =>
    doubt.code === 'wrong-executable' && examined.isNewer ? { ...doubt, isNewer: true } : doubt,
  )
  if (isEmpty) {
    const { libraries } = examined
    const elsewhere: Notice[] = libraries.length > 0 ? [{ code: 'needs-libraries', libraries }] : []
    return [...doubts, ...elsewhere, { code: 'empty-profile' }]
  }
  const isDoubted = doubts.some(({ code }) => code === 'wrong-executable')
  const notices = [
    ...doubts,
    // Threads concern every count; few samples may be a matter of threads.
    ...checkProcesses(examined),
    ...checkSamples(examined, hidden),
    ...checkArcs(examined, isDoubted),
    ...(isDoubted ? [] : checkTailCalls(examined)),
    ...(doubts.length === 0 ? checkInlined(examined) : []),
    ...checkBins(examined),
    ...checkHistograms(examined),
  ]
  return notices.toSorted((a, b) => shareConcerned(b, examined) - shareConcerned(a, examined))
}

/**
 * Returns the share of samples, arcs or functions that a notice puts in doubt. Above 1, the notice
 * comes before all others.
 */
function shareConcerned(notice: Notice, { analyzed, symbols }: Examined): number {
  const samples = Math.max(1, analyzed.profile.totals.recordedTicks)
  switch (notice.code) {
    case 'functions-hidden': {
      const ofTime = notice.ticks / samples
      // Wrong names put everything else in doubt.
      return ofTime > MUCH ? 1 + ofTime : Math.max(notice.functions / Math.max(1, symbols.length), ofTime)
    }
    case 'time-without-calls':
    case 'called-by-library':
    case 'start-up-time':
    case 'profiler-time':
    case 'coarse-bins':
      return notice.ticks / samples
    case 'outside-program':
      return Math.max(notice.ticks / samples, notice.droppedArcs / Math.max(1, notice.totalArcs))
    case 'inlined-counts':
      return notice.functions / Math.max(1, analyzed.profile.functions.length)
    case 'may-fork':
    case 'tail-calls':
    case 'counting-unseen':
    case 'scale-drift':
    case 'rounding-loss':
      return 0
    default:
      return 1
  }
}
