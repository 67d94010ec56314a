// The function that a name in a link or an option means.
import { asArray, NONE, type None } from '../../base/columns.ts'
import { lastAtOrBelow } from '../../base/binary-search.ts'
import { isStringAt } from '../../base/string-table.ts'
import { firstNamed, isNameShared as isShared, type NamesInOrder } from '../../profile/name-index.ts'
import type { FunctionIndex, FunctionTable } from '../../profile/call-graph-profile.ts'

/**
 * Returns a function by raw name. Of several it returns the one at `address`, or the first if there is
 * none; NONE if no function has the name.
 *
 * @param name raw name, a binary string; "" for any name, then only the address decides
 * @param address its first byte, link-time; null if unknown
 */
export function findFunction(
  functions: FunctionTable,
  name: string,
  address: number | null,
  byName: NamesInOrder = null,
): FunctionIndex | None {
  if (address !== null) {
    const at = functionAt(functions, address)
    if (at !== NONE && (name === '' || isStringAt(functions.names, at, name))) return at
  }
  return firstNamed(functions.names, name, byName)
}

/** Whether several functions have this one's raw name (static functions of different files). */
export const isNameShared = ({ names }: FunctionTable, f: FunctionIndex, byName: NamesInOrder): boolean =>
  isShared(names, f, byName)

function functionAt(functions: FunctionTable, address: number): FunctionIndex | None {
  const addresses = asArray(functions.address)
  const f = lastAtOrBelow(addresses, address)
  return addresses[f] === address ? (f as FunctionIndex) : NONE
}
