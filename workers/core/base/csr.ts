// Rows grouped by a key: for each group its items, in one flat array (compressed sparse rows).

export interface Csr {
  /** Number of groups. */
  readonly length: number
  /** `length + 1` positions; group `g` is `items[offsets[g] .. offsets[g + 1])`. */
  readonly offsets: Uint32Array<ArrayBuffer>
  readonly items: Uint32Array<ArrayBuffer>
}

/**
 * Groups the rows `0 .. keys.length - 1` by key. Within a group rows stand newest (highest) first, as GNU gprof's
 * lists do, which prepend; rows whose key is negative are left out.
 */
export function groupNewestFirst(keys: ArrayLike<number>, groups: number): Csr {
  const offsets = new Uint32Array(groups + 1)
  countKeys(keys, offsets)
  for (let group = 0; group < groups; group++) {
    offsets[group + 1] = offsets[group + 1] + offsets[group]
  }
  const items = new Uint32Array(offsets[groups])
  fillNewestFirst(keys, offsets.slice(0, groups), items)
  return { length: groups, offsets, items }
}

// Each loop in a function of its own, see digit-sort.ts.

function countKeys(keys: ArrayLike<number>, offsets: Uint32Array): void {
  for (let row = 0; row < keys.length; row++) {
    const key = keys[row]
    if (key >= 0) offsets[key + 1] = offsets[key + 1] + 1
  }
}

function fillNewestFirst(keys: ArrayLike<number>, next: Uint32Array, items: Uint32Array): void {
  for (let row = keys.length - 1; row >= 0; row--) {
    const key = keys[row]
    if (key < 0) continue
    items[next[key]] = row
    next[key] = next[key] + 1
  }
}
