// Order of strings: a radix sort of four bytes at a time, linear in the bytes that distinguish them.
import { compareStrings } from './string-table.ts'
import type { StringTable } from './packed-strings.ts'
import { addUp } from './radix-sort.ts'

/** Bytes compared at a time. */
const WORD = 4
const ALL_BITS = -1
const BYTE_VALUES = 256
/** Ranges of up to this many rows use insertion sort. */
const FEW = 64

/**
 * Returns all rows of a table sorted by the bytes of their strings, stable. A string comes before those that
 * it begins.
 */
export function orderOfStrings(table: StringTable): Uint32Array<ArrayBuffer> {
  const rows = new Uint32Array(table.length)
  for (let row = 0; row < rows.length; row++) rows[row] = row
  new Sorter(table, rows).sort()
  return rows
}

/** Rows `from .. to`, equal in their first `depth` bytes, in their original order. */
interface Range {
  readonly from: number
  readonly to: number
  readonly depth: number
}

class Sorter {
  readonly #table: StringTable
  readonly #view: DataView
  readonly #rows: Uint32Array
  /** By position: the four bytes of its row now under comparison, zeros after its end. */
  readonly #words: Uint32Array
  readonly #spareRows: Uint32Array
  readonly #spareWords: Uint32Array
  readonly #positions = new Uint32Array(BYTE_VALUES)

  constructor(table: StringTable, rows: Uint32Array) {
    this.#table = table
    const { bytes } = table
    // A shorter table is padded, so that a word can always be read.
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
      // Branch-free: the end of a string comes up late, and compiled code that meets its first one
      // would be thrown away.
      const beyond = next + WORD - end[row]
      const kept = beyond >= WORD ? 0 : ALL_BITS << (8 * Math.max(0, beyond))
      words[at] = (view.getUint32(place) << (8 * (next - place))) & kept
    }
  }

  /** Distributes the rows by one byte of their words, stable. */
  #distribute(from: number, to: number, shift: number): void {
    const positions = this.#positions.fill(0)
    this.#count(from, to, shift, positions)
    // All rows share this byte, as names often begin alike.
    if (positions[(this.#words[from] >>> shift) & (BYTE_VALUES - 1)] === to - from) return
    addUp(positions, from)
    this.#move(from, to, shift, positions)
    this.#rows.set(this.#spareRows.subarray(from, to), from)
    this.#words.set(this.#spareWords.subarray(from, to), from)
  }

  // Each loop has a function of its own, for the reason given in radix-sort.ts.

  #count(from: number, to: number, shift: number, counts: Uint32Array): void {
    const words = this.#words
    for (let at = from; at < to; at++) counts[(words[at] >>> shift) & (BYTE_VALUES - 1)]++
  }

  #move(from: number, to: number, shift: number, positions: Uint32Array): void {
    const rows = this.#rows
    const words = this.#words
    const spareRows = this.#spareRows
    const spareWords = this.#spareWords
    for (let at = from; at < to; at++) {
      const word = words[at]
      const place = positions[(word >>> shift) & (BYTE_VALUES - 1)]++
      spareRows[place] = rows[at]
      spareWords[place] = word
    }
  }

  /** Splits a range by its sorted words. Rows with equal words go on to the next word. */
  #divide({ from, to, depth }: Range, pending: Range[]): void {
    const words = this.#words
    let first = from
    for (let at = from + 1; at <= to; at++) {
      if (at < to && words[at] === words[first]) continue
      if (at - first > 1) {
        // A string that ends in this word may still differ from others in zeros.
        if ((words[first] & (BYTE_VALUES - 1)) === 0) this.#compare(first, at, depth + WORD)
        else if (!this.#isOneString(first, at)) pending.push({ from: first, to: at, depth: depth + WORD })
      }
      first = at
    }
  }

  /**
   * Whether all these rows are the same bytes of the table, not merely equal; then they are in
   * order.
   */
  #isOneString(from: number, to: number): boolean {
    const { start, end } = this.#table
    const rows = this.#rows
    for (let at = from + 1; at < to; at++) {
      if (start[rows[at]] !== start[rows[from]] || end[rows[at]] !== end[rows[from]]) return false
    }
    return true
  }

  /**
   * Sorts rows that end in this word. Names contain no zeros, so these are normally equal and in
   * order.
   */
  #compare(from: number, to: number, depth: number): void {
    const table = this.#table
    const rows = this.#rows
    for (let at = from + 1; at < to; at++) {
      if (this.#isInOrder(rows[at - 1], rows[at], depth)) continue
      rows.subarray(from, to).sort((left, right) => compareStrings(table, left, right, depth) || left - right)
      return
    }
  }

  /** Insertion sort of rows that are equal in their first `depth` bytes. */
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
