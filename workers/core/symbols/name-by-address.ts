// Makes the symbol table of a profile without program: each address that was called is a function.
import { stringTableOf } from '../base/string-table.ts'
import type { SymbolTable } from './symbol-table.ts'

/**
 * Returns a symbol table for a profile without program: one row per distinct callee address, named "0x…". The
 * recorded address lies a few bytes inside the function, so starts are approximate; code before the first
 * callee goes to a row of its own at `low`.
 *
 * @param callees recorded addresses in any order; those outside `low`…`high` are ignored
 * @param low start of the histogram's range
 * @param high its end, exclusive
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
