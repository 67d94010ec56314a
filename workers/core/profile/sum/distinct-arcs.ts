// Arcs of one file, pair by pair → each pair once. They have to be grouped by callee in any case, and in a group two that are
// alike are found by a look at the last callee met by each caller: no table of pairs, which is larger than a processor's
// own memory.
import { asArray } from '../../base/as-column.ts'
import { NONE } from '../../base/brand.ts'
import { used } from '../../base/buffers.ts'
import { groupNewestFirst, type Csr } from '../../base/csr.ts'
import type { ArcsByFunction, ArcTable } from '../tables.ts'

/** The largest count that 32 bits hold. */
export const LARGEST_NARROW = 2 ** 32 - 1

/** Distinct arcs as plain columns. */
export interface TalliedArcs {
  readonly length: number
  readonly parent: Int32Array<ArrayBuffer>
  readonly child: Int32Array<ArrayBuffer>
  /** Of 32 bits unless one does not fit. */
  readonly count: Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>
  /** Grouped by child, where that was done already. */
  readonly byChild?: ArcsByFunction
}

/** Those of a table that is there already. */
export function talliedAs({ length, parent, child, count }: ArcTable): TalliedArcs {
  return { length, parent: asArray(parent), child: asArray(child), count: asArray(count) }
}

/**
 * In the order in which pairs first appear.
 *
 * @param parent, child of each arc, NONE in both for one that is left out; the result may be made of them
 */
export function distinctArcs(
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
  leaveOut(parent, child, count)
  const arcs = { parent: used(parent, length), child: used(child, length), count: used(count, length) }
  return { length, ...arcs, byChild: groupNewestFirst(arcs.child, functions) }
}

/** A copy that sums can be written into. */
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

/** Counts each arc for the oldest of its pair; the others are NONE from then on. Answers how many those are. */
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

/** Moves all others to the front. */
function leaveOut(parent: Int32Array, child: Int32Array, count: TalliedArcs['count']): void {
  let length = 0
  for (let arc = 0; arc < child.length; arc++) {
    if (child[arc] < 0) continue
    parent[length] = parent[arc]
    child[length] = child[arc]
    count[length++] = count[arc]
  }
}
