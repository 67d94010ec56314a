// Searches all strings of a table for a word without decoding any of them.
import type { StringTable } from './packed-strings.ts'

/** Each byte with ASCII capitals in lower case. */
const SMALL = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte))

/**
 * Searches for one word in string tables; ASCII case does not matter.
 *
 * Source: R. N. Horspool, "Practical fast searching in strings", 1980.
 */
export class TextSearcher {
  readonly #word: Uint8Array
  /**
   * By byte of either case, how far to advance; 0 for the word's last letter, after which
   * `#stepBehind` applies.
   */
  readonly #step = new Uint32Array(256)
  readonly #stepBehind: number

  /** @param word ASCII, in lower case, not empty */
  constructor(word: string) {
    const size = word.length
    this.#word = Uint8Array.from(word, (character) => character.charCodeAt(0))
    const step = new Uint32Array(256).fill(size)
    for (let at = 0; at < size - 1; at++) step[this.#word[at]] = size - 1 - at
    const last = this.#word[size - 1]
    this.#stepBehind = step[last]
    for (let byte = 0; byte < 256; byte++) this.#step[byte] = SMALL[byte] === last ? 0 : step[SMALL[byte]]
  }

  /**
   * Calls `onRow` for each row that contains the word, ascending.
   *
   * @param table a packed one: its strings must lie one after another
   */
  findAll({ length, bytes, start, end: ends }: StringTable, onRow: (row: number) => void): void {
    const end = length > 0 ? ends[length - 1] : 0
    let row = 0
    // Rows lie one after another in memory, so one search over all bytes skips most rows.
    for (let at = this.#next(bytes, start[0], end); at >= 0; at = this.#next(bytes, at, end)) {
      while (ends[row] <= at) row++
      if (at + this.#word.length <= ends[row]) {
        onRow(row)
        row++
        at = start[row]
      } else at++
    }
  }

  /**
   * Calls `onRow` for each of these rows that contains the word, in the order of `rows`. Works for tables of
   * any kind.
   */
  findAmong(rows: Uint32Array, { bytes, start, end }: StringTable, onRow: (row: number) => void): void {
    for (const row of rows) if (this.#next(bytes, start[row], end[row]) >= 0) onRow(row)
  }

  /** Returns the offset of the next match, or −1. */
  #next(bytes: Uint8Array, from: number, end: number): number {
    const word = this.#word
    const step = this.#step
    const stepBehind = this.#stepBehind
    const before = word.length - 1
    // `at` is the offset of the word's last letter.
    for (let at = from + before; at < end;) {
      const further = step[bytes[at]]
      if (further > 0) at += further
      else if (isAt(bytes, at - before, word)) return at - before
      else at += stepBehind
    }
    return -1
  }
}

/** Whether all but the last letter of the word match here. */
function isAt(bytes: Uint8Array, from: number, wanted: Uint8Array): boolean {
  for (let at = wanted.length - 2; at >= 0; at--) if (SMALL[bytes[from + at]] !== wanted[at]) return false
  return true
}
