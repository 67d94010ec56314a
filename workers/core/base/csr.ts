// Rows grouped by a key: for each group its items, in one flat array (compressed sparse rows).
import { asRows, type Rows } from './columns.ts'

declare const groupedBy: unique symbol

/**
 * Whose rows the groups and the items are stands in the type: `Csr<FunctionIndex, ArcIndex>` has arcs by function. Both are
 * plain numbers where graphs are numbered for one search only.
 */
export interface Csr<Group extends number = number, Item extends number = number> {
  /** Number of groups. */
  readonly length: number
  /** `length + 1` positions; group `g` is `items[offsets[g] .. offsets[g + 1])`. */
  readonly offsets: Uint32Array<ArrayBuffer>
  readonly items: Rows<Item>
  /** For the compiler; nothing exists of it at run time. */
  readonly [groupedBy]?: Group
}

/** The items of one group; a view, not a copy. */
export function groupAt<Group extends number, Item extends number>(
  { offsets, items }: Csr<Group, Item>,
  group: NoInfer<Group>,
): Rows<Item> {
  return asRows(items.subarray(offsets[group], offsets[group + 1]))
}

/**
 * Groups the rows `0 .. keys.length - 1` by key. Within a group rows stand newest (highest) first, as GNU gprof's
 * lists do, which prepend; rows whose key is negative are left out.
 */
export function groupNewestFirst<Group extends number = number, Item extends number = number>(
  keys: ArrayLike<number>,
  groups: number,
): Csr<Group, Item> {
  const offsets = new Uint32Array(groups + 1)
  countKeys(keys, offsets)
  const items = new Uint32Array(addUp(offsets))
  fillFromEnds(keys, offsets, items)
  return { length: groups, offsets, items: asRows(items) }
}

// Each loop in a function of its own, see base/sorting.ts.

function countKeys(keys: ArrayLike<number>, counts: Uint32Array): void {
  for (let row = 0; row < keys.length; row++) {
    const key = keys[row]
    if (key >= 0) counts[key] = counts[key] + 1
  }
}

/** Counts become the places where each group ends. Answers how many rows there are in all. */
function addUp(counts: Uint32Array): number {
  let sum = 0
  for (let group = 0; group < counts.length; group++) {
    sum += counts[group]
    counts[group] = sum
  }
  return sum
}

/** The places where each group ends become those where it begins. */
function fillFromEnds(keys: ArrayLike<number>, ends: Uint32Array, items: Uint32Array): void {
  for (let row = 0; row < keys.length; row++) {
    const key = keys[row]
    if (key < 0) continue
    const place = ends[key] - 1
    items[place] = row
    ends[key] = place
  }
}
