// Lines of call graph entries, each entry sorted when it is viewed. Sorting all arcs of a large profile takes
// longer than everything its first rows need, and a person views few entries.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { arcTicks } from '../../analysis/arc-times.ts'
import { lastAtOrBelow } from '../../base/binary-search.ts'
import { asRows } from '../../base/columns.ts'
import { type Csr, groupAt } from '../../base/csr.ts'
import { orderOfNumbers } from '../../base/order-numbers.ts'
import type { ArcIndex, ArcsByFunction, FunctionIndex } from '../../profile/call-graph-profile.ts'
import { type EntryLines, lineKey, listEntryLines, listMembers } from './entry-lines.ts'

/** The lines of entries; read them with `parentLines` and `childLines`, which sort what is not sorted yet. */
export interface LinesOnRequest extends Pick<EntryLines, 'cycleMembers'> {
  readonly parentArcs: OrderedArcs
  readonly childArcs: OrderedArcs
}

/** All groups sorted, or only those that take long to sort. */
type OrderedArcs = ArcsByFunction | LongOrdered

interface LongOrdered extends Omit<ArcsByFunction, 'items'> {
  readonly items: null
  /** Sorted groups that are too long to sort on request. */
  readonly long: {
    /** FunctionIndex by group, ascending. */
    readonly functions: Uint32Array<ArrayBuffer>
    readonly groups: Csr<number, ArcIndex>
  }
  /** Other groups, sorted on request: at most the last thousand. Arrays, which another thread receives as they are. */
  readonly sorted: { readonly functions: FunctionIndex[]; readonly groups: Uint32Array[] }
}

/** Size up to which a group is sorted on request. */
const LONG = 8000
/** Size up to which a group is sorted by comparison. */
const SHORT = 200
const MOST_SORTED = 1000

/**
 * Returns the arcs into a function (ArcIndex) in the order of gprof's parent lines: direct recursion first,
 * then arcs inside a cycle by calls, then all others by time passed, then by calls; ascending. Sorts them
 * if need be and keeps the last thousand results, which are shared: do not write to them.
 *
 * @param lines of the same analysis
 */
export function parentLines(analyzed: AnalyzedProfile, lines: LinesOnRequest, f: FunctionIndex): Uint32Array {
  return linesOf(lines.parentArcs, f, () => sortGroup(analyzed, analyzed.profile.arcsByChild, f, 1))
}

/**
 * Returns the arcs out of a function (ArcIndex) in the order of gprof's child lines: by time passed, then
 * by calls, descending; then arcs inside a cycle by calls; direct recursion last. Sorts them if need be and
 * keeps the last thousand results, which are shared: do not write to them.
 *
 * @param lines of the same analysis
 */
export function childLines(analyzed: AnalyzedProfile, lines: LinesOnRequest, f: FunctionIndex): Uint32Array {
  return linesOf(lines.childArcs, f, () => sortGroup(analyzed, analyzed.profile.arcsByParent, f, -1))
}

function linesOf(lines: OrderedArcs, f: FunctionIndex, sort: () => Uint32Array): Uint32Array {
  if (lines.items !== null) return groupAt(lines, f)
  const { functions, groups } = lines.long
  const group = lastAtOrBelow(functions, f)
  if (functions[group] === f) return groupAt(groups, group)
  const { sorted } = lines
  const before = sorted.groups[sorted.functions.indexOf(f)]
  if (before) return before
  if (sorted.functions.length === MOST_SORTED) sorted.functions.length = sorted.groups.length = 0
  const arcs = sort()
  sorted.functions.push(f)
  sorted.groups.push(arcs)
  return arcs
}

/**
 * Returns the lines with all groups sorted, for callers that read all entries; sorts them if `lines` has
 * only the long groups.
 */
export function allLines(analyzed: AnalyzedProfile, lines: LinesOnRequest): EntryLines {
  const { parentArcs, childArcs, cycleMembers } = lines
  if (parentArcs.items === null || childArcs.items === null) return listEntryLines(analyzed)
  return { parentArcs, childArcs, cycleMembers }
}

/**
 * Returns the lines of all entries with only the groups of more than 8000 arcs sorted, because they take
 * too long on request. `parentLines` and `childLines` sort the others when they are read, `allLines` all of
 * them.
 */
export function listLongLines(analyzed: AnalyzedProfile): LinesOnRequest {
  const { arcsByChild, arcsByParent } = analyzed.profile
  return {
    parentArcs: sortLongGroups(analyzed, arcsByChild, 1),
    childArcs: sortLongGroups(analyzed, arcsByParent, -1),
    cycleMembers: listMembers(analyzed),
  }
}

function sortLongGroups(analyzed: AnalyzedProfile, newestFirst: ArcsByFunction, sign: 1 | -1): LongOrdered {
  const { length, offsets } = newestFirst
  const functions: number[] = []
  const ends = [0]
  for (let f = 0; f < length; f++) {
    const size = offsets[f + 1] - offsets[f]
    if (size <= LONG) continue
    ends.push(ends[functions.length] + size)
    functions.push(f)
  }
  const items = new Uint32Array(ends[functions.length])
  functions.forEach((f, group) => items.set(sortGroup(analyzed, newestFirst, f, sign), ends[group]))
  const groups = { length: functions.length, offsets: Uint32Array.from(ends), items: asRows<ArcIndex>(items) }
  return {
    length,
    offsets,
    items: null,
    long: { functions: Uint32Array.from(functions), groups },
    sorted: { functions: [], groups: [] },
  }
}

/** Sorts one group as `listEntryLines` does; `sign` is 1 for ascending, −1 for descending. */
function sortGroup(
  analyzed: AnalyzedProfile,
  { offsets, items }: ArcsByFunction,
  group: number,
  sign: 1 | -1,
): Uint32Array {
  const { count } = analyzed.profile.arcs
  const keyOf = lineKey(analyzed)
  const oldestFirst = items.slice(offsets[group], offsets[group + 1]).reverse()
  const key = Float64Array.from(oldestFirst, (arc) => keyOf(arc, arcTicks(analyzed, arc as ArcIndex)))
  const calls = Float64Array.from(oldestFirst, (arc) => count[arc as ArcIndex])
  const order =
    key.length > SHORT
      ? orderOfNumbers(key, sign < 0, orderOfNumbers(calls, sign < 0))
      : Uint32Array.from(key.keys()).sort(
          (left, right) => sign * (key[left] - key[right] || calls[left] - calls[right]) || left - right,
        )
  return order.map((at) => oldestFirst[at])
}
