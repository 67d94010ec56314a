// Finds the routine i at an address, in constant time for ordinary programs.
//
// A table of buckets over the address range narrows each search to a few neighbours.
import { NONE } from '../base/columns.ts'
import { lastAtOrBelow } from '../base/binary-search.ts'

/** Symbols sorted by address, with their last bytes. */
export interface LocatableSymbols {
  readonly length: number
  readonly address: Float64Array<ArrayBuffer>
  readonly last: Float64Array<ArrayBuffer>
}

/** Finds the symbol at an address, through buckets over the address range. The symbols must not change. */
export class FunctionLocator {
  readonly #symbols: LocatableSymbols
  readonly #first: number
  readonly #bucketSize: number
  /** Bucket `b` begins with the symbol at or below its first address; one more at the end. */
  readonly #bucket: Int32Array
  /** Each symbol before this one ends where the next begins. */
  #firstGap = 0

  constructor(symbols: LocatableSymbols) {
    this.#symbols = symbols
    const { address, length } = symbols
    this.#first = length > 0 ? address[0] : 0
    const span = length > 0 ? address[length - 1] - this.#first + 1 : 1
    let bucketSize = 1
    while (span / bucketSize > length + 1) bucketSize *= 2
    this.#bucketSize = bucketSize
    this.#bucket = new Int32Array(Math.floor(span / bucketSize) + 2)
    this.#fillBuckets()
  }

  #fillBuckets(): void {
    const { length, address, last } = this.#symbols
    const bucket = this.#bucket
    let filled = 0
    for (let symbol = 1; symbol < length; symbol++) {
      const start = address[symbol]
      const own = Math.ceil((start - this.#first) / this.#bucketSize)
      while (filled < own) bucket[filled++] = symbol - 1
      if (this.#firstGap === symbol - 1 && last[symbol - 1] + 1 === start) this.#firstGap = symbol
    }
    bucket.fill(Math.max(0, length - 1), filled)
  }

  /**
   * Writes to `rows` the rows of the symbols at `length` addresses from position `first` on; −1 (NONE) where
   * there is none.
   */
  fill(rows: Int32Array, addresses: Float64Array, first: number, length: number): void {
    for (let at = 0; at < length; at++) rows[at] = this.at(addresses[first + at])
  }

  /**
   * Returns the row of the symbol whose range holds a link-time address; −1 (NONE) between and beyond
   * symbols.
   */
  at(address: number): number {
    const { length, last, address: start } = this.#symbols
    if (length === 0 || address < this.#first) return NONE
    const place = (address - this.#first) / this.#bucketSize
    let found: number
    if (place >= this.#bucket.length - 1) found = length - 1
    else {
      // A whole number of 32 bits: what is cut off is the fraction.
      const bucket = place | 0
      found = this.#bucket[bucket]
      const end = this.#bucket[bucket + 1]
      if (end - found > 8) found = lastAtOrBelow(start, address, length)
      else while (found < end && start[found + 1] <= address) found++
    }
    return found < this.#firstGap || address <= last[found] ? found : NONE
  }
}

/**
 * Returns the row of the symbol whose range holds a link-time address; −1 (NONE) between and beyond symbols.
 * A binary search: for a few addresses, without a FunctionLocator.
 */
export function symbolAt({ length, address: start, last }: LocatableSymbols, address: number): number {
  const found = lastAtOrBelow(start, address, length)
  return found >= 0 && address <= last[found] ? found : NONE
}
