// Looks for a word in all texts of a string table at once, without making a string of any.
import type { StringTable } from './string-table.ts'

/** Bytes with ASCII's capitals made small. */
const SMALL = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte))

/**
 * A word and how far its letters let a search step.
 *
 * Source: R. N. Horspool, "Practical fast searching in strings", 1980.
 */
export class TextSearcher {
  readonly #word: Uint8Array
  /** By byte, whatever its case; 0 for the word's last letter, behind which `#stepBehind` leads on. */
  readonly #step = new Uint32Array(256)
  readonly #stepBehind: number

  /** @param word ASCII, in small letters, not empty */
  constructor(word: string) {
    const size = word.length
    this.#word = Uint8Array.from(word, (character) => character.charCodeAt(0))
    const step = new Uint32Array(256).fill(size)
    for (let at = 0; at < size - 1; at++) step[this.#word[at]] = size - 1 - at
    const last = this.#word[size - 1]
    this.#stepBehind = step[last]
    for (let byte = 0; byte < 256; byte++) this.#step[byte] = SMALL[byte] === last ? 0 : step[SMALL[byte]]
  }

  /** Tells of every row that holds the word, whatever the case of ASCII letters, ascending. */
  findAll({ length, bytes, start, end: ends }: StringTable, tell: (row: number) => void): void {
    const end = length > 0 ? ends[length - 1] : 0
    let row = 0
    // Rows lie one behind another, so that most are stepped over unseen.
    for (let at = this.#next(bytes, start[0], end); at >= 0; at = this.#next(bytes, at, end)) {
      while (ends[row] <= at) row++
      if (at + this.#word.length <= ends[row]) {
        tell(row)
        row++
        at = start[row]
      } else at++
    }
  }

  /** The same of single rows, in their order. */
  findAmong(rows: Uint32Array, { bytes, start, end }: StringTable, tell: (row: number) => void): void {
    for (const row of rows) if (this.#next(bytes, start[row], end[row]) >= 0) tell(row)
  }

  /** Where the word stands next, or -1. */
  #next(bytes: Uint8Array, from: number, end: number): number {
    const word = this.#word
    const step = this.#step
    const stepBehind = this.#stepBehind
    const before = word.length - 1
    // The place of the word's last letter.
    for (let at = from + before; at < end;) {
      const further = step[bytes[at]]
      if (further > 0) at += further
      else if (isAt(bytes, at - before, word)) return at - before
      else at += stepBehind
    }
    return -1
  }
}

/** All but the last letter. */
function isAt(bytes: Uint8Array, from: number, wanted: Uint8Array): boolean {
  for (let at = wanted.length - 2; at >= 0; at--) if (SMALL[bytes[from + at]] !== wanted[at]) return false
  return true
}
