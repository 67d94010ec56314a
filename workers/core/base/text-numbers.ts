// Texts, each once, numbered from 0 in the order in which they become known.

export class TextNumbers {
  readonly #numbers = new Map<string, number>()

  of(text: string): number {
    const number = this.#numbers.get(text) ?? this.#numbers.size
    if (number === this.#numbers.size) this.#numbers.set(text, number)
    return number
  }

  /** By their numbers. */
  get texts(): readonly string[] {
    return [...this.#numbers.keys()]
  }
}
