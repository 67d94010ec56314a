// Arcs in the order in which analysis visits them, with the columns it reads side by side. For some
// hundred thousand arcs, random access to the arc table costs more than the arithmetic.
import { asArray } from '../base/columns.ts'
import { buffersIn, detachBuffers } from '../base/buffers.ts'
import type { ArcsByFunction, CallGraphProfile } from '../profile/call-graph-profile.ts'

/** The arcs of every function on one side, in the order of gprof's lists. */
export interface ArcSide {
  /** Function `f`'s arcs are at positions `offsets[f] .. offsets[f + 1]`, end exclusive. */
  readonly offsets: Uint32Array<ArrayBuffer>
  /** Function at the arc's other end, by position. */
  readonly other: Int32Array<ArrayBuffer>
  /** Times the arc was traversed, by position. */
  readonly count: Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>
}

/** The arcs of all functions grouped by parent and by child. */
export interface ArcWalk {
  readonly byParent: ArcSide
  readonly byChild: ArcSide
}

/** Builds the grouped arcs of a profile. Takes 16 bytes per arc. */
export function walkOf({ arcs, arcsByParent, arcsByChild }: CallGraphProfile): ArcWalk {
  const count = asArray(arcs.count)
  return {
    byParent: sideOf(arcsByParent, asArray(arcs.child), count),
    byChild: sideOf(arcsByChild, asArray(arcs.parent), count),
  }
}

/** Releases the memory of a walk. Its offsets belong to the profile. */
export function forgetWalk({ byParent, byChild }: ArcWalk): void {
  detachBuffers(buffersIn([byParent.other, byParent.count, byChild.other, byChild.count]))
}

function sideOf(
  { offsets, items }: ArcsByFunction,
  end: Int32Array,
  counts: Uint32Array | Float64Array,
): ArcSide {
  const { length } = items
  const other = new Int32Array(length)
  const count = counts instanceof Uint32Array ? new Uint32Array(length) : new Float64Array(length)
  gather(items, end, counts, other, count)
  return { offsets, other, count }
}

// A function of its own for speed; see core/base/radix-sort.ts.
function gather(
  arcs: Uint32Array,
  end: Int32Array,
  counts: ArrayLike<number>,
  other: Int32Array,
  count: Uint32Array | Float64Array,
): void {
  for (let at = 0; at < arcs.length; at++) {
    const arc = arcs[at]
    other[at] = end[arc]
    count[at] = counts[arc]
  }
}
