// A text with merge conflicts that were not resolved → that of one side.

/** As git and diff3 write them, quoted or not. Seven marks, then a blank or nothing. */
const MARK = /^(?:[>|] )*(<{7}|\|{7}|={7}|>{7})(?: .*)?$/

/** Takes each line and tells which are left out: marks, the base, and the other side. */
export class Conflicts {
  #state: 'none' | 'ours' | 'others' = 'none'

  /** "line" to be read; "other" to be left out; "mark" the same, where a conflict begins. */
  take(line: string): 'line' | 'other' | 'mark' {
    const mark = MARK.exec(line)?.[1]?.charAt(0)
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
