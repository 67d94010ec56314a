// Rows in the order of numbers or strings, in time linear in the rows or bytes; binary search in what is
// sorted; and rows grouped by a key.
import { compareStrings, type StringTable } from './string-table.ts'
import { asRows, type Rows } from './columns.ts'

// Sorting of rows by numbers or strings in time linear in rows or bytes, a merge sort, and binary
// search.

const SIGN = 1 << 31
const ALL = -1
/** Which 32-bit half of a double holds its sign on this machine. */
const TOP = new Uint32Array(Float64Array.of(-1).buffer)[1] === 0 ? 0 : 1

/**
 * Returns the rows sorted by `keys[row]`, stable; by default all rows `0 .. keys.length - 1`. NaN comes last
 * in both directions. `rows` is not changed, but may be the result.
 */
export function orderOfNumbers(
  keys: Float64Array<ArrayBuffer>,
  descending = false,
  rows: Uint32Array<ArrayBuffer> = allRows(keys.length),
): Uint32Array<ArrayBuffer> {
  const high = new Int32Array(keys.length)
  const low = new Int32Array(keys.length)
  fillBits(keys, descending, high, low)
  return sortByBits(sortByBits(rows, low), high)
}

function allRows(length: number): Uint32Array<ArrayBuffer> {
  const rows = new Uint32Array(length)
  for (let row = 0; row < length; row++) rows[row] = row
  return rows
}

/** Writes both halves of each key as integers that sort in the keys' order. */
function fillBits(keys: Float64Array, descending: boolean, high: Int32Array, low: Int32Array): void {
  const halves = new Int32Array(keys.buffer, keys.byteOffset, 2 * keys.length)
  for (let row = 0; row < keys.length; row++) {
    if (Number.isNaN(keys[row])) {
      high[row] = low[row] = ALL
      continue
    }
    const bottom = halves[2 * row + 1 - TOP]
    // 0 and −0 are equal.
    const top = keys[row] === 0 ? 0 : halves[2 * row + TOP]
    const isNegative = top < 0
    // A greater negative number has smaller bits, so they are flipped. A descending order flips all
    // bits.
    const mask = isNegative !== descending ? ALL : 0
    high[row] = top ^ (isNegative ? 0 : SIGN) ^ mask
    low[row] = bottom ^ mask
  }
}

// Radix sort of rows by 32-bit integers, eleven bits at a time.
//
// Each loop has a function of its own: an engine that compiles a function while in one loop knows
// nothing of the next loop, and would run that one in slow code again.

const DIGIT_BITS = 11
const DIGITS = 1 << DIGIT_BITS

/**
 * Sorts rows by 32-bit numbers, stable. Returns a new array, or `rows` unchanged if nothing had to
 * move.
 *
 * @param bits the number of each row; signed, as compiled code is thrown away at its first unsigned
 * 32-bit number
 */
function sortByBits(rows: Uint32Array<ArrayBuffer>, bits: Int32Array): Uint32Array<ArrayBuffer> {
  if (rows.length < 2) return rows
  const last = new Uint32Array(DIGITS)
  const middle = new Uint32Array(DIGITS)
  const first = new Uint32Array(DIGITS)
  countDigits(rows, bits, last, middle, first)
  const counts = [last, middle, first]
  let from = rows
  let spare: Uint32Array<ArrayBuffer> | null = null
  for (let nth = 0; nth < counts.length; nth++) {
    const positions = counts[nth]
    const shift = nth * DIGIT_BITS
    // Most integer keys agree in most of their digits; a digit that all share is skipped.
    if (positions[(bits[rows[0]] >>> shift) & (DIGITS - 1)] === rows.length) continue
    const to: Uint32Array<ArrayBuffer> = spare ?? new Uint32Array(rows.length)
    addUp(positions)
    placeRows(from, to, bits, shift, positions)
    spare = from === rows ? null : from
    from = to
  }
  return from
}

/** Counts each digit of all numbers. */
function countDigits(
  rows: Uint32Array,
  bits: Int32Array,
  last: Uint32Array,
  middle: Uint32Array,
  first: Uint32Array,
): void {
  for (let at = 0; at < rows.length; at++) {
    const value = bits[rows[at]]
    last[value & (DIGITS - 1)]++
    middle[(value >>> DIGIT_BITS) & (DIGITS - 1)]++
    first[value >>> (2 * DIGIT_BITS)]++
  }
}

/** Turns the counts of digits into the position where each digit begins, starting at `from`, in place. */
export function addUp(counts: Uint32Array, from = 0): void {
  let sum = from
  for (let digit = 0; digit < counts.length; digit++) {
    const count = counts[digit]
    counts[digit] = sum
    sum += count
  }
}

function placeRows(
  from: Uint32Array,
  to: Uint32Array,
  bits: Int32Array,
  shift: number,
  positions: Uint32Array,
): void {
  for (let at = 0; at < from.length; at++) {
    const row = from[at]
    to[positions[(bits[row] >>> shift) & (DIGITS - 1)]++] = row
  }
}

const UINT32 = 2 ** 32

/**
 * Returns the rows sorted by `keys[row]` ascending, stable.
 *
 * Keys are non-negative integers below 2^53. Returns a new array, or `rows` itself if nothing had
 * to move. Time is linear in the rows.
 */
export function sortRowsByKey(
  rows: Uint32Array<ArrayBuffer>,
  keys: ArrayLike<number>,
): Uint32Array<ArrayBuffer> {
  let least = Infinity
  let greatest = 0
  let before = 0
  let ascends = true
  for (let at = 0; at < rows.length; at++) {
    const key = keys[rows[at]]
    if (key < before) ascends = false
    if (key < least) least = key
    if (key > greatest) greatest = key
    before = key
  }
  if (ascends) return rows
  const sorted = sortByBits(rows, bitsAbove(keys, least, 1))
  // Addresses of one program usually span less than 32 bits, so one pass is enough.
  return greatest - least < UINT32 ? sorted : sortByBits(sorted, bitsAbove(keys, least, UINT32))
}

/** Returns 32 bits of each key's distance from `least`, from bit value `unit` upwards. */
function bitsAbove(keys: ArrayLike<number>, least: number, unit: number): Int32Array {
  const bits = new Int32Array(keys.length)
  for (let row = 0; row < keys.length; row++) bits[row] = Math.floor((keys[row] - least) / unit)
  return bits
}

// Order of strings: a radix sort of four bytes at a time, linear in the bytes that distinguish
// them.

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

  // Each loop has a function of its own, for the reason given at the radix sort.

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

/**
 * Returns a sorted copy, stable, made with a fixed sequence of comparisons: halves, the smaller half first,
 * then merged.
 *
 * For contradictory orders, where each algorithm gives another result, and gprof's result is wanted.
 */
export function mergeSort<T>(items: readonly T[], compare: (left: T, right: T) => number): T[] {
  if (items.length < 2) return [...items]
  const middle = items.length >> 1
  const left = mergeSort(items.slice(0, middle), compare)
  const right = mergeSort(items.slice(middle), compare)
  const merged: T[] = []
  let l = 0
  let r = 0
  while (l < left.length && r < right.length) {
    merged.push(compare(left[l], right[r]) <= 0 ? left[l++] : right[r++])
  }
  for (; l < left.length; l++) merged.push(left[l])
  for (; r < right.length; r++) merged.push(right[r])
  return merged
}

/**
 * Returns the last row of an ascending column at or below `value`; −1 if all are above or there are none.
 *
 * @param length number of rows in use; the others are ignored
 */
export function lastAtOrBelow(
  sorted: ArrayLike<number>,
  value: number,
  length: number = sorted.length,
): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle] <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}

/**
 * Returns the first position below `length` at which `isBefore` is false, by binary search;
 * `length` if there is none.
 *
 * `isBefore` must hold for all positions before it and for none after.
 */
export function firstPlace(length: number, isBefore: (at: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}

// Rows grouped by a key: the items of each group in one flat array (compressed sparse rows).

declare const groupedBy: unique symbol

/**
 * Items grouped by a key. `Csr<FunctionIndex, ArcIndex>` holds arcs by function; graphs that are
 * numbered for one search use plain numbers.
 */
export interface Csr<Group extends number = number, Item extends number = number> {
  /** Number of groups. */
  readonly length: number
  /** `length + 1` positions; group `g` is `items[offsets[g] .. offsets[g + 1])`. */
  readonly offsets: Uint32Array<ArrayBuffer>
  readonly items: Rows<Item>
  /** Carries the group's type for the compiler; never set at run time. */
  readonly [groupedBy]?: Group
}

/** Returns the items of one group, as a view; empty for an empty group. */
export function groupAt<Group extends number, Item extends number>(
  { offsets, items }: Csr<Group, Item>,
  group: NoInfer<Group>,
): Rows<Item> {
  return asRows(items.subarray(offsets[group], offsets[group + 1]))
}

/**
 * Groups the rows `0 .. keys.length - 1` by key, and skips rows with a negative key.
 *
 * Within a group the highest row comes first, as in GNU gprof's lists, which prepend.
 *
 * @param keys below `groups`; not checked
 */
export function groupNewestFirst<Group extends number = number, Item extends number = number>(
  keys: ArrayLike<number>,
  groups: number,
): Csr<Group, Item> {
  const offsets = new Uint32Array(groups + 1)
  countKeys(keys, offsets)
  const items = new Uint32Array(addUpCounts(offsets))
  fillFromEnds(keys, offsets, items)
  return { length: groups, offsets, items: asRows(items) }
}

// Each loop has a function of its own: base/sorting.ts says why.

function countKeys(keys: ArrayLike<number>, counts: Uint32Array): void {
  for (let row = 0; row < keys.length; row++) {
    const key = keys[row]
    if (key >= 0) counts[key] = counts[key] + 1
  }
}

/** Turns counts into the position where each group ends. Returns the number of rows. */
function addUpCounts(counts: Uint32Array): number {
  let sum = 0
  for (let group = 0; group < counts.length; group++) {
    sum += counts[group]
    counts[group] = sum
  }
  return sum
}

/** Places the rows, and turns the end of each group into its beginning. */
function fillFromEnds(keys: ArrayLike<number>, ends: Uint32Array, items: Uint32Array): void {
  for (let row = 0; row < keys.length; row++) {
    const key = keys[row]
    if (key < 0) continue
    const place = ends[key] - 1
    items[place] = row
    ends[key] = place
  }
}
