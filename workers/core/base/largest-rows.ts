// Selects the heaviest rows of a long column without sorting all of it.

/**
 * Returns up to `limit` of the candidates with the greatest weight, heaviest first; of equal ones the lower
 * row first.
 *
 * One pass: the rows kept so far stay sorted, and nearly all candidates are lighter than the last of them.
 *
 * @param candidates each once, in any order
 * @param weight called several times for a row; never NaN
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
    // Binary search for the place. Most candidates never get here.
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
