// Puts an order right after some of its rows changed: those are sorted and fitted in among the others, which stay as
// they stand.

/**
 * @param rows      in order, but for those that changed
 * @param isChanged by row, 1 where it changed
 * @param added     rows to be fitted in that `rows` does not hold
 * @param compare   strict: never 0 for different rows, so that the result does not depend on the order before
 */
export function reorder(
  rows: Uint32Array,
  isChanged: Uint8Array,
  added: readonly number[],
  compare: (left: number, right: number) => number,
): Uint32Array<ArrayBuffer> {
  const moved = [...added]
  const kept = new Uint32Array(rows.length)
  let count = 0
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]
    if (isChanged[row] === 1) moved.push(row)
    else kept[count++] = row
  }
  moved.sort(compare)
  const ordered = new Uint32Array(count + moved.length)
  let from = 0
  for (let at = 0; at < moved.length; at++) {
    const row = moved[at]
    const to = placeOf(kept, from, count, row, compare)
    ordered.set(kept.subarray(from, to), from + at)
    ordered[to + at] = row
    from = to
  }
  ordered.set(kept.subarray(from, count), from + moved.length)
  return ordered
}

/** The first place from `from` on whose row comes after `row`: near by more often than not. */
function placeOf(
  rows: Uint32Array,
  from: number,
  end: number,
  row: number,
  compare: (left: number, right: number) => number,
): number {
  let low = from
  let high = from
  for (let step = 1; high < end && compare(rows[high], row) < 0; step *= 2) {
    low = high + 1
    high = Math.min(end, high + step)
  }
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(rows[middle], row) < 0) low = middle + 1
    else high = middle
  }
  return low
}
