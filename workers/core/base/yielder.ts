// Long work: reports how much is done, lets other tasks run in between, and can be ended; or runs all its
// steps at once.

/** Told how much is done, 0–1, never less than before; ends the work by throwing. */
export type OnFraction = (part: number) => void

/** Milliseconds in one piece. What was read is at hand, so waiting for it lets nobody in: not the message either that ends the work. */
const PIECE_MS = 40

interface Clock {
  since: number
}

export class Yielder {
  /** For what does not wait. */
  readonly onFraction: OnFraction
  readonly #clock: Clock

  constructor(onFraction: OnFraction, clock: Clock = { since: Date.now() }) {
    this.onFraction = onFraction
    this.#clock = clock
  }

  /** A part of it, which tells of itself as if it were all. */
  within(from: number, to: number): Yielder {
    return new Yielder((part) => this.onFraction(from + (to - from) * part), this.#clock)
  }

  /** Errors: what ends the work. */
  async tell(part: number): Promise<void> {
    this.onFraction(part)
    if (Date.now() - this.#clock.since < PIECE_MS) return
    await new Promise<void>((resolve) => setTimeout(resolve))
    this.#clock.since = Date.now()
    // Somebody may have said meanwhile that it is to end.
    this.onFraction(part)
  }
}

// Work in steps, with a pause between any two, for whoever has other things to do meanwhile.

/** All of it at once. */
export function finish<T>(steps: Iterator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}
