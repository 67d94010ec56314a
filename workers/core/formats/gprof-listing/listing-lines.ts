// Lines of a text → those of a listing as gprof printed them: one side of merge conflicts, without what
// was done to them on the way, wrapped rows in one piece again.
import { FormattedLines } from './formatted-lines.ts'
import { WrappedLines } from './wrapped-lines.ts'

/** Restores the lines of a listing that was forwarded, quoted, wrapped or merged. */
export class ListingLines {
  readonly #sent = new FormattedLines()
  readonly #conflicts = new MergeConflicts()
  readonly #rows: WrappedLines
  readonly #skip: (mark: string | null) => void

  /**
   * @param take receives each line and the number of lines it was joined from
   * @param skip is called for each dropped line, with the mark of a conflict that begins there, or
   * null
   */
  constructor(take: (line: string, lines: number) => void, skip: (mark: string | null) => void) {
    this.#rows = new WrappedLines(take)
    this.#skip = skip
  }

  /** Takes a line of the text without its end, as a binary string. */
  take(raw: string): void {
    const line = this.#sent.take(raw)
    const kind = this.#conflicts.take(line)
    if (kind === 'line') return this.#rows.take(line)
    this.#rows.end()
    this.#skip(kind === 'mark' ? line : null)
  }

  /** Ends the text: passes on the line that may have been wrapped. */
  end(): void {
    this.#rows.end()
  }
}

/** As git and diff3 write them, quoted or not. Seven marks, then a blank or nothing. */
const CONFLICT_MARK = /^(?:[>|] )*(<{7}|\|{7}|={7}|>{7})(?: .*)?$/

/** Takes each line and reports which to drop: marks, the base, and the other side. */
class MergeConflicts {
  #state: 'none' | 'ours' | 'others' = 'none'

  /** "line" to be read; "other" to be left out; "mark" the same, where a conflict begins. */
  take(line: string): 'line' | 'other' | 'mark' {
    const mark = CONFLICT_MARK.exec(line)?.[1]?.charAt(0)
    if (mark === '<') {
      this.#state = 'ours'
      return 'mark'
    }
    if (this.#state === 'none') return 'line'
    if (mark === '>') this.#state = 'none'
    else if (mark !== undefined) this.#state = 'others'
    return mark !== undefined || this.#state === 'others' ? 'other' : 'line'
  }
}
