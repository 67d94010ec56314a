// The given files, each with what was found out about it so far or the problem that it ends in.
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

/**
 * A source with the description of its file so far. Code that finds out more returns another candidate, which
 * `withFindings` puts in place of this one.
 */
export interface Candidate {
  readonly source: ByteSource
  /** Shown to the person in any case. */
  readonly file: OfferedFile
}

/** Returns a candidate with a changed description. */
export const describedBy = ({ source, file }: Candidate, change: Partial<OfferedFile>): Candidate => ({
  source,
  file: { ...file, ...change },
})

/**
 * Returns the candidates with newer descriptions.
 *
 * @param findings candidates of the same sources; of several for one source the last counts
 */
export function withFindings(
  candidates: readonly Candidate[],
  findings: readonly Candidate[],
): readonly Candidate[] {
  const newest = new Map(findings.map((candidate) => [candidate.source, candidate]))
  return candidates.map((candidate) => newest.get(candidate.source) ?? candidate)
}

/** A problem that ends opening, with what was found out about the files until then. */
export class OpeningError extends ProblemError {
  readonly files: readonly Candidate[]
  constructor(problem: Problem, files: readonly Candidate[]) {
    super(problem)
    this.files = files
  }
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

/**
 * Runs `work` and returns its result.
 *
 * @throws OpeningError the problem that `work` throws, with these files unless it carries files
 */
export async function withFiles<T>(files: readonly Candidate[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof OpeningError ? error : new OpeningError(problemOf(error), files)
  }
}

/**
 * Runs `work`, which reads one of the files, and returns its result.
 *
 * @throws OpeningError the problem that `work` throws, also noted at the file
 */
export async function attributingTo<T>(
  files: readonly Candidate[],
  candidate: Candidate,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const problem = problemOf(error)
    throw new OpeningError(problem, withFindings(files, [describedBy(candidate, { problem })]))
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
