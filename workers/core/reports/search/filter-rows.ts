// Filters lists of rows by search results, in the order of the list or with the best matches first.
import { NONE } from '../../base/columns.ts'
import type { EntryIndex, EntryTable } from '../listing/entries.ts'
import type { Matches } from './search-names.ts'

/**
 * Returns the items of `rows` that match, those with the best rank first, each rank in the order of `rows`.
 *
 * @param rows FunctionIndex, each once
 * @param functions number of functions of the program
 */
export function rowsByRank(
  rows: Uint32Array<ArrayBuffer>,
  { matches, ranks }: Pick<Matches, 'matches' | 'ranks'>,
  functions: number,
): Uint32Array<ArrayBuffer> {
  const found = rowsAmong(rows, matches, functions)
  const rankOf = new Uint8Array(functions)
  for (let at = 0; at < matches.length; at++) rankOf[matches[at]] = ranks[at]
  // Counts each rank, then places the rows.
  const next = new Uint32Array(257)
  for (let row = 0; row < found.length; row++) next[rankOf[found[row]] + 1]++
  for (let rank = 1; rank < next.length; rank++) next[rank] += next[rank - 1]
  const ordered = new Uint32Array(found.length)
  for (let row = 0; row < found.length; row++) ordered[next[rankOf[found[row]]]++] = found[row]
  return ordered
}

/**
 * Returns the items of `rows` that are in `matches`, in the order of `rows`. Both contain FunctionIndex,
 * each once.
 *
 * @param functions number of functions of the program
 */
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

/**
 * Returns the matching functions (FunctionIndex) that gprof prints, in the order of their entries in the
 * call graph.
 *
 * @param matches FunctionIndex, each once
 * @param functions number of functions of the program
 */
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

/**
 * Returns a column by FunctionIndex with 1 for each match. As fast to query as a set, and far faster to
 * build for a million matches.
 *
 * @param functions number of functions of the program: the length of the column
 */
export function flags(matches: Uint32Array<ArrayBuffer>, functions: number): Uint8Array {
  const isMatch = new Uint8Array(functions)
  for (let at = 0; at < matches.length; at++) isMatch[matches[at]] = 1
  return isMatch
}
