// The last few answers about units. A unit is asked about again and again before others are. Fewer
// answers are kept where they are large.

/** Several times what a unit of 10,000 lines has. */
const MOST_BYTES = 32 * 1024 * 1024

/** Caches answers by the place of a unit, limited by number and by total bytes. */
export class AnswerCache<T> {
  readonly #most: number
  readonly #sizeOf: (answer: T) => number
  /** By the unit's place, oldest first. */
  readonly #known = new Map<number, Promise<T>>()
  /** Bytes of these, and of some that are forgotten. */
  #size = 0

  /**
   * @param most answers kept; the oldest use goes first
   * @param sizeOf about how many bytes an answer takes
   */
  constructor(most: number, sizeOf: (answer: T) => number) {
    this.#most = most
    this.#sizeOf = sizeOf
  }

  /**
   * Returns the answer for a place, and calls `answer` if it is not cached. Concurrent calls share one
   * answer; a failed one is not cached.
   */
  of(place: number, answer: () => Promise<T>): Promise<T> {
    const known = this.#known.get(place) ?? this.#ask(place, answer)
    this.#known.delete(place)
    this.#known.set(place, known)
    if (this.#known.size > this.#most) {
      const [oldest] = this.#known.keys()
      this.#known.delete(oldest)
    }
    return known
  }

  #ask(place: number, answer: () => Promise<T>): Promise<T> {
    const asked = answer()
    const weigh = (found: T): void => {
      const size = this.#sizeOf(found)
      this.#size += size
      if (this.#size <= MOST_BYTES) return
      this.#known.clear()
      this.#known.set(place, asked)
      this.#size = size
    }
    // The caller gets the failure; a later attempt may succeed.
    asked.then(weigh, () => void this.#known.delete(place))
    return asked
  }
}
