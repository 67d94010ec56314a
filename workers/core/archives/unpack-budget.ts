// How many bytes the archives of one drop may unpack to, all together.
import { ProblemError } from '../problems/problem-error.ts'

/** Large programs with debugging information fit; what inflates without end does not. */
const LARGEST_UNPACKED = 768 * 1024 * 1024

export class UnpackBudget {
  readonly limit: number
  #used = 0

  constructor(limit: number = LARGEST_UNPACKED) {
    this.limit = limit
  }

  get left(): number {
    return this.limit - this.#used
  }

  /** Errors: `archive/too-large`. */
  take(bytes: number, archive: string): void {
    if (bytes > this.left)
      throw new ProblemError({ code: 'archive/too-large', file: archive, limit: this.limit })
    this.#used += bytes
  }
}
