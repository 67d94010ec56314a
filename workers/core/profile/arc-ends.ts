// Finds the routines that an arc record joins: its caller i, its callee j.
import { NONE } from '../base/columns.ts'
import { FunctionLocator, type LocatableSymbols } from '../symbols/function-locator.ts'
import type { SymbolTable } from '../symbols/symbol-table.ts'

/** Arc records, as link-time addresses in file order. */
export interface ArcRecords {
  readonly length: number
  /** Where the call returns to, inside of the caller. */
  readonly from: Float64Array
  /** An address near the start of the callee, where its monitoring routine was called. */
  readonly self: Float64Array
}

/** Whether the arc between two rows of the symbol table counts. */
export type ArcFilter = (parent: number, child: number) => boolean

/** Looks up the routines at both ends of arcs, which are rows of the symbol table. */
export class ArcEnds {
  /** Number of symbols. */
  readonly length: number
  readonly #locator: FunctionLocator
  readonly #isFunction: Uint8Array
  readonly #counts: ArcFilter | null
  /** See `functionAt`; built on first use. */
  #functionBefore: Int32Array | null = null

  /** @param counts selects the arcs that count; null for all */
  constructor(symbols: LocatableSymbols & Pick<SymbolTable, 'isFunction'>, counts: ArcFilter | null) {
    this.length = symbols.length
    this.#locator = new FunctionLocator(symbols)
    this.#isFunction = symbols.isFunction
    this.#counts = counts
  }

  /**
   * Writes i and j of `parents.length` records from record `first` on; NONE for an end in no symbol, and
   * for at least one end of an arc that does not count.
   */
  find(
    { from, self }: Omit<ArcRecords, 'length'>,
    first: number,
    parents: Int32Array,
    children: Int32Array,
  ): void {
    this.#locator.fill(parents, from, first, parents.length)
    this.#locator.fill(children, self, first, children.length)
    this.#passLabels(children)
    if (this.#counts !== null) dropUncounted(this.#counts, parents, children)
  }

  /**
   * Returns the row of the symbol itself if it is typed as a function, else of the nearest function before
   * it; NONE if there is none.
   */
  functionAt(symbol: number): number {
    this.#functionBefore ??= functionsBefore(this.#isFunction)
    return this.#functionBefore[symbol]
  }

  /** A call enters a function: a label inside of one gives way to it. */
  #passLabels(children: Int32Array): void {
    for (let at = 0; at < children.length; at++) {
      const child = children[at]
      if (child >= 0 && this.#isFunction[child] === 0) children[at] = this.functionAt(child)
    }
  }
}

function functionsBefore(isFunction: Uint8Array): Int32Array {
  const before = new Int32Array(isFunction.length)
  let nearest: number = NONE
  for (let symbol = 0; symbol < isFunction.length; symbol++) {
    if (isFunction[symbol] === 1) nearest = symbol
    before[symbol] = nearest
  }
  return before
}

function dropUncounted(counts: ArcFilter, parents: Int32Array, children: Int32Array): void {
  for (let at = 0; at < parents.length; at++) {
    const [parent, child] = [parents[at], children[at]]
    if (parent >= 0 && child >= 0 && !counts(parent, child)) parents[at] = NONE
  }
}
