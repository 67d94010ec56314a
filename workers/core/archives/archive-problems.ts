// What is wrong with an archive, whatever its kind.
import type { ByteSource } from '../bytes/byte-source.ts'
import { ProblemError } from '../problems/problem-error.ts'

/** What an archive holds, as far as it can be opened, and why not all of it can. */
export interface ArchiveContent {
  readonly members: readonly ByteSource[]
  readonly problems: readonly ProblemError[]
  /** The last member ends where the damage is: that it seems damaged itself is told already. */
  readonly isMemberCut?: boolean
}

/** Archives with more members are no profile's. */
export const MOST_MEMBERS = 4000

/** @param what the part or the member that does not add up */
export function damaged({ name: file }: ByteSource, what: string): ProblemError {
  return new ProblemError({ code: 'archive/damaged', file, what })
}

export function tooMany({ name: file }: ByteSource, members: number): ProblemError {
  return new ProblemError({ code: 'archive/too-many', file, members, limit: MOST_MEMBERS })
}
