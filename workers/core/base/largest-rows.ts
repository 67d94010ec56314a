// The few heaviest rows of a long column, without sorting the whole of it.

/**
 * Up to `limit` rows of `candidates` with the greatest weight, heaviest first; of equals the lower row comes first.
 * One pass; what is kept stays in order, and nearly all candidates are lighter than the last of it.
 */
export function largestRows(
  candidates: Iterable<number>,
  weight: (row: number) => number,
  limit: number,
): number[] {
  const rows: number[] = []
  for (const row of candidates) {
    const value = weight(row)
    let low = 0
    // As a rule it is lighter than all that are kept.
    for (let high = rows.length, middle = high - 1; low < high; middle = (low + high) >> 1) {
      if ((weight(rows[middle]) - value || row - rows[middle]) > 0) low = middle + 1
      else high = middle
    }
    if (low >= limit) continue
    rows.splice(low, 0, row)
    if (rows.length > limit) rows.pop()
  }
  return rows
}
