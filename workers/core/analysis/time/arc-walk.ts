// Arcs in the order in which the analysis meets them, with what it reads of each side by side: at some hundred thousand
// arcs, jumping about in the arc table costs more than all the arithmetic.
import { asArray } from '../../base/as-column.ts'
import { buffersIn, letGo } from '../../base/buffers.ts'
import type { CallGraphProfile } from '../../profile/call-graph-profile.ts'
import type { ArcsByFunction } from '../../profile/tables.ts'

/** The arcs of every function on one side, in the order of gprof's lists. */
export interface ArcSide {
  /** Function `f`'s arcs stand at the positions `offsets[f] .. offsets[f + 1]`. */
  readonly offsets: Uint32Array<ArrayBuffer>
  /** The function at the arc's other end, by position. */
  readonly other: Int32Array<ArrayBuffer>
  /** Times the arc was traversed, by position. */
  readonly count: Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>
}

export interface ArcWalk {
  readonly byParent: ArcSide
  readonly byChild: ArcSide
}

/** Takes 16 bytes an arc. */
export function walkOf({ arcs, arcsByParent, arcsByChild }: CallGraphProfile): ArcWalk {
  const count = asArray(arcs.count)
  return {
    byParent: sideOf(arcsByParent, asArray(arcs.child), count),
    byChild: sideOf(arcsByChild, asArray(arcs.parent), count),
  }
}

/** Gives its memory back; the offsets are the profile's. */
export function forgetWalk({ byParent, byChild }: ArcWalk): void {
  letGo(buffersIn([byParent.other, byParent.count, byChild.other, byChild.count]))
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

// By itself, see base/sorting/digit-sort.ts.
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
