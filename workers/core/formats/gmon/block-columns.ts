// Basic-block counts of a file, gathered record by record.
import { type ByteLayout, uint64 } from '../../bytes/byte-cursor.ts'
import { requireTable } from '../../bytes/byte-source.ts'
import type { RawBlocks } from '../format.ts'

/** An empty table of basic blocks. */
export const NO_BLOCKS: RawBlocks = { length: 0, address: new Float64Array(0), count: new Float64Array(0) }

/** Bytes that a block takes while blocks are gathered: two numbers, and two more in the columns. */
const BLOCK_SIZE = 32

/** Collects basic-block records in columns. */
export class BlockColumns {
  readonly #file: string
  readonly #address: number[] = []
  readonly #count: number[] = []

  /** @param file name of the file, for messages */
  constructor(file: string) {
    this.#file = file
  }

  /**
   * Adds `blocks` pairs of address and count, a word each, that begin at offset `at` of `view`. The caller
   * has checked the bounds.
   *
   * @throws ProblemError `bytes/table-too-large`
   */
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

  /**
   * Adds one block.
   *
   * @param address link-time address
   * @throws ProblemError `bytes/table-too-large`
   */
  push(address: number, count: number): void {
    this.#reserve(1)
    this.#address.push(address)
    this.#count.push(count)
  }

  #reserve(blocks: number): void {
    requireTable(this.#file, 'basic-block records', BLOCK_SIZE * (this.#address.length + blocks))
  }

  /** Returns copies of the columns, in the order of additions. */
  done(): RawBlocks {
    if (this.#address.length === 0) return NO_BLOCKS
    const address = Float64Array.from(this.#address)
    return { length: address.length, address, count: Float64Array.from(this.#count) }
  }
}
