// The last few answers about units, which are asked about again and again before others are.

export class LastAnswers<T> {
  readonly #most: number
  /** By the unit's place, oldest first. */
  readonly #known = new Map<number, Promise<T>>()

  constructor(most: number) {
    this.#most = most
  }

  of(place: number, answer: () => Promise<T>): Promise<T> {
    const known = this.#known.get(place) ?? answer()
    this.#known.delete(place)
    this.#known.set(place, known)
    if (this.#known.size > this.#most) {
      const [oldest] = this.#known.keys()
      this.#known.delete(oldest)
    }
    return known
  }
}
