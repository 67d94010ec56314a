// Replacement of a worker that was ended, from the page’s data, once the files have changed.
//
// The page never had the histogram’s bins, the program’s code and lines, and the text of a listing:
// questions about those fail.
import { EMPTY_SCENARIO } from '../core/analysis/scenario/scenario.ts'
import type { ProfileView } from '../api/contract.ts'
import type { SourceLines } from '../core/formats/source-lines.ts'
import { contentsOf } from '../core/pipeline/opened.ts'
import { raise } from '../core/problems/problem-error.ts'
import type { Problem } from '../core/problems/problem.ts'
import type { PossibleArcs } from '../core/profile/possible-arcs.ts'
import { WorkerProfile } from './worker-profile.ts'

/**
 * Makes the profile of a replacement worker.
 *
 * @param shown as measured
 * @param why why the files cannot be read again
 */
export function resume(shown: ProfileView, possible: PossibleArcs | null, why: Problem): WorkerProfile {
  const gone = (): never => raise(why)
  const { analyzed, listing, listed } = shown
  return new WorkerProfile({
    ...shown,
    saved: { scenario: EMPTY_SCENARIO, view: '', hasPossible: possible !== null, hasLines: false },
    contents: contentsOf(analyzed.profile, {
      possible,
      // Source positions are known; lines are not.
      lines: analyzed.profile.sources && linesGone(why),
      printed: listed ? { raw: gone, measured: { analyzed, listing } } : null,
      // A listing never has one.
      sum: listed ? () => raise({ code: 'listing/no-samples', what: 'gmon.sum' }) : gone,
    }),
  })
}

function linesGone(why: Problem): SourceLines {
  const gone = async (): Promise<never> => raise(why)
  return { locate: gone, runs: gone, runsOf: gone, notices: () => [] }
}
