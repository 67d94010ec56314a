// Candidates: the given files, each with what was found out about it or the problem that it ends in. One
// run may be chosen among them.
import type { ByteSource } from '../bytes/byte-source.ts'
import type { RawProfile } from '../formats/format.ts'
import type { OfferedFile, RunName, StageProgress } from '../profile-view.ts'
import { bugOf } from '../problems/problem-from-error.ts'
import type { Problem } from '../problems/problem.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { formatCounted } from '../quantities.ts'
import { positionOfKey } from '../base/file-key.ts'

/** Receives the stage that is under way and its progress. */
export type OnProgress = (step: StageProgress) => void

/** A source with the description of its file so far. */
export interface Candidate {
  readonly source: ByteSource
  /**
   * The file's description, shown to the person in any case. Code here and in `pipeline` that
   * examines the source replaces this object. A reference to the old object keeps the old state.
   */
  file: OfferedFile
}

/** Returns the problem that was thrown; anything that is not a ProblemError becomes a `bug`. */
export function problemOf(error: unknown): Problem {
  return error instanceof ProblemError ? error.problem : bugOf(error)
}

/**
 * Throws if the error is a bug. For code that can do without a file: it may ignore the file's
 * problem, but no bug.
 */
export function rethrowBug(error: unknown): void {
  if (!(error instanceof ProblemError)) throw error
}

/** Runs `work` and returns its result. A problem that it throws is recorded at the file, and thrown again. */
export async function attributingTo<T>(candidate: Candidate, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    candidate.file = { ...candidate.file, problem: problemOf(error) }
    throw error
  }
}

/**
 * Describes a profile for people: "GNU gmon.out · 100 Hz · 250 samples · 12 arcs". Without a histogram only
 * the arcs are counted.
 *
 * @param detail name of the format
 * @param samples of all its histograms
 */
export function describeProfile(detail: string, profile: RawProfile, samples: number): string {
  const rate = profile.histograms[0]?.rate
  const parts = [detail]
  if (rate !== undefined) parts.push(`${rate} Hz`, formatCounted(samples, 'sample'))
  parts.push(formatCounted(profile.arcs.length, 'arc'))
  return parts.join(' · ')
}

/**
 * Returns the candidates without the profiles of other runs, to show one of several runs alone.
 *
 * @throws ProblemError if the run is no profile any more: its own problem. If it is not among the candidates:
 *   the first problem of any file, which is that of its archive if it is gone with it. `bytes/unreadable` if
 *   there is no such problem
 */
export function withOneRun(candidates: readonly Candidate[], run: RunName): readonly Candidate[] {
  const files = candidates.map(({ file }) => file)
  const chosen = candidates[positionOfKey(files, run)]
  if (chosen?.file.kind !== 'profile') {
    const { problem } = chosen?.file ?? files.find((file) => file.problem !== null) ?? { problem: null }
    const gone: Problem = { code: 'bytes/unreadable', file: run.name, reason: 'it is no profile any more' }
    throw new ProblemError(problem ?? gone)
  }
  return candidates.filter((candidate) => candidate === chosen || candidate.file.kind !== 'profile')
}
