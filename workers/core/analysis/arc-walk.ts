// Arcs in the order in which the analysis meets them, with what it reads of each side by side: at some hundred thousand
// arcs, jumping about in the arc table costs more than all the arithmetic.
import type { Csr } from '../base/csr.ts'
import type { CallGraphProfile } from '../profile/call-graph-profile.ts'

/** The arcs of every function on one side, in the order of gprof's lists. */
export interface ArcSide {
  /** Function `f`'s arcs stand at the positions `offsets[f] .. offsets[f + 1]`. */
  readonly offsets: Uint32Array<ArrayBuffer>
  /** ArcIndex by position. */
  readonly arc: Uint32Array<ArrayBuffer>
  /** The function at the arc's other end, by position. */
  readonly other: Int32Array<ArrayBuffer>
  /** Times the arc was traversed, by position. */
  readonly count: Float64Array<ArrayBuffer>
}

export interface ArcWalk {
  readonly byParent: ArcSide
  readonly byChild: ArcSide
}

const walks = new WeakMap<CallGraphProfile, ArcWalk>()

/** Made once for each profile. */
export function walkOf(profile: CallGraphProfile): ArcWalk {
  let walk = walks.get(profile)
  if (!walk) {
    const parent = profile.arcs.parent as unknown as Int32Array
    const child = profile.arcs.child as unknown as Int32Array
    const count = profile.arcs.count as unknown as ArrayLike<number>
    walk = {
      byParent: sideOf(profile.arcsByParent, child, count),
      byChild: sideOf(profile.arcsByChild, parent, count),
    }
    walks.set(profile, walk)
  }
  return walk
}

/** For those who analyse a profile once: its walk takes 24 bytes an arc. It is made again if it is needed again. */
export function forgetWalk(profile: CallGraphProfile): void {
  walks.delete(profile)
}

function sideOf({ offsets, items }: Csr, end: Int32Array, counts: ArrayLike<number>): ArcSide {
  const other = new Int32Array(items.length)
  const count = new Float64Array(items.length)
  for (let at = 0; at < items.length; at++) {
    const arc = items[at]
    other[at] = end[arc]
    count[at] = counts[arc]
  }
  return { offsets, arc: items, other, count }
}
