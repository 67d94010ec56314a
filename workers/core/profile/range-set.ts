// Set of disjoint ranges with fast overlap checks in any order of insertion. No profiler writes thousands
// of histograms, but any file may contain them.
import { firstPlace } from '../base/binary-search.ts'

/**
 * Ranges inserted out of order that are scanned one by one before they are merged into the sorted
 * list.
 */
const MOST_LATE = 1024

interface Range {
  readonly low: number
  readonly high: number
}

/** A set of address ranges that do not overlap; `high` is exclusive. */
export class RangeSet {
  #sorted: Range[] = []
  #late: Range[] = []

  /** Whether a range overlaps one of the set. Empty and reversed ranges overlap nothing. */
  overlaps({ low, high }: Range): boolean {
    if (low >= high) return false
    // Ranges are disjoint, so of those that begin before `high` the last one ends last.
    const below = firstPlace(this.#sorted.length, (at) => this.#sorted[at].low < high)
    if (below > 0 && this.#sorted[below - 1].high > low) return true
    return this.#late.some((late) => late.low < high && late.high > low)
  }

  /** Adds a range that overlaps none of the set, which is not checked. Ignores empty and reversed ranges. */
  add({ low, high }: Range): void {
    if (low >= high) return
    const last = this.#sorted.at(-1)
    if (!last || last.high <= low) this.#sorted.push({ low, high })
    else if (this.#late.push({ low, high }) === MOST_LATE) {
      this.#sorted = this.#sorted.concat(this.#late).sort((a, b) => a.low - b.low)
      this.#late = []
    }
  }
}
