// Long work in steps: it reports progress, yields to other tasks, can be cancelled.

/** Receives the fraction of work done, 0–1, never decreasing. It cancels the work by throwing. */
export type OnFraction = (part: number) => void

/**
 * Milliseconds of work between yields. Awaiting data that is already read admits no other task, so
 * the cancelling message would never arrive.
 */
const PIECE_MS = 40

interface Clock {
  since: number
}

/** Reports progress, and yields to other tasks every 40 ms. */
export class Yielder {
  /** For synchronous work, which cannot yield. */
  readonly onFraction: OnFraction
  readonly #clock: Clock

  constructor(onFraction: OnFraction, clock: Clock = { since: Date.now() }) {
    this.onFraction = onFraction
    this.#clock = clock
  }

  /** Returns a yielder for a part of the work, whose progress 0–1 maps to `from`–`to`. */
  within(from: number, to: number): Yielder {
    return new Yielder((part) => this.onFraction(from + (to - from) * part), this.#clock)
  }

  /**
   * Reports progress, and yields if it is time.
   *
   * @param part fraction of the work done, 0–1
   * @throws what `onFraction` throws to cancel
   */
  async report(part: number): Promise<void> {
    this.onFraction(part)
    if (Date.now() - this.#clock.since < PIECE_MS) return
    await new Promise<void>((resolve) => setTimeout(resolve))
    this.#clock.since = Date.now()
    // The work may have been cancelled during the pause.
    this.onFraction(part)
  }
}

/**
 * Runs all steps of a generator at once, without pauses, and returns its result; what it yields is dropped.
 *
 * @throws what a step throws
 */
export function finish<T>(steps: Iterator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}
