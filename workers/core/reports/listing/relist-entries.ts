// The order of entries from that under another scenario: what `listEntries` makes, where few of its rows changed.
import { asArray } from '../../base/as-column.ts'
import { NONE } from '../../base/brand.ts'
import { reorder } from '../../base/sorting/reorder.ts'
import { compareStrings } from '../../base/string-table.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { isUnderscored, numberEntries, type EntryIndex, type EntryTable } from './entries.ts'

/** Functions and, numbered after them, cycles, in the order of their entries. */
export function orderOfEntries({ length, functionOf, cycleOf, entryOfFunction }: EntryTable): Uint32Array {
  const order = new Uint32Array(length)
  for (let entry = 0; entry < length; entry++) {
    const f = functionOf[entry as EntryIndex]
    order[entry] = f === NONE ? entryOfFunction.length + cycleOf[entry as EntryIndex] : f
  }
  return order
}

/**
 * The same as `listEntries`, beginning with the order under another scenario.
 *
 * @param isChanged 1 for a function whose place may be another
 */
export function relistEntries(
  analyzed: AnalyzedProfile,
  before: Uint32Array,
  isChanged: Uint8Array,
): { readonly entries: EntryTable; readonly order: Uint32Array } {
  const count = analyzed.profile.functions.length
  const rows = new Uint32Array(count)
  let length = 0
  for (let entry = 0; entry < before.length; entry++) {
    const row = before[entry]
    if (row < count) rows[length++] = row
  }
  const cycles = Array.from({ length: analyzed.cycles.length }, (_, cycle) => count + cycle)
  const order = reorder(rows, isChanged, cycles, entryOrder(analyzed))
  return { entries: numberEntries(analyzed, order), order }
}

/** What decides on the place of a function or, numbered after them, a cycle: the greater comes first. */
interface EntryKeys {
  /** Time, self and inherited together. */
  readonly total: (row: number) => number
  /** 2 for a whole cycle, 1 for a name without a leading underscore, 0 with. */
  readonly rank: (row: number) => number
  /** 0 for a cycle. */
  readonly calls: (row: number) => number
}

/** The first key counts most; where all are equal, the name decides. */
function entryOrder(analyzed: AnalyzedProfile): (left: number, right: number) => number {
  const { total, rank, calls } = entryKeys(analyzed)
  const byName = entriesByName(analyzed)
  return (left, right) => {
    const difference = total(left) - total(right)
    if (difference > 0) return -1
    if (difference < 0) return 1
    return rank(right) - rank(left) || calls(right) - calls(left) || byName(left, right)
  }
}

function entriesByName({ profile }: AnalyzedProfile): (left: number, right: number) => number {
  const { names, length } = profile.functions
  return (left, right) => (left >= length ? 0 : compareStrings(names, left, right)) || left - right
}

function entryKeys({ profile, times }: AnalyzedProfile): EntryKeys {
  const { functions } = profile
  const { length, names } = functions
  const calls = asArray(functions.calls)
  const self = asArray(times.propagatedSelf)
  const child = asArray(times.propagatedChild)
  const cycleSelf = asArray(times.cyclePropagatedSelf)
  const cycleChild = asArray(times.cyclePropagatedChild)
  return {
    total: (row) =>
      row < length ? self[row] + child[row] : cycleSelf[row - length] + cycleChild[row - length],
    rank: (row) => (row >= length ? 2 : isUnderscored(names, row) ? 0 : 1),
    calls: (row) => (row < length ? calls[row] : 0),
  }
}
