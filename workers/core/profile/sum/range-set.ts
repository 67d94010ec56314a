// Ranges of which no two overlap. Whether another would overlap one of them is told soon, in whatever order they come and
// however many they are: nobody writes thousands of histograms, but any file may.
import { lastAtOrBelow } from '../../base/search.ts'

/** So many that came out of order are looked through one by one before they are put in order. */
const MOST_LATE = 256

interface Range {
  readonly low: number
  readonly high: number
}

export class RangeSet {
  /** In order. */
  #lows: number[] = []
  #highs: number[] = []
  #late: Range[] = []

  /** Ranges that end before they begin overlap nothing. */
  overlaps({ low, high }: Range): boolean {
    if (!(low < high)) return false
    // Of those that begin below its end, the last ends last.
    const before = lastAtOrBelow(this.#lows, high)
    const last = this.#lows[before] === high ? before - 1 : before
    if (last >= 0 && this.#highs[last] > low) return true
    return this.#late.some((late) => late.low < high && late.high > low)
  }

  /** @param range overlaps none of them */
  add({ low, high }: Range): void {
    if (!(low < high)) return
    const { length } = this.#lows
    if (length === 0 || low >= this.#highs[length - 1]) {
      this.#lows.push(low)
      this.#highs.push(high)
    } else {
      this.#late.push({ low, high })
      if (this.#late.length >= MOST_LATE) this.#putInOrder()
    }
  }

  #putInOrder(): void {
    const late = this.#late.sort((a, b) => a.low - b.low)
    const [lows, highs] = [this.#lows, this.#highs]
    let from = lows.length - 1
    let to = from + late.length
    for (let next = late.pop(); next;) {
      const isLate = from < 0 || lows[from] < next.low
      lows[to] = isLate ? next.low : lows[from]
      highs[to] = isLate ? next.high : highs[from]
      to--
      if (isLate) next = late.pop()
      else from--
    }
  }
}
