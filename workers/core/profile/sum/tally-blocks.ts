// Basic-block counts of any number of files → for each symbol its first ten blocks, with their counts added up.
import type { RawBlocks } from '../../formats/format.ts'
import { FunctionLocator } from '../../symbols/function-locator.ts'
import type { SymbolTable } from '../../symbols/symbol-table.ts'

/** Blocks by symbol, in the order in which each symbol's first came. */
export interface TalliedBlocks {
  readonly length: number
  readonly symbol: readonly number[]
  readonly address: readonly number[]
  readonly count: readonly number[]
}

/** What gprof has room for in each symbol; further blocks are dropped. */
const MOST_BLOCKS = 10

/**
 * To gprof a place is free while its block's address is 0. So a block at 0 is none, but what it counts goes to the block
 * that takes its place.
 */
const FREE = 0

interface Block {
  address: number
  count: number
}

export class BlockTally {
  readonly #symbols: SymbolTable
  /** Made when there are blocks: few files have any. */
  #locator: FunctionLocator | null = null
  readonly #blocks = new Map<number, Block[]>()

  constructor(symbols: SymbolTable) {
    this.#symbols = symbols
  }

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

  /** Blocks of one symbol, in the order in which they were first met. */
  of(symbol: number): readonly Block[] {
    return (this.#blocks.get(symbol) ?? []).filter(({ address }) => address !== FREE)
  }

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
