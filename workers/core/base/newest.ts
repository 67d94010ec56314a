// Questions that overtake one another: whoever waits for an answer asks whether another question has been put meanwhile.

export class Newest {
  #asked = 0

  /** Puts a question. Whether it is still the newest. */
  begin(): () => boolean {
    const asked = ++this.#asked
    return () => asked === this.#asked
  }
}
