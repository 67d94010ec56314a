// Calls C(i→j) along each arc: the sum of the records of one file that lead from i to j.
//
// Equal pairs are found without a hash table. Arcs must be grouped by callee in any case; within a group, the
// last callee seen for each caller shows whether a pair is a duplicate. A table of pairs would exceed the
// processor's cache.
import { type Csr, groupNewestFirst } from '../base/csr.ts'
import { NONE, used } from '../base/columns.ts'
import type { ArcEnds, ArcRecords } from './arc-ends.ts'
import type { ArcsByFunction } from './call-graph-profile.ts'

/** Largest count that fits in 32 bits. */
export const LARGEST_NARROW = 2 ** 32 - 1

/** Distinct arcs with C(i→j), as plain columns. `parent` and `child` are rows of the symbol table (FunctionIndex). */
export interface TalliedArcs {
  readonly length: number
  readonly parent: Int32Array<ArrayBuffer>
  readonly child: Int32Array<ArrayBuffer>
  /** 32 bits wide unless a count does not fit. */
  readonly count: Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>
  /** Arcs by child, if that grouping exists already. */
  readonly byChild?: ArcsByFunction
}

/**
 * Returns the arcs of one file with C(i→j), the sum of their counts, and the number of records that are
 * dropped because an end is in no symbol or does not count.
 */
export function arcsOfFile(
  records: ArcRecords & { readonly count: Float64Array },
  ends: ArcEnds,
): Required<TalliedArcs> & { readonly dropped: number } {
  const parents = new Int32Array(records.length)
  const children = new Int32Array(records.length)
  ends.find(records, 0, parents, children)
  const dropped = dropOutside(parents, children)
  return { ...distinctArcs(parents, children, records.count, ends.length), dropped }
}

/** Sets both ends to NONE if one is, and returns how many arcs that drops. */
function dropOutside(parents: Int32Array, children: Int32Array): number {
  let dropped = 0
  for (let arc = 0; arc < parents.length; arc++) {
    if (parents[arc] >= 0 && children[arc] >= 0) continue
    parents[arc] = children[arc] = NONE
    dropped++
  }
  return dropped
}

/**
 * Merges equal pairs, in order of first appearance.
 *
 * @param parent, child ends of each arc, NONE in both for an excluded one; the result may reuse
 * these arrays
 */
function distinctArcs(
  parent: Int32Array<ArrayBuffer>,
  child: Int32Array<ArrayBuffer>,
  counts: Float64Array,
  functions: number,
): Required<TalliedArcs> {
  const count = ownCounts(counts, child.length)
  const byChild: ArcsByFunction = groupNewestFirst(child, functions)
  const alike = joinAlike(byChild, parent, child, count)
  const length = byChild.items.length - alike
  if (length === child.length) return { length, parent, child, count, byChild }
  dropEmpty(parent, child, count)
  const arcs = { parent: used(parent, length), child: used(child, length), count: used(count, length) }
  return { length, ...arcs, byChild: groupNewestFirst(arcs.child, functions) }
}

/** Returns a copy that sums can be written into. */
function ownCounts(counts: Float64Array, length: number): TalliedArcs['count'] {
  const narrow = new Uint32Array(length)
  let sum = 0
  for (let arc = 0; arc < length; arc++) {
    const count = counts[arc]
    narrow[arc] = count
    sum += count
  }
  return sum <= LARGEST_NARROW ? narrow : counts.slice(0, length)
}

/**
 * Adds each arc's count to the oldest arc of its pair and sets the others to NONE. Returns how
 * many it merged.
 */
function joinAlike(
  { length, offsets, items }: Csr,
  parents: Int32Array,
  children: Int32Array,
  count: TalliedArcs['count'],
): number {
  const lastChild = new Int32Array(length).fill(NONE)
  const oldest = new Int32Array(length)
  let alike = 0
  for (let child = 0; child < length; child++) {
    for (let at = offsets[child + 1] - 1; at >= offsets[child]; at--) {
      const arc = items[at]
      const parent = parents[arc]
      if (lastChild[parent] !== child) {
        lastChild[parent] = child
        oldest[parent] = arc
      } else {
        count[oldest[parent]] += count[arc]
        children[arc] = NONE
        alike++
      }
    }
  }
  return alike
}

/** Moves the remaining arcs to the front. */
function dropEmpty(parent: Int32Array, child: Int32Array, count: TalliedArcs['count']): void {
  let length = 0
  for (let arc = 0; arc < child.length; arc++) {
    if (child[arc] < 0) continue
    parent[length] = parent[arc]
    child[length] = child[arc]
    count[length++] = count[arc]
  }
}
