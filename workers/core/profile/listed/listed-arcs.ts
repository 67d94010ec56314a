// The arcs of a listing: each stands twice, below its parent and above its child, unless one of the two has no entry.
import type { Csr } from '../../base/csr.ts'
import type { RawListing } from '../../formats/gprof-listing/types.ts'
import type { ListedFunctions } from './listed-functions.ts'
import type { TalliedArcs } from '../sum/tally-arcs.ts'

export interface ListedArcs extends TalliedArcs {
  /** Seconds; NaN on lines that pass no time. */
  readonly self: Float64Array
  readonly childTime: Float64Array
  /** Calls that the count is a part of; −1 on lines that do not tell. */
  readonly of: Float64Array
  /** Arcs as the listing's entries have them, above and below their functions; those that stand in the other's only last. */
  readonly parentArcs: Csr
  readonly childArcs: Csr
  /** Calls of each function as lines of others tell them, for functions without an entry. */
  readonly callsFromArcs: Float64Array
}

export function findListedArcs(raw: RawListing, functions: ListedFunctions): ListedArcs {
  const { length } = functions
  const arcAt = new Map<number, number>()
  const parent: number[] = []
  const child: number[] = []
  const count: number[] = []
  const self: number[] = []
  const childTime: number[] = []
  const of: number[] = []
  /** By function: arcs in the order of its own entry. */
  const above: (number[] | undefined)[] = []
  const below: (number[] | undefined)[] = []
  raw.graph?.entries.forEach((entry, at) => {
    const f = entry.wholeCycle > 0 ? undefined : functions.byNumber.get(entry.number)
    if (f === undefined || functions.entry[f] !== at) return
    const own = { above: new Set<number>(), below: new Set<number>() }
    for (const line of entry.lines) {
      const other = functions.byNumber.get(line.number)
      if (other === undefined || line.kind === 'member') continue
      const from = line.kind === 'parent' ? other : f
      const to = line.kind === 'parent' ? f : other
      const key = from * length + to
      let arc = arcAt.get(key)
      if (arc === undefined) {
        arc = parent.length
        arcAt.set(key, arc)
        parent.push(from)
        child.push(to)
        count.push(line.count)
        self.push(line.self)
        childTime.push(line.child)
        of.push(line.of)
      }
      own[line.kind === 'parent' ? 'above' : 'below'].add(arc)
    }
    above[f] = [...own.above]
    below[f] = [...own.below]
  })
  const callsFromArcs = new Float64Array(length)
  for (let arc = 0; arc < parent.length; arc++) {
    const f = child[arc]
    if (functions.cycle[f] === 0 && of[arc] > 0) callsFromArcs[f] = of[arc]
  }
  return {
    length: parent.length,
    parent: Int32Array.from(parent),
    child: Int32Array.from(child),
    count: Float64Array.from(count),
    self: Float64Array.from(self),
    childTime: Float64Array.from(childTime),
    of: Float64Array.from(of),
    parentArcs: inOrder(above, child, length),
    childArcs: inOrder(below, parent, length),
    callsFromArcs,
  }
}

/** Groups arcs by function, those of `lists` first, in their order. */
function inOrder(
  lists: readonly (readonly number[] | undefined)[],
  keys: readonly number[],
  length: number,
): Csr {
  const offsets = new Uint32Array(length + 1)
  for (const f of keys) offsets[f + 1]++
  for (let f = 0; f < length; f++) offsets[f + 1] += offsets[f]
  const items = new Uint32Array(keys.length)
  const next = offsets.slice(0, length)
  const isPlaced = new Uint8Array(keys.length)
  const place = (f: number, arc: number): void => {
    items[next[f]] = arc
    next[f]++
    isPlaced[arc] = 1
  }
  lists.forEach((list, f) => list?.forEach((arc) => place(f, arc)))
  keys.forEach((f, arc) => {
    if (isPlaced[arc] === 0) place(f, arc)
  })
  return { length, offsets, items }
}
