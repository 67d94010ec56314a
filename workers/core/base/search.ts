/** Last row of the ascending column at or below `value`; −1 if all are above. */
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

/** Of so many places the first at which `isBefore` does not hold, as it does at all before it and at none behind. */
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
