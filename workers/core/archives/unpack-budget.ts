// How many bytes the archives of one drop may unpack to, all together.
import type { ByteSource } from '../bytes/byte-source.ts'
import { ProblemError } from '../problems/problem-error.ts'

/** Large programs with debugging information fit; what inflates without end does not. */
const LARGEST_UNPACKED = 768 * 1024 * 1024

/** Deflate makes no more than 1,032 bytes of one. What does, archives in archives, is made to. */
const LARGEST_RATIO = 1100

/** What files of so many bytes together may unpack to. */
const unpackLimit = (dropped: number): number => Math.min(LARGEST_UNPACKED, LARGEST_RATIO * dropped)

/** Files that came together: what all of them unpack to counts against one budget, made when it is first needed. */
export interface Drop {
  readonly sources: readonly ByteSource[]
  budget?: UnpackBudget
}

export function budgetOf(drop: Drop): UnpackBudget {
  drop.budget ??= new UnpackBudget(unpackLimit(drop.sources.reduce((sum, { size }) => sum + size, 0)))
  return drop.budget
}

export class UnpackBudget {
  readonly limit: number
  #used = 0
  /** Unpacked in vain, because it came to too much. */
  #wasted = 0

  constructor(limit: number) {
    this.limit = limit
  }

  get left(): number {
    return this.limit - this.#used
  }

  /** Errors: `archive/too-large`, and for everything else once a second archive was too large: each costs time. */
  take(bytes: number, archive: string): void {
    if (bytes > this.left || this.#wasted > this.limit) {
      this.#wasted += bytes
      throw new ProblemError({ code: 'archive/too-large', file: archive, limit: this.limit })
    }
    this.#used += bytes
  }
}
