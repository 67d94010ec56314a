// The lines of call-graph entries, in gprof's order: of every function at once, or one entry at a time. To put all arcs of a large
// profile in order takes longer than all that its first rows need, and a person looks at few entries: theirs are put in order when
// somebody looks, all but the longest.
import { asArray, asRows } from '../../base/columns.ts'
import type { AnalyzedProfile, CycleIndex, CycleTable } from '../../analysis/analyzed-profile.ts'
import { arcTicks, arcTimesOf } from '../../analysis/arc-times.ts'
import { type Csr, groupAt } from '../../base/csr.ts'
import { lastAtOrBelow, orderOfNumbers } from '../../base/sorting.ts'
import type { ArcIndex, ArcsByFunction, ArcTable, FunctionIndex } from '../../profile/call-graph-profile.ts'

export interface EntryLines {
  /** Arcs into each function, as gprof orders its parents lines (ascending). */
  readonly parentArcs: OrderedArcs
  /** Arcs out of each function, as gprof orders its children lines (descending). */
  readonly childArcs: OrderedArcs
  /** Members of each cycle, as its own entry lists them. */
  readonly cycleMembers: Csr<CycleIndex, FunctionIndex>
}

/** All groups in order; or, for who looks at a few of them, those that take long. Read with `parentLines` and `childLines`. */
type OrderedArcs = ArcsByFunction | LongOrdered

interface LongOrdered extends Omit<ArcsByFunction, 'items'> {
  readonly items: null
  /** Groups of so many arcs that nobody is to wait for their order. */
  readonly long: {
    /** FunctionIndex by group, ascending. */
    readonly functions: Uint32Array<ArrayBuffer>
    readonly groups: Csr<number, ArcIndex>
  }
}

/** The lines of all entries in order. */
export interface AllLines extends EntryLines {
  readonly parentArcs: ArcsByFunction
  readonly childArcs: ArcsByFunction
}

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
 * Self arcs come first, then arcs inside a cycle by count, then all others by the time they pass, then by count.
 * A total order up to equals, which keep the order in which they were first recorded.
 */
interface ArcKeys {
  /** −2 for a self arc, −1 inside a cycle, else the time passed. */
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

/** What an arc is placed by first. */
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
    // Self arcs and those inside a cycle pass none: of others, there is no need to ask.
    return time === 0 ? rankOfTimeless(parent[arc], child[arc], cycleOf) : time
  }
}

/** In place of its time, where an arc passes none. */
function rankOfTimeless(parent: number, child: number, cycleOf: Int32Array): number {
  if (parent === child) return -2
  return cycleOf[parent] >= 0 && cycleOf[parent] === cycleOf[child] ? -1 : 0
}

/** Up to here, moving rows along with their keys takes less time than calling back for each comparison. */
const INSERTED = 128
/** Rows whose keys are brought near together, no fewer than INSERTED. */
const AHEAD = 1024

/** Turns each group oldest first and sorts it stably; `sign` is 1 for ascending, −1 for descending. */
function sortGroups(newestFirst: ArcsByFunction, { major, count }: ArcKeys, sign: 1 | -1): ArcsByFunction {
  const { length, offsets, items: newest } = newestFirst
  const items: Uint32Array<ArrayBuffer> = newest.slice()
  const compare = (left: number, right: number): number =>
    sign * (major[left] - major[right] || count[left] - count[right])
  /** Of the rows in order so far, their major keys. */
  const keys = new Float64Array(INSERTED)
  /** Those of the rows at the places from `first` up to `last`. */
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
 * Keys lie all over their column. In a loop that does nothing else many are waited for together; while rows are put in order,
 * each wrong guess of the processor about which goes first ends its looking ahead.
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

/** Most time first, then most calls; equals stay in chain order. */
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

/** Up to here a group is put in order in a moment. */
const LONG = 8000
/** Up to here by comparing. */
const SHORT = 200
/** So many groups that were looked at are kept in order. */
const KEPT = 1000

/** FunctionIndex to its arcs. */
type Groups = Map<number, Uint32Array>

const looked = new WeakMap<OrderedArcs, Groups>()

/** Arcs into a function in the order of its entry's lines. Items are ArcIndex. */
export function parentLines(analyzed: AnalyzedProfile, lines: EntryLines, f: FunctionIndex): Uint32Array {
  return linesOf(lines.parentArcs, f, () => sortGroup(analyzed, analyzed.profile.arcsByChild, f, 1))
}

/** Likewise arcs out of it. */
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

/** For who goes through the lines of all entries. */
export function allLines(analyzed: AnalyzedProfile, lines: EntryLines): AllLines {
  const { parentArcs, childArcs, cycleMembers } = lines
  if (parentArcs.items === null || childArcs.items === null) return listEntryLines(analyzed)
  return { parentArcs, childArcs, cycleMembers }
}

/** In order only what takes long. */
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

/** The order that `listEntryLines` gives a group; `sign` is 1 for ascending, −1 for descending. */
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
