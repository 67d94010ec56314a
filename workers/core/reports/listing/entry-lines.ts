// The lines of call graph entries in gprof's order: arcs h→i, i→j of each routine, members of each cycle k.
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { arcTimesOf } from '../../analysis/arc-times.ts'
import { asArray, asRows } from '../../base/columns.ts'
import type { Csr } from '../../base/csr.ts'
import type { ArcIndex, ArcsByFunction, FunctionIndex } from '../../profile/call-graph-profile.ts'

/** The lines of all entries. */
export interface EntryLines {
  /** Arcs into each function, in the order of gprof's parent lines (ascending). */
  readonly parentArcs: ArcsByFunction
  /** Arcs out of each function, in the order of gprof's child lines (descending). */
  readonly childArcs: ArcsByFunction
  /** Members of each cycle, as its own entry lists them: most time first, then most calls. */
  readonly cycleMembers: Csr<CycleIndex, FunctionIndex>
}

/**
 * Sorts the lines of all entries. For a large profile that takes longer than everything else; see
 * `listLongLines`.
 */
export function listEntryLines(analyzed: AnalyzedProfile): EntryLines {
  const { arcs, arcsByChild, arcsByParent } = analyzed.profile
  const { self, child } = arcTimesOf(analyzed)
  const keys = { time: new Float64Array(arcs.length), calls: arcs.count }
  const keyOf = lineKey(analyzed)
  for (let arc = 0; arc < arcs.length; arc++) keys.time[arc] = keyOf(arc, self[arc] + child[arc])
  return {
    parentArcs: sortGroups(arcsByChild, keys, 1),
    childArcs: sortGroups(arcsByParent, keys, -1),
    cycleMembers: listMembers(analyzed),
  }
}

/**
 * Returns the first sort key of an arc: the time T_j × C(i→j) ÷ C(j) that it passes; of arcs that pass none,
 * −2 for direct recursion and −1 inside a cycle.
 */
export function lineKey({ profile, cycles }: AnalyzedProfile): (arc: number, time: number) => number {
  const parent = asArray(profile.arcs.parent)
  const child = asArray(profile.arcs.child)
  const cycleOf = asArray(cycles.cycleOf)
  return (arc, time) => {
    // No arc that passes time needs the check.
    if (time !== 0) return time
    const [i, j] = [parent[arc], child[arc]]
    if (i === j) return -2
    return cycleOf[i] >= 0 && cycleOf[i] === cycleOf[j] ? -1 : 0
  }
}

/** Sort keys of arcs. Arcs with equal keys keep the order in which they were first recorded. */
interface ArcKeys {
  readonly time: Float64Array
  readonly calls: ArrayLike<number>
}

/** Length up to which insertion sort is faster than a comparison callback. */
const INSERTED = 128

/**
 * Reverses each group to oldest first and sorts it stably; `sign` is 1 for ascending, −1 for
 * descending.
 */
function sortGroups(newestFirst: ArcsByFunction, { time, calls }: ArcKeys, sign: 1 | -1): ArcsByFunction {
  const { length, offsets, items: newest } = newestFirst
  const items: Uint32Array<ArrayBuffer> = newest.slice()
  const compare = (left: number, right: number): number =>
    sign * (time[left] - time[right] || calls[left] - calls[right])
  for (let group = 0; group < length; group++) {
    const from = offsets[group]
    const to = offsets[group + 1]
    if (to - from < 2) continue
    if (to - from > INSERTED) {
      items.subarray(from, to).reverse().sort(compare)
      continue
    }
    for (let nth = 0; nth < to - from; nth++) {
      const arc = newest[to - 1 - nth]
      let place = from + nth
      for (; place > from && compare(items[place - 1], arc) > 0; place--) items[place] = items[place - 1]
      items[place] = arc
    }
  }
  return { length, offsets, items: asRows<ArcIndex>(items) }
}

/** Returns the members of each cycle: most time first, then most calls; ties keep chain order. */
export function listMembers({ profile, cycles, times }: AnalyzedProfile): Csr<CycleIndex, FunctionIndex> {
  const { functions } = profile
  const { length, offsets } = cycles.members
  const items: Uint32Array<ArrayBuffer> = cycles.members.items.slice()
  const time = (f: number): number =>
    times.propagatedSelf[f as FunctionIndex] + times.propagatedChild[f as FunctionIndex]
  const calls = (f: number): number =>
    functions.calls[f as FunctionIndex] + functions.selfCalls[f as FunctionIndex]
  for (let cycle = 0; cycle < length; cycle++) {
    items
      .subarray(offsets[cycle], offsets[cycle + 1])
      .sort((left, right) => time(right) - time(left) || calls(right) - calls(left))
  }
  return { length, offsets, items: asRows(items) }
}
