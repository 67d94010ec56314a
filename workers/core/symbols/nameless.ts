// Symbols for a profile without its executable: every recorded callee begins a function, named by its address.
import { stringTableOf } from '../base/string-table.ts'
import type { SymbolTable } from './select-functions.ts'

/**
 * One row per distinct callee address. The recorded address lies a few bytes inside the function, so starts are as
 * good as can be had; code before the first callee goes to a row of its own at the bottom of the histogram.
 */
export function nameByAddress(callees: Iterable<number>, low: number, high: number): SymbolTable {
  const starts = [...new Set([...callees, low])].filter((address) => address >= low && address < high)
  const address = Float64Array.from(starts).sort()
  const { length } = address
  const last = new Float64Array(length)
  for (let row = 0; row < length; row++) last[row] = (row + 1 < length ? address[row + 1] : high) - 1
  return {
    length,
    address,
    last,
    isStatic: new Uint8Array(length),
    isFunction: new Uint8Array(length).fill(1),
    names: stringTableOf(Array.from(address, (start) => `0x${start.toString(16)}`)),
    lastIsOpen: true,
  }
}
