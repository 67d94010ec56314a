// Work that may take long: whoever waits is told how far it has come, and others have their turn meanwhile.

/** Told how much is done, 0–1, never less than before; ends the work by throwing. */
export type OnPart = (part: number) => void

/** Milliseconds in one piece. What was read is at hand, so waiting for it lets nobody in: not the message either that ends the work. */
const PIECE_MS = 40

interface Clock {
  since: number
}

export class Work {
  /** For what does not wait. */
  readonly onPart: OnPart
  readonly #clock: Clock

  constructor(onPart: OnPart, clock: Clock = { since: Date.now() }) {
    this.onPart = onPart
    this.#clock = clock
  }

  /** A part of it, which tells of itself as if it were all. */
  within(from: number, to: number): Work {
    return new Work((part) => this.onPart(from + (to - from) * part), this.#clock)
  }

  /** Errors: what ends the work. */
  async tell(part: number): Promise<void> {
    this.onPart(part)
    if (Date.now() - this.#clock.since < PIECE_MS) return
    await new Promise<void>((resolve) => setTimeout(resolve))
    this.#clock.since = Date.now()
    // Somebody may have said meanwhile that it is to end.
    this.onPart(part)
  }
}
