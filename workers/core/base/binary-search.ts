// Binary search in sorted columns.

/**
 * Returns the last row of an ascending column at or below `value`; −1 if all are above or there are none.
 *
 * @param length number of rows in use; the others are ignored
 */
export function lastAtOrBelow(
  sorted: ArrayLike<number>,
  value: number,
  length: number = sorted.length,
): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle] <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}

/**
 * Returns the first position below `length` at which `isBefore` is false, by binary search;
 * `length` if there is none.
 *
 * `isBefore` must hold for all positions before it and for none after.
 */
export function firstPlace(length: number, isBefore: (at: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}
