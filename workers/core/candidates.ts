// The files that were offered, each with what is known of it so far, and with the problem that it ends in.
import type { ByteSource } from './bytes/byte-source.ts'
import type { OfferedFile, Step } from './opened-profile.ts'
import type { Problem } from './problems/problem.ts'
import { ProblemError } from './problems/problem-error.ts'

export type OnStep = (step: Step) => void

/** A source with what is known of it so far. */
export interface Candidate {
  readonly source: ByteSource
  file: OfferedFile
}

export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem
  if (error instanceof Error) return { code: 'bug', message: error.message, stack: error.stack ?? '' }
  return { code: 'bug', message: String(error), stack: '' }
}

/** Records the problem with the file it belongs to, then lets it pass on. */
export async function blaming<T>(candidate: Candidate, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    candidate.file = { ...candidate.file, problem: problemOf(error) }
    throw error
  }
}
