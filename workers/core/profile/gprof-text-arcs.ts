// Arcs of a listing. Each is printed twice, in its parent's entry and in its child's, unless one of them
// has no entry.
import { asRows, NONE } from '../base/columns.ts'
import type { RawEntryLine, RawListing } from '../formats/gprof-listing/types.ts'
import type { ArcsByFunction } from './call-graph-profile.ts'
import { groupNewestFirst } from '../base/csr.ts'
import type { TalliedArcs } from './distinct-arcs.ts'
import type { ListedFunctions } from './gprof-text-functions.ts'

/** Arcs of a listing with what their lines print. */
export interface ListedArcs extends TalliedArcs {
  /** Self seconds passed along the arc; NaN on lines that print no time. */
  readonly self: Float64Array
  readonly childTime: Float64Array
  /** Total calls of which the count is a part; −1 on lines that do not print it. */
  readonly of: Float64Array
  /**
   * Arcs in the order of the entries' caller and callee lines. Arcs that only the other end's
   * entry prints come last.
   */
  readonly parentArcs: ArcsByFunction
  readonly childArcs: ArcsByFunction
  /** Calls of each function by the lines of other entries, for functions without an entry. */
  readonly callsFromArcs: Float64Array
}

/** Collects the arcs. The first line of an arc determines its numbers. */
export function findListedArcs(raw: RawListing, functions: ListedFunctions): ListedArcs {
  /** Lines that are arcs, in the listing's order, and the ends of each. */
  const lines: RawEntryLine[] = []
  const parents: number[] = []
  const children: number[] = []
  raw.graph?.entries.forEach((entry, at) => {
    const f = entry.wholeCycle > 0 ? undefined : functions.byNumber.get(entry.number)
    if (f === undefined || functions.entry[f] !== at) return
    for (const line of entry.lines) {
      const other = line.kind === 'member' ? undefined : functions.byNumber.get(line.number)
      if (other === undefined) continue
      lines.push(line)
      parents.push(line.kind === 'parent' ? other : f)
      children.push(line.kind === 'parent' ? f : other)
    }
  })
  const { arcOf, lineOf } = joinAlike(parents, children, functions.length)
  const parent = lineOf.map((line) => parents[line])
  const child = lineOf.map((line) => children[line])
  const numbers = (of: (line: RawEntryLine) => number) => Float64Array.from(lineOf, (line) => of(lines[line]))
  const of = numbers((line) => line.of)
  const callsFromArcs = new Float64Array(functions.length)
  child.forEach((f, arc) => {
    if (functions.cycle[f] === 0 && of[arc] > 0) callsFromArcs[f] = of[arc]
  })
  const grouped = (kind: RawEntryLine['kind'], keys: Int32Array) =>
    inOrder(
      arcOf.filter((_, line) => lines[line].kind === kind),
      keys,
      functions.length,
    )
  return {
    length: lineOf.length,
    parent,
    child,
    count: numbers(({ count }) => count),
    self: numbers(({ self }) => self),
    childTime: numbers((line) => line.child),
    of,
    parentArcs: grouped('parent', child),
    childArcs: grouped('child', parent),
    callsFromArcs,
  }
}

/**
 * Returns the arc of each line, and the first line of each arc; arcs are numbered by first line.
 */
function joinAlike(parents: readonly number[], children: readonly number[], functions: number) {
  const { offsets, items } = groupNewestFirst(children, functions)
  const arcOf = new Int32Array(children.length)
  const lastChild = new Int32Array(functions).fill(NONE)
  const oldest = new Int32Array(functions)
  // The first line of each arc comes before its other lines,
  for (let f = 0; f < functions; f++) {
    for (let at = offsets[f + 1] - 1; at >= offsets[f]; at--) {
      const line = items[at]
      const from = parents[line]
      if (lastChild[from] !== f) oldest[from] = line
      lastChild[from] = f
      arcOf[line] = oldest[from]
    }
  }
  // so its number is known when these are reached.
  const lineOf = arcOf.filter((first, line) => first === line)
  let length = 0
  arcOf.forEach((first, line) => {
    arcOf[line] = first === line ? length++ : arcOf[first]
  })
  return { arcOf, lineOf }
}

/** Groups arcs by function, those of `first` first, in their order. */
function inOrder(first: Int32Array, keys: Int32Array, length: number): ArcsByFunction {
  const offsets = new Uint32Array(length + 1)
  for (const f of keys) offsets[f + 1]++
  for (let f = 0; f < length; f++) offsets[f + 1] += offsets[f]
  const items = new Uint32Array(keys.length)
  const next = offsets.slice(0, length)
  const isPlaced = new Uint8Array(keys.length)
  const place = (arc: number): void => {
    if (isPlaced[arc] === 0) items[next[keys[arc]]++] = arc
    isPlaced[arc] = 1
  }
  first.forEach(place)
  keys.forEach((_, arc) => place(arc))
  return { length, offsets, items: asRows(items) }
}
