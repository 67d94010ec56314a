// Lines of a text → those of a listing as gprof printed them: one side of merge conflicts, without what was done to them on the way,
// and wrapped rows in one piece again.
import { Conflicts } from './conflicts.ts'
import { SentLines } from './sent-lines.ts'
import { TornLines } from './torn-lines.ts'

export class ListingLines {
  readonly #sent = new SentLines()
  readonly #conflicts = new Conflicts()
  readonly #rows: TornLines
  readonly #skip: (mark: string | null) => void

  /**
   * @param take told each line, and of how many it was put together
   * @param skip told of each line that is left out: the mark with which a conflict begins, or null
   */
  constructor(take: (line: string, lines: number) => void, skip: (mark: string | null) => void) {
    this.#rows = new TornLines(take)
    this.#skip = skip
  }

  take(raw: string): void {
    const line = this.#sent.take(raw)
    const kind = this.#conflicts.take(line)
    if (kind === 'line') return this.#rows.take(line)
    this.#rows.end()
    this.#skip(kind === 'mark' ? line : null)
  }

  end(): void {
    this.#rows.end()
  }
}
