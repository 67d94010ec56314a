// Keeps of a list of rows those a search found, in the list's own order.
import { NONE } from '../../base/brand.ts'
import type { EntryTable, EntryIndex } from '../listing/entries.ts'

/** Items of `rows` and `matches` are FunctionIndex, each there once. */
export function rowsAmong(
  rows: Uint32Array<ArrayBuffer>,
  matches: Uint32Array<ArrayBuffer>,
  functions: number,
): Uint32Array<ArrayBuffer> {
  const isMatch = flags(matches, functions)
  const found = new Uint32Array(Math.min(rows.length, matches.length))
  let count = 0
  for (let row = 0; row < rows.length; row++) {
    const f = rows[row]
    if (isMatch[f] === 1) found[count++] = f
  }
  return found.slice(0, count)
}

/** The found functions in the order of their entries in the call graph. */
export function entriesAmong(
  entries: EntryTable,
  matches: Uint32Array<ArrayBuffer>,
  functions: number,
): Uint32Array<ArrayBuffer> {
  const isMatch = flags(matches, functions)
  const { printed, functionOf } = entries
  const found = new Uint32Array(Math.min(printed.length, matches.length))
  let count = 0
  for (let at = 0; at < printed.length; at++) {
    const f = functionOf[printed[at] as EntryIndex]
    if (f !== NONE && isMatch[f] === 1) found[count++] = f
  }
  return found.slice(0, count)
}

/** By FunctionIndex, 1 for what was found. As quick to ask as a set, and of a million matches far quicker made. */
export function flags(matches: Uint32Array<ArrayBuffer>, functions: number): Uint8Array {
  const isMatch = new Uint8Array(functions)
  for (let at = 0; at < matches.length; at++) isMatch[matches[at]] = 1
  return isMatch
}
