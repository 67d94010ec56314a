// The lines of entries one entry at a time. To put all arcs of a large profile in order takes longer than all that its first
// rows need, and a person looks at few entries: theirs are put in order when somebody looks, all but the longest.
import { asArray, asRows } from '../../base/as-column.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { arcTicks } from '../../analysis/time/arc-times.ts'
import { groupAt } from '../../base/csr.ts'
import { orderOfNumbers } from '../../base/sorting/order-numbers.ts'
import { lastAtOrBelow } from '../../base/search.ts'
import type { ArcIndex, ArcsByFunction, FunctionIndex } from '../../profile/tables.ts'
import {
  listEntryLines,
  listMembers,
  rankOfTimeless,
  type AllLines,
  type EntryLines,
  type LongOrdered,
  type OrderedArcs,
} from './all-lines.ts'

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
