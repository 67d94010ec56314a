// Rows that lie below others made before them in their sequence: where they belong, how they change its
// start. No compiler writes any; a program that goes back by setting an address would.
//
// Source:  behaviour of GNU gprof 2.40, whose library puts each row before the equal ones, unless it equals the highest so far:
//          then it takes that one's place.
import { sortRowsByKey } from '../../base/radix-sort.ts'
import type { LineRows } from './line-program.ts'

/** Beyond so many comparisons a sequence starts at its lowest row. */
const MOST_COMPARISONS = 1e5

/**
 * Returns the rows from `from` up to, not including, `to` whose address lies below that of a row before them,
 * in the order in which they were made; empty for rows that ascend.
 */
export function listLateRows(rows: LineRows, from: number, to: number): readonly number[] {
  const late: number[] = []
  let highest = from
  for (let row = from + 1; row < to; row++) {
    if (compare(rows, row, highest) < 0) late.push(row)
    else highest = row
  }
  return late
}

/** Sorts the rows; of equal ones the effective row comes last. */
export function placeLateRows(rows: LineRows, from: number, to: number, late: readonly number[]): void {
  // The late ones backwards, then those in time.
  const made = new Uint32Array(to - from)
  let nth = late.length
  for (let row = from, before = 0; row < to; row++) {
    if (row === late[before]) made[late.length - ++before] = row - from
    else made[nth++] = row - from
  }
  const byOperation = sortRowsByKey(made, rows.operation.subarray(from, to))
  const addresses = rows.address.slice(from, to).map((address) => Math.min(address, Number.MAX_SAFE_INTEGER))
  const order = sortRowsByKey(byOperation, addresses)
  for (const column of [rows.address, rows.operation, rows.file, rows.line]) {
    const before = column.slice(from, to)
    for (let at = 0; at < order.length; at++) column[from + at] = before[order[at]]
  }
}

/**
 * Returns the link-time address at which a sequence starts for gprof: that of its first row or, if lower, of
 * the lowest late row whose place gprof had to search. A late row needs no search if it belongs right above
 * the one that gprof placed last; the first late row, if it is not above the sequence's first row. If late
 * rows times rows exceed 100,000, returns the lowest address of all rows.
 *
 * @param rows in the order in which the program made them, not sorted yet
 * @param from first row of the sequence
 * @param to row behind its last
 * @param late the result of `listLateRows` for these rows
 */
export function gprofsStart(rows: LineRows, from: number, to: number, late: readonly number[]): number {
  const { address } = rows
  if (late.length * (to - from) > MOST_COMPARISONS)
    return late.reduce((least, row) => Math.min(least, address[row]), address[from])
  let start = address[from]
  let [above, below] = [from, -1]
  for (const row of late) {
    const isThere = compare(rows, row, above) <= 0 && (below < 0 || compare(rows, row, below) > 0)
    if (!isThere) {
      above = nextAbove(rows, from, row)
      start = Math.min(start, address[row])
    }
    below = row
  }
  return start
}

/** The lowest of the rows made before that is not below this one. */
function nextAbove(rows: LineRows, from: number, row: number): number {
  let found = -1
  for (let other = from; other < row; other++)
    if (compare(rows, other, row) >= 0 && (found < 0 || compare(rows, other, found) < 0)) found = other
  return found
}

const compare = ({ address, operation }: LineRows, left: number, right: number): number =>
  address[left] - address[right] || operation[left] - operation[right]
