// The symbol at an address, found in constant time for ordinary programs: a table of buckets over the address range
// narrows each search to a few neighbours.
import { NONE } from '../base/brand.ts'
import { lastAtOrBelow } from '../base/search.ts'

export interface LocatableSymbols {
  readonly length: number
  readonly address: Float64Array<ArrayBuffer>
  readonly last: Float64Array<ArrayBuffer>
}

export class FunctionLocator {
  readonly #symbols: LocatableSymbols
  readonly #first: number
  readonly #bucketSize: number
  /** Bucket `b` begins with the symbol at or below its first address; one more at the end. */
  readonly #bucket: Int32Array

  constructor(symbols: LocatableSymbols) {
    this.#symbols = symbols
    const { address, length } = symbols
    this.#first = length > 0 ? address[0] : 0
    const span = length > 0 ? address[length - 1] - this.#first + 1 : 1
    let bucketSize = 1
    while (span / bucketSize > 2 * length + 1) bucketSize *= 2
    this.#bucketSize = bucketSize
    const buckets = Math.floor(span / bucketSize) + 2
    this.#bucket = new Int32Array(buckets)
    let symbol = 0
    for (let bucket = 0; bucket < buckets; bucket++) {
      const start = this.#first + bucket * bucketSize
      while (symbol + 1 < length && address[symbol + 1] <= start) symbol++
      this.#bucket[bucket] = symbol
    }
  }

  /** Sets each of `rows` to the row for its address, of which the first stands at `first`. */
  fill(rows: Int32Array, addresses: Float64Array, first: number): void {
    for (let row = 0; row < rows.length; row++) rows[row] = this.at(addresses[first + row])
  }

  /** Row of the symbol whose range holds `address`; NONE between and beyond symbols. */
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
    return address <= last[found] ? found : NONE
  }
}
