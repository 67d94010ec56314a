// The function that a call leads to, as gprof counts calls: what is not typed as a function gives way to the one before it.
import { NONE } from '../../base/brand.ts'
import { asArray } from '../../base/as-column.ts'
import { FunctionLocator } from '../../symbols/function-locator.ts'
import type { FunctionTable } from '../tables.ts'

export class CallTargets {
  readonly #locator: FunctionLocator
  /** Per symbol: itself if it is typed as a function, else the one before that is; NONE if there is none. */
  readonly #functionBefore: Int32Array

  constructor(functions: FunctionTable) {
    this.#functionBefore = functionsBefore(functions)
    const [address, last] = [asArray(functions.address), asArray(functions.last)]
    this.#locator = new FunctionLocator({ length: functions.length, address, last })
  }

  /** FunctionIndex of the function that is called; NONE for what is dropped everywhere. */
  functionAt(address: number): number {
    const symbol = this.#locator.at(address)
    return symbol < 0 ? NONE : this.#functionBefore[symbol]
  }

  /** FunctionIndex of the code that an address lies in; NONE between and beyond functions. */
  codeAt(address: number): number {
    return this.#locator.at(address)
  }
}

function functionsBefore({ length, isFunction }: FunctionTable): Int32Array {
  const before = new Int32Array(length)
  const typed = asArray(isFunction)
  let nearest: number = NONE
  for (let symbol = 0; symbol < length; symbol++) {
    if (typed[symbol] === 1) nearest = symbol
    before[symbol] = nearest
  }
  return before
}
