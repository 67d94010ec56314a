// Rows grouped by a key: the items of each group in one flat array (compressed sparse rows).
import { asRows, type Rows } from './columns.ts'

declare const groupedBy: unique symbol

/**
 * Items grouped by a key. `Csr<FunctionIndex, ArcIndex>` holds arcs by function; graphs that are
 * numbered for one search use plain numbers.
 */
export interface Csr<Group extends number = number, Item extends number = number> {
  /** Number of groups. */
  readonly length: number
  /** `length + 1` positions; group `g` is `items[offsets[g] .. offsets[g + 1])`. */
  readonly offsets: Uint32Array<ArrayBuffer>
  readonly items: Rows<Item>
  /** Carries the group's type for the compiler; never set at run time. */
  readonly [groupedBy]?: Group
}

/** Returns the items of one group, as a view; empty for an empty group. */
export function groupAt<Group extends number, Item extends number>(
  { offsets, items }: Csr<Group, Item>,
  group: NoInfer<Group>,
): Rows<Item> {
  return asRows(items.subarray(offsets[group], offsets[group + 1]))
}

/**
 * Groups the rows `0 .. keys.length - 1` by key, and skips rows with a negative key.
 *
 * Within a group the highest row comes first, as in GNU gprof's lists, which prepend.
 *
 * @param keys below `groups`; not checked
 */
export function groupNewestFirst<Group extends number = number, Item extends number = number>(
  keys: ArrayLike<number>,
  groups: number,
): Csr<Group, Item> {
  const offsets = new Uint32Array(groups + 1)
  countKeys(keys, offsets)
  const items = new Uint32Array(addUpCounts(offsets))
  fillFromEnds(keys, offsets, items)
  return { length: groups, offsets, items: asRows(items) }
}

// Each loop has a function of its own; radix-sort.ts says why.
function countKeys(keys: ArrayLike<number>, counts: Uint32Array): void {
  for (let row = 0; row < keys.length; row++) {
    const key = keys[row]
    if (key >= 0) counts[key] = counts[key] + 1
  }
}

/** Turns counts into the position where each group ends. Returns the number of rows. */
function addUpCounts(counts: Uint32Array): number {
  let sum = 0
  for (let group = 0; group < counts.length; group++) {
    sum += counts[group]
    counts[group] = sum
  }
  return sum
}

/** Places the rows, and turns the end of each group into its beginning. */
function fillFromEnds(keys: ArrayLike<number>, ends: Uint32Array, items: Uint32Array): void {
  for (let row = 0; row < keys.length; row++) {
    const key = keys[row]
    if (key < 0) continue
    const place = ends[key] - 1
    items[place] = row
    ends[key] = place
  }
}
