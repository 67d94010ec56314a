// Lines of call graph entries in gprof's order, of all functions at once or of one entry at a time.
// Sorting all arcs of a large profile takes longer than everything its first rows need, and a person
// views few entries. So an entry is sorted when it is viewed, except for the longest ones.
import type { AnalyzedProfile, CycleIndex, CycleTable } from '../../analysis/analyzed-profile.ts'
import { asArray, asRows } from '../../base/columns.ts'
import { type Csr, groupAt } from '../../base/csr.ts'
import { lastAtOrBelow } from '../../base/binary-search.ts'
import { orderOfNumbers } from '../../base/order-numbers.ts'
import type { ArcIndex, ArcsByFunction, ArcTable, FunctionIndex } from '../../profile/call-graph-profile.ts'
import { arcTicks, arcTimesOf } from '../../analysis/arc-times.ts'

/** The lines of entries; read them with `parentLines` and `childLines`, which sort what is not sorted yet. */
export interface EntryLines {
  /** Arcs into each function, in the order of gprof's parent lines (ascending). */
  readonly parentArcs: OrderedArcs
  /** Arcs out of each function, in the order of gprof's child lines (descending). */
  readonly childArcs: OrderedArcs
  /** Members of each cycle, as its own entry lists them: most time first, then most calls. */
  readonly cycleMembers: Csr<CycleIndex, FunctionIndex>
}

/**
 * All groups sorted, or only those that take long to sort. Read with `parentLines` and
 * `childLines`.
 */
type OrderedArcs = ArcsByFunction | LongOrdered

interface LongOrdered extends Omit<ArcsByFunction, 'items'> {
  readonly items: null
  /** Sorted groups that are too long to sort on request. */
  readonly long: {
    /** FunctionIndex by group, ascending. */
    readonly functions: Uint32Array<ArrayBuffer>
    readonly groups: Csr<number, ArcIndex>
  }
}

/** The lines of all entries, sorted. */
export interface AllLines extends EntryLines {
  readonly parentArcs: ArcsByFunction
  readonly childArcs: ArcsByFunction
}

/**
 * Sorts the lines of all entries. For a large profile that takes longer than everything else; see
 * `listLongLines`.
 */
export function listEntryLines(analyzed: AnalyzedProfile): AllLines {
  const { profile } = analyzed
  const keys = arcKeys(analyzed)
  return {
    parentArcs: sortGroups(profile.arcsByChild, keys, 1),
    childArcs: sortGroups(profile.arcsByParent, keys, -1),
    cycleMembers: listMembers(analyzed),
  }
}

/**
 * Sort keys of arcs: direct recursion first, then arcs inside a cycle by count, then all others
 * by passed time, then by count. Equal arcs keep the order in which they were first recorded.
 */
interface ArcKeys {
  /** −2 for direct recursion, −1 inside a cycle, else the passed time. */
  readonly major: Float64Array
  readonly count: ArrayLike<number>
}

function arcKeys(analyzed: AnalyzedProfile): ArcKeys {
  const { profile, cycles } = analyzed
  const { arcs } = profile
  const { self, child } = arcTimesOf(analyzed)
  const majorOf = majorKey(arcs, cycles, self, child)
  const major = new Float64Array(arcs.length)
  for (let arc = 0; arc < arcs.length; arc++) major[arc] = majorOf(arc)
  return { major, count: arcs.count }
}

/** Returns the first sort key of an arc. */
function majorKey(
  arcs: ArcTable,
  cycles: CycleTable,
  self: Float64Array,
  inherited: Float64Array,
): (arc: number) => number {
  const parent = asArray(arcs.parent)
  const child = asArray(arcs.child)
  const cycleOf = asArray(cycles.cycleOf)
  return (arc) => {
    const time = self[arc] + inherited[arc]
    // Direct recursion and arcs inside a cycle pass no time, so no others need the check.
    return time === 0 ? rankOfTimeless(parent[arc], child[arc], cycleOf) : time
  }
}

/** Key of an arc that passes no time. */
function rankOfTimeless(parent: number, child: number, cycleOf: Int32Array): number {
  if (parent === child) return -2
  return cycleOf[parent] >= 0 && cycleOf[parent] === cycleOf[child] ? -1 : 0
}

/** Length up to which insertion sort with keys is faster than a comparison callback. */
const INSERTED = 128
/** Rows whose keys are prefetched, at least INSERTED. */
const AHEAD = 1024

/**
 * Reverses each group to oldest first and sorts it stably; `sign` is 1 for ascending, −1 for
 * descending.
 */
function sortGroups(newestFirst: ArcsByFunction, { major, count }: ArcKeys, sign: 1 | -1): ArcsByFunction {
  const { length, offsets, items: newest } = newestFirst
  const items: Uint32Array<ArrayBuffer> = newest.slice()
  const compare = (left: number, right: number): number =>
    sign * (major[left] - major[right] || count[left] - count[right])
  /** Major keys of the rows sorted so far. */
  const keys = new Float64Array(INSERTED)
  /** Keys of the rows at places `first` to `last` (exclusive). */
  const ahead = new Float64Array(AHEAD)
  let first = 0
  let last = 0
  for (let group = 0; group < length; group++) {
    const from = offsets[group]
    const to = offsets[group + 1]
    const size = to - from
    if (size < 2) continue
    if (size > INSERTED) {
      items.subarray(from, to).reverse().sort(compare)
      continue
    }
    if (to > last) {
      first = from
      last = Math.min(newest.length, from + AHEAD)
      fetchKeys(newest, major, sign, first, last, ahead)
    }
    for (let nth = 0; nth < size; nth++) {
      const row = newest[to - 1 - nth]
      const key = ahead[to - 1 - nth - first]
      let place = nth
      while (place > 0) {
        const before = keys[place - 1]
        if (before < key || (before === key && sign * (count[items[from + place - 1]] - count[row]) <= 0))
          break
        keys[place] = before
        items[from + place] = items[from + place - 1]
        place--
      }
      keys[place] = key
      items[from + place] = row
    }
  }
  return { length, offsets, items: asRows(items) }
}

/**
 * Prefetches keys, which are scattered over their column. A loop that does nothing else waits for
 * many at once; during sorting, each mispredicted comparison stops the processor's prefetching.
 */
function fetchKeys(
  rows: Uint32Array,
  major: Float64Array,
  sign: 1 | -1,
  from: number,
  end: number,
  keys: Float64Array,
): void {
  for (let at = from; at < end; at++) keys[at - from] = sign * major[rows[at]]
}

/** Most time first, then most calls; ties keep chain order. */
function listMembers({ profile, cycles, times }: AnalyzedProfile): Csr<CycleIndex, FunctionIndex> {
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

/** Size up to which a group is sorted on request. */
const LONG = 8000
/** Size up to which a group is sorted by comparison. */
const SHORT = 200
/** Number of viewed groups kept sorted. */
const KEPT = 1000

/** Arcs by FunctionIndex. */
type Groups = Map<number, Uint32Array>

const looked = new WeakMap<OrderedArcs, Groups>()

/**
 * Returns the arcs into a function (ArcIndex) in the order of gprof's parent lines: direct recursion first,
 * then arcs inside a cycle by calls, then all others by time passed, then by calls; ascending. Sorts them
 * if need be and keeps the last thousand results, which are shared: do not write to them.
 *
 * @param lines of the same analysis
 */
export function parentLines(analyzed: AnalyzedProfile, lines: EntryLines, f: FunctionIndex): Uint32Array {
  return linesOf(lines.parentArcs, f, () => sortGroup(analyzed, analyzed.profile.arcsByChild, f, 1))
}

/**
 * Returns the arcs out of a function (ArcIndex) in the order of gprof's child lines: by time passed, then
 * by calls, descending; then arcs inside a cycle by calls; direct recursion last. Sorts them if need be and
 * keeps the last thousand results, which are shared: do not write to them.
 *
 * @param lines of the same analysis
 */
export function childLines(analyzed: AnalyzedProfile, lines: EntryLines, f: FunctionIndex): Uint32Array {
  return linesOf(lines.childArcs, f, () => sortGroup(analyzed, analyzed.profile.arcsByParent, f, -1))
}

function linesOf(lines: OrderedArcs, f: FunctionIndex, sort: () => Uint32Array): Uint32Array {
  if (lines.items !== null) return groupAt(lines, f)
  const { functions, groups } = lines.long
  const group = lastAtOrBelow(functions, f)
  if (functions[group] === f) return groupAt(groups, group)
  const kept = looked.get(lines) ?? new Map<number, Uint32Array>()
  looked.set(lines, kept)
  const known = kept.get(f)
  if (known) return known
  if (kept.size === KEPT) kept.clear()
  const sorted = sort()
  kept.set(f, sorted)
  return sorted
}

/**
 * Returns the lines with all groups sorted, for callers that read all entries; sorts them if `lines` has
 * only the long groups.
 */
export function allLines(analyzed: AnalyzedProfile, lines: EntryLines): AllLines {
  const { parentArcs, childArcs, cycleMembers } = lines
  if (parentArcs.items === null || childArcs.items === null) return listEntryLines(analyzed)
  return { parentArcs, childArcs, cycleMembers }
}

/**
 * Returns the lines of all entries with only the groups of more than 8000 arcs sorted, because they take
 * too long on request. `parentLines` and `childLines` sort the others when they are read, `allLines` all of
 * them.
 */
export function listLongLines(analyzed: AnalyzedProfile): EntryLines {
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
  return { length, offsets, items: null, long: { functions: Uint32Array.from(functions), groups } }
}

/** Sorts one group as `listEntryLines` does; `sign` is 1 for ascending, −1 for descending. */
function sortGroup(
  analyzed: AnalyzedProfile,
  { offsets, items }: ArcsByFunction,
  group: number,
  sign: 1 | -1,
): Uint32Array {
  const { parent, child, count } = analyzed.profile.arcs
  const cycleOf = asArray(analyzed.cycles.cycleOf)
  const oldestFirst = items.slice(offsets[group], offsets[group + 1]).reverse()
  const key = new Float64Array(oldestFirst.length)
  const calls = new Float64Array(oldestFirst.length)
  oldestFirst.forEach((row, at) => {
    const arc = row as ArcIndex
    const time = arcTicks(analyzed, arc)
    key[at] = time === 0 ? rankOfTimeless(parent[arc], child[arc], cycleOf) : time
    calls[at] = count[arc]
  })
  const order =
    key.length > SHORT
      ? orderOfNumbers(key, sign < 0, orderOfNumbers(calls, sign < 0))
      : Uint32Array.from(key.keys()).sort(
          (left, right) => sign * (key[left] - key[right] || calls[left] - calls[right]) || left - right,
        )
  return order.map((at) => oldestFirst[at])
}
