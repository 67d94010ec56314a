// Callees as gprof counts them: a symbol that is not typed as a function gives way to the function before
// it.
import { asArray, NONE } from '../../base/columns.ts'
import { FunctionLocator } from '../../symbols/function-locator.ts'
import type { FunctionTable } from '../call-graph-profile.ts'

/** Resolves addresses to functions, as gprof counts calls. */
export class CallTargets {
  readonly #locator: FunctionLocator
  /**
   * Per symbol: itself if it is typed as a function, else the nearest function before it; NONE if
   * there is none.
   */
  readonly #functionBefore: Int32Array

  constructor(functions: FunctionTable) {
    this.#functionBefore = functionsBefore(functions)
    const [address, last] = [asArray(functions.address), asArray(functions.last)]
    this.#locator = new FunctionLocator({ length: functions.length, address, last })
  }

  /**
   * Returns the FunctionIndex that a call to a link-time address counts for; NONE if the profile drops such
   * arcs.
   */
  functionAt(address: number): number {
    const symbol = this.#locator.at(address)
    return symbol < 0 ? NONE : this.#functionBefore[symbol]
  }

  /** Returns the FunctionIndex of the code at a link-time address; NONE between and beyond functions. */
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
