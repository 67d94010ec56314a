// The few heaviest rows of a long column, without sorting the whole of it.

/**
 * Up to `limit` rows of `candidates` with the greatest weight, heaviest first; of equals the lower row comes first.
 * One pass with a bounded heap whose root is the lightest row kept.
 */
export function largestRows(
  candidates: Iterable<number>,
  weight: (row: number) => number,
  limit: number,
): number[] {
  const rows: number[] = []
  const weights: number[] = []
  if (limit <= 0) return rows
  const isLighter = (a: number, b: number): boolean => {
    const difference = weights[a] - weights[b]
    return difference === 0 ? rows[a] > rows[b] : difference < 0
  }
  const swap = (a: number, b: number): void => {
    const row = rows[a]
    const value = weights[a]
    rows[a] = rows[b]
    weights[a] = weights[b]
    rows[b] = row
    weights[b] = value
  }
  const sink = (length: number): void => {
    let at = 0
    for (;;) {
      let lightest = at
      const left = 2 * at + 1
      if (left < length && isLighter(left, lightest)) lightest = left
      if (left + 1 < length && isLighter(left + 1, lightest)) lightest = left + 1
      if (lightest === at) return
      swap(at, lightest)
      at = lightest
    }
  }
  for (const row of candidates) {
    const value = weight(row)
    if (rows.length < limit) {
      let at = rows.push(row) - 1
      weights.push(value)
      while (at > 0) {
        const above = (at - 1) >> 1
        if (!isLighter(at, above)) break
        swap(at, above)
        at = above
      }
    } else if (value > weights[0] || (value === weights[0] && row < rows[0])) {
      rows[0] = row
      weights[0] = value
      sink(rows.length)
    }
  }
  for (let length = rows.length - 1; length > 0; length--) {
    swap(0, length)
    sink(length)
  }
  return rows
}
