// From a function's name, and its address where the name is not enough, to the function.
import { asArray } from '../../base/as-column.ts'
import { NONE, type None } from '../../base/brand.ts'
import { lastAtOrBelow } from '../../base/search.ts'
import { isStringAt } from '../../base/string-table.ts'
import { adoptNameOrder, firstNamed, isNameShared as isShared } from '../../profile/name-index.ts'
import type { FunctionIndex, FunctionTable } from '../../profile/tables.ts'
import type { Listing } from '../listing/listing.ts'

/** Of several functions with this name the one at `address`; without or with another address, the first. */
export function findFunction(
  functions: FunctionTable,
  name: string,
  address: number | null,
): FunctionIndex | None {
  if (address !== null) {
    const at = functionAt(functions, address)
    if (at !== NONE && (name === '' || isStringAt(functions.names, at, name))) return at
  }
  return firstNamed(functions.names, name)
}

/** Whether several functions have this one's name (static functions of different files). */
export function isNameShared(functions: FunctionTable, f: FunctionIndex): boolean {
  return isShared(functions.names, f)
}

/** Takes the order of names that a listing brings with it, so that no question has to make it or to do without. */
export function takeNameOrder({ names }: FunctionTable, { byName }: Pick<Listing, 'byName'>): void {
  if (byName) adoptNameOrder(names, byName)
}

function functionAt(functions: FunctionTable, address: number): FunctionIndex | None {
  const addresses = asArray(functions.address)
  const f = lastAtOrBelow(addresses, address)
  return addresses[f] === address ? (f as FunctionIndex) : NONE
}
