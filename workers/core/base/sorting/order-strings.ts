// Rows of a string table in the order of their bytes, in time linear in the bytes that tell them apart: four at a time.
import { addUp } from './order-numbers.ts'
import { compareStrings, type StringTable } from '../string-table.ts'

/** Bytes that are looked at together. */
const WORD = 4
const ALL = -1
const DIGITS = 256
/** Up to here rows are put in order one by one. */
const FEW = 64

/** All rows; those of equal strings keep their order. */
export function orderOfStrings(table: StringTable): Uint32Array<ArrayBuffer> {
  const rows = new Uint32Array(table.length)
  for (let row = 0; row < rows.length; row++) rows[row] = row
  new Sorter(table, rows).sort()
  return rows
}

/** Rows from `from` up to `to`, alike in their first `depth` bytes, in the order they began with. */
interface Range {
  readonly from: number
  readonly to: number
  readonly depth: number
}

class Sorter {
  readonly #table: StringTable
  readonly #view: DataView
  readonly #rows: Uint32Array
  /** By place: the bytes of the row there that are looked at now, zeros behind its end. */
  readonly #words: Uint32Array
  readonly #spareRows: Uint32Array
  readonly #spareWords: Uint32Array
  readonly #positions = new Uint32Array(DIGITS)

  constructor(table: StringTable, rows: Uint32Array) {
    this.#table = table
    const { bytes } = table
    // A word can be read from any table.
    const { buffer, byteOffset, byteLength } =
      bytes.length < WORD ? Uint8Array.of(...bytes, 0, 0, 0, 0) : bytes
    this.#view = new DataView(buffer, byteOffset, byteLength)
    this.#rows = rows
    this.#words = new Uint32Array(rows.length)
    this.#spareRows = new Uint32Array(rows.length)
    this.#spareWords = new Uint32Array(rows.length)
  }

  sort(): void {
    const pending: Range[] = [{ from: 0, to: this.#rows.length, depth: 0 }]
    for (let range = pending.pop(); range !== undefined; range = pending.pop()) {
      const { from, to, depth } = range
      this.#load(from, to, depth)
      if (to - from <= FEW) {
        this.#insert(from, to, depth + WORD)
        continue
      }
      for (let shift = 0; shift < 8 * WORD; shift += 8) this.#distribute(from, to, shift)
      this.#divide(range, pending)
    }
  }

  #load(from: number, to: number, depth: number): void {
    const { start, end } = this.#table
    const view = this.#view
    const rows = this.#rows
    const words = this.#words
    const last = view.byteLength - WORD
    for (let at = from; at < to; at++) {
      const row = rows[at]
      const next = start[row] + depth
      const place = Math.min(next, last)
      // The same steps for all: ends of strings come late, and compiled code that meets the first of them is thrown away.
      const beyond = next + WORD - end[row]
      const kept = beyond >= WORD ? 0 : ALL << (8 * Math.max(0, beyond))
      words[at] = (view.getUint32(place) << (8 * (next - place))) & kept
    }
  }

  /** By one byte of the words; rows that have the same keep their order. */
  #distribute(from: number, to: number, shift: number): void {
    const positions = this.#positions.fill(0)
    this.#count(from, to, shift, positions)
    // Names begin alike.
    if (positions[(this.#words[from] >>> shift) & (DIGITS - 1)] === to - from) return
    addUp(positions, from)
    this.#move(from, to, shift, positions)
    this.#rows.set(this.#spareRows.subarray(from, to), from)
    this.#words.set(this.#spareWords.subarray(from, to), from)
  }

  // Each loop by itself, see order-numbers.ts.

  #count(from: number, to: number, shift: number, counts: Uint32Array): void {
    const words = this.#words
    for (let at = from; at < to; at++) counts[(words[at] >>> shift) & (DIGITS - 1)]++
  }

  #move(from: number, to: number, shift: number, positions: Uint32Array): void {
    const rows = this.#rows
    const words = this.#words
    const spareRows = this.#spareRows
    const spareWords = this.#spareWords
    for (let at = from; at < to; at++) {
      const word = words[at]
      const place = positions[(word >>> shift) & (DIGITS - 1)]++
      spareRows[place] = rows[at]
      spareWords[place] = word
    }
  }

  /** What is alike in this word as well is looked at further on. */
  #divide({ from, to, depth }: Range, pending: Range[]): void {
    const words = this.#words
    let first = from
    for (let at = from + 1; at <= to; at++) {
      if (at < to && words[at] === words[first]) continue
      if (at - first > 1) {
        // One that ends here may still differ from others, in zeros.
        if ((words[first] & (DIGITS - 1)) === 0) this.#compare(first, at, depth + WORD)
        else if (!this.#isOneString(first, at)) pending.push({ from: first, to: at, depth: depth + WORD })
      }
      first = at
    }
  }

  /** Whether these are the same bytes of the table, not only alike: they stand where they belong. */
  #isOneString(from: number, to: number): boolean {
    const { start, end } = this.#table
    const rows = this.#rows
    for (let at = from + 1; at < to; at++) {
      if (start[rows[at]] !== start[rows[from]] || end[rows[at]] !== end[rows[from]]) return false
    }
    return true
  }

  /** Names have no zeros in them: these are equal, and stand where they belong. */
  #compare(from: number, to: number, depth: number): void {
    const table = this.#table
    const rows = this.#rows
    for (let at = from + 1; at < to; at++) {
      if (this.#isInOrder(rows[at - 1], rows[at], depth)) continue
      rows.subarray(from, to).sort((left, right) => compareStrings(table, left, right, depth) || left - right)
      return
    }
  }

  /** Rows of equal words are alike in their first `depth` bytes. */
  #insert(from: number, to: number, depth: number): void {
    const rows = this.#rows
    const words = this.#words
    for (let at = from + 1; at < to; at++) {
      const row = rows[at]
      const word = words[at]
      let place = at
      for (; place > from; place--) {
        const other = words[place - 1]
        if (other < word || (other === word && this.#isInOrder(rows[place - 1], row, depth))) break
        rows[place] = rows[place - 1]
        words[place] = other
      }
      rows[place] = row
      words[place] = word
    }
  }

  #isInOrder(left: number, right: number, depth: number): boolean {
    return compareStrings(this.#table, left, right, depth) <= 0
  }
}
