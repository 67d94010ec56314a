// A profile as the page holds it → the same for the worker, as if it had been opened: for a worker that takes the place of one
// that was ended, once the files have changed. What the page was never given is gone with them: the histogram's bins, the
// program's code and lines, and the text of a listing. Whoever asks for those is told why, or does without, as of a saved profile
// that was saved without.
import type { ShownProfile } from '../api/contract.ts'
import { EMPTY_SCENARIO } from '../core/analysis/scenario/scenario.ts'
import type { SourceLines } from '../core/formats/source-lines.ts'
import { ProblemError, raise } from '../core/problems/problem-error.ts'
import type { Problem } from '../core/problems/problem.ts'
import { WarmProfile } from './warm-profile.ts'

/** @param why the files cannot be read again */
export function resume(shown: ShownProfile, why: Problem): WarmProfile {
  const gone = (): never => raise(why)
  const { possible, analyzed, listing, listed = null } = shown
  return new WarmProfile(
    {
      ...shown,
      plain: analyzed.profile,
      saved: { scenario: EMPTY_SCENARIO, view: '', hasPossible: possible !== null, hasLines: false },
      // Where functions come from is known; their lines are not.
      lines: analyzed.profile.sources && linesGone(why),
      program: null,
      listed,
      printed: listed && { raw: gone, measured: { analyzed, listing } },
      // A listing never had one.
      sum: listed ? () => raise({ code: 'listing/no-samples', what: 'gmon.sum' }) : gone,
    },
    // Nothing was lent: all of it is here.
    () => Promise.reject(new ProblemError(why)),
  )
}

function linesGone(why: Problem): SourceLines {
  const gone = async (): Promise<never> => raise(why)
  return { locate: gone, runs: gone, runsOf: gone, notices: () => [] }
}
