// One of several runs, to be shown alone.
import { positionOfNth } from '../base/nth-of-name.ts'
import type { RunName } from '../profile-view.ts'
import { ProblemError } from '../problems/problem-error.ts'
import type { Problem } from '../problems/problem.ts'
import type { Candidate } from './candidates.ts'

/**
 * The candidates without the profiles of other runs.
 *
 * Errors: the run's own problem, if it is no profile any more; if it is gone with the archive that it was in, that one's.
 */
export function withOneRun(candidates: readonly Candidate[], run: RunName): readonly Candidate[] {
  const files = candidates.map(({ file }) => file)
  const chosen = candidates[positionOfNth(files, run)]
  if (chosen?.file.kind !== 'profile') {
    const { problem } = chosen?.file ?? files.find((file) => file.problem !== null) ?? { problem: null }
    const gone: Problem = { code: 'bytes/unreadable', file: run.name, reason: 'it is no profile any more' }
    throw new ProblemError(problem ?? gone)
  }
  return candidates.filter((candidate) => candidate === chosen || candidate.file.kind !== 'profile')
}
