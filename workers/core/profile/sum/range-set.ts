// Ranges of which no two overlap. Whether another would overlap one of them is told soon, in whatever order they come and
// however many they are: nobody writes thousands of histograms, but any file may.
import { firstPlace } from '../../base/search.ts'

/** So many that came out of order are looked through one by one before they are put in order. */
const MOST_LATE = 1024

interface Range {
  readonly low: number
  readonly high: number
}

export class RangeSet {
  #sorted: Range[] = []
  #late: Range[] = []

  /** Ranges that end before they begin overlap nothing. */
  overlaps({ low, high }: Range): boolean {
    if (low >= high) return false
    // Of those that begin below its end, the last ends last.
    const below = firstPlace(this.#sorted.length, (at) => this.#sorted[at].low < high)
    if (below > 0 && this.#sorted[below - 1].high > low) return true
    return this.#late.some((late) => late.low < high && late.high > low)
  }

  /** It overlaps none of them. */
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
