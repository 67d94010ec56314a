// Basic-block counts of a file, gathered record by record.
import { uint64, type ByteLayout } from '../../bytes/byte-cursor.ts'
import { requireTable } from '../../bytes/largest-table.ts'
import type { RawBlocks } from '../format.ts'

export const NO_BLOCKS: RawBlocks = { length: 0, address: new Float64Array(0), count: new Float64Array(0) }

/** Bytes that a block takes while blocks are gathered: two numbers, and two more in the columns. */
const BLOCK_SIZE = 32

export class BlockColumns {
  readonly #file: string
  readonly #address: number[] = []
  readonly #count: number[] = []

  constructor(file: string) {
    this.#file = file
  }

  /** Adds `blocks` pairs of address and count, a word each. The caller has checked the bounds. Errors: `bytes/table-too-large`. */
  append(view: DataView, at: number, blocks: number, layout: ByteLayout): void {
    const { wordSize, bigEndian } = layout
    const word = (offset: number): number =>
      wordSize === 8 ? uint64(view, offset, !bigEndian) : view.getUint32(offset, !bigEndian)
    this.#reserve(blocks)
    for (let block = 0; block < blocks; block++) {
      this.#address.push(word(at + 2 * block * wordSize))
      this.#count.push(word(at + (2 * block + 1) * wordSize))
    }
  }

  /** Adds one block. Errors: `bytes/table-too-large`. */
  push(address: number, count: number): void {
    this.#reserve(1)
    this.#address.push(address)
    this.#count.push(count)
  }

  #reserve(blocks: number): void {
    requireTable(this.#file, 'basic-block records', BLOCK_SIZE * (this.#address.length + blocks))
  }

  done(): RawBlocks {
    if (this.#address.length === 0) return NO_BLOCKS
    const address = Float64Array.from(this.#address)
    return { length: address.length, address, count: Float64Array.from(this.#count) }
  }
}
