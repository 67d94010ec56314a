// Keeps of a list of rows those a search found, in the list's own order.
import { NONE } from '../base/brand.ts'
import type { EntryTable, EntryIndex } from './entries.ts'

/** Items of `rows` and `matches` are FunctionIndex. */
export function rowsAmong(
  rows: Uint32Array<ArrayBuffer>,
  matches: Uint32Array<ArrayBuffer>,
  functions: number,
): Uint32Array<ArrayBuffer> {
  const isMatch = flags(matches, functions)
  return rows.filter((f) => isMatch[f] === 1)
}

/** The found functions in the order of their entries in the call graph. */
export function entriesAmong(
  entries: EntryTable,
  matches: Uint32Array<ArrayBuffer>,
  functions: number,
): Uint32Array<ArrayBuffer> {
  const isMatch = flags(matches, functions)
  const found: number[] = []
  for (const entry of entries.printed) {
    const f = entries.functionOf[entry as EntryIndex]
    if (f !== NONE && isMatch[f] === 1) found.push(f)
  }
  return Uint32Array.from(found)
}

function flags(matches: Uint32Array<ArrayBuffer>, functions: number): Uint8Array {
  const isMatch = new Uint8Array(functions)
  for (const f of matches) isMatch[f] = 1
  return isMatch
}
