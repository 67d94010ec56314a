// Sums basic-block counts of any number of files, for the first ten blocks of each symbol.
import type { RawBlocks } from '../formats/format.ts'
import { FunctionLocator } from '../symbols/function-locator.ts'
import type { SymbolTable } from '../symbols/symbol-table.ts'

/**
 * Basic blocks with link-time addresses, by symbol (rows of the symbol table), then in order of each symbol's
 * first appearance of them.
 */
export interface TalliedBlocks {
  readonly length: number
  readonly symbol: readonly number[]
  readonly address: readonly number[]
  readonly count: readonly number[]
}

/** Blocks per symbol that gprof has room for; it drops further ones. */
const MOST_BLOCKS = 10

/**
 * gprof treats a slot as free while its block's address is 0. So a block at address 0 is lost,
 * and its count goes to the block that takes the slot.
 */
const FREE = 0

interface Block {
  address: number
  count: number
}

/** Sums basic-block counts by symbol and address, as gprof does: at most ten blocks for each symbol. */
export class BlockTally {
  readonly #symbols: SymbolTable
  /** Built with the first block: few files have any. */
  #locator: FunctionLocator | null = null
  readonly #blocks = new Map<number, Block[]>()

  constructor(symbols: SymbolTable) {
    this.#symbols = symbols
  }

  /**
   * Adds the blocks of one file, in link-time addresses. Ignores blocks outside of all symbols, and those
   * beyond a symbol's tenth.
   */
  add(blocks: RawBlocks): void {
    if (blocks.length === 0) return
    const locator = (this.#locator ??= new FunctionLocator(this.#symbols))
    for (let block = 0; block < blocks.length; block++) {
      const address = blocks.address[block]
      const symbol = locator.at(address)
      if (symbol < 0) continue
      const known = this.#blocks.get(symbol) ?? []
      this.#blocks.set(symbol, known)
      const count = blocks.count[block]
      const last = known.at(-1)
      const same = known.find((other) => other.address === address)
      if (same) same.count += count
      else if (last?.address === FREE) {
        last.address = address
        last.count += count
      } else if (known.length < MOST_BLOCKS) known.push({ address, count })
    }
  }

  /**
   * Returns the blocks of one symbol, in order of first appearance; empty if it has none.
   *
   * @param symbol row of the symbol table
   */
  of(symbol: number): readonly Block[] {
    return (this.#blocks.get(symbol) ?? []).filter(({ address }) => address !== FREE)
  }

  /** Returns copies of the sums, ascending by symbol. */
  result(): TalliedBlocks {
    const symbols = [...this.#blocks.keys()].sort((left, right) => left - right)
    const rows = symbols.flatMap((symbol) => this.of(symbol).map((block) => ({ symbol, ...block })))
    return {
      length: rows.length,
      symbol: rows.map(({ symbol }) => symbol),
      address: rows.map(({ address }) => address),
      count: rows.map(({ count }) => count),
    }
  }
}
