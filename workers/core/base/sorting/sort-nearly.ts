// Puts in order what is nearly in order already, in about as much time as it takes to look at it.

/** Rows that may be moved by one place, for each row there is, before sorting from scratch is cheaper. */
const MOST_MOVES = 64

/**
 * Sorts the rows from `from` up to `to`.
 *
 * @param compare strict: never 0 for different rows, so that the result does not depend on the order before
 */
export function sortNearly(
  rows: Uint32Array,
  compare: (left: number, right: number) => number,
  from = 0,
  to = rows.length,
): void {
  let moves = MOST_MOVES * (to - from)
  for (let at = from + 1; at < to; at++) {
    const row = rows[at]
    if (compare(rows[at - 1], row) <= 0) continue
    let low = from
    let high = at - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compare(rows[middle], row) <= 0) low = middle + 1
      else high = middle
    }
    moves -= at - low
    if (moves < 0) {
      rows.subarray(from, to).sort(compare)
      return
    }
    rows.copyWithin(low + 1, low, at)
    rows[low] = row
  }
}
