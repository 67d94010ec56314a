// The files that were given, each with what is known of it and the problem that it ends in; and the choice
// of one run among them.
import type { ByteSource } from '../bytes/byte-source.ts'
import type { RawProfile } from '../formats/format.ts'
import type { OfferedFile, RunName, StageProgress } from '../profile-view.ts'
import { bugOf } from '../problems/problem-from-error.ts'
import type { Problem } from '../problems/problem.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { formatCounted } from '../reports/quantities.ts'
import { positionOfKey } from '../base/file-key.ts'

export type OnProgress = (step: StageProgress) => void

/** A source with what is known of it so far. */
export interface Candidate {
  readonly source: ByteSource
  /**
   * Told to the person in the end, whether or not all goes well. Whatever looks into the source, here and in `stages`, puts a
   * new object in its place, with what it found and the problem it met; after `stages` nobody does. Whoever holds on to the
   * object before holds on to what was known then.
   */
  file: OfferedFile
}

/** What was thrown, as a problem to tell: what is none is a bug of ours. */
export function problemOf(error: unknown): Problem {
  return error instanceof ProblemError ? error.problem : bugOf(error)
}

/** Throws on what is a mistake of ours: whoever can do without a file can do without that one's problem only. */
export function rethrowBug(error: unknown): void {
  if (!(error instanceof ProblemError)) throw error
}

/** Records the problem with the file it belongs to, then lets it pass on. */
export async function attributingTo<T>(candidate: Candidate, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    candidate.file = { ...candidate.file, problem: problemOf(error) }
    throw error
  }
}

/** `detail` and what the profile holds: "GNU gmon.out · 100 Hz · 250 samples · 12 arcs". */
export function describeProfile(detail: string, profile: RawProfile, samples: number): string {
  const rate = profile.histograms[0]?.rate
  const parts = [detail]
  if (rate !== undefined) parts.push(`${rate} Hz`, formatCounted(samples, 'sample'))
  parts.push(formatCounted(profile.arcs.length, 'arc'))
  return parts.join(' · ')
}

// One of several runs, to be shown alone.

/**
 * The candidates without the profiles of other runs.
 *
 * Errors: the run's own problem, if it is no profile any more; if it is gone with the archive that it was in, that one's.
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
