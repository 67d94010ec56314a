// The order that gprof's listings share where functions took the same time.
import { orderOfNumbers } from '../../base/order-numbers.ts'
import { orderOfStrings } from '../../base/order-strings.ts'
import type { FunctionTable } from '../../profile/tables.ts'

/** All functions, most calls first, then by their raw names. Items are FunctionIndex. */
export function rankFunctions(
  { names, calls }: FunctionTable,
  byName: Uint32Array<ArrayBuffer> = orderOfStrings(names),
): Uint32Array<ArrayBuffer> {
  return orderOfNumbers(calls as unknown as Float64Array<ArrayBuffer>, true, byName)
}
