// The lines of all entries under a scenario, from their order under another: only groups where something changed are sorted.
import { asArray } from '../../base/as-column.ts'
import type { AnalyzedProfile, CycleTable } from '../../analysis/analyzed-profile.ts'
import { renumberItems } from '../../analysis/scenario/cut-arcs.ts'
import type { ArcTimeColumns } from '../../analysis/time/arc-times.ts'
import { sortNearly } from '../../base/sorting/sort-nearly.ts'
import type { CallGraphProfile } from '../../profile/call-graph-profile.ts'
import type { ArcsByFunction } from '../../profile/tables.ts'
import { listMembers, majorKey, type AllLines } from './all-lines.ts'

/** Up to here, groups are sorted row by row. */
const SHORT = 12

/** Arcs as entries list them, numbered as without cuts, those that are cut among them; to be written into. */
export interface ArcOrder {
  readonly parentArcs: Uint32Array
  readonly childArcs: Uint32Array
}

/**
 * As `listEntryLines` makes them, beginning with the order under another scenario.
 *
 * @param plain      the profile without cuts
 * @param times      by ArcIndex without cuts; of arcs that are cut, nothing is known
 * @param isChanged  by function, 1 for both ends of each arc whose place among others may be another
 * @param renumbered for each arc of `plain` its number now; NONE if it is cut
 */
export function relistEntryLines(
  analyzed: AnalyzedProfile,
  plain: CallGraphProfile,
  times: ArcTimeColumns,
  order: ArcOrder,
  isChanged: Uint8Array,
  renumbered: Int32Array,
): AllLines {
  const sort = resorter(plain, analyzed.cycles, times, isChanged)
  sort(plain.arcsByChild, order.parentArcs, 1)
  sort(plain.arcsByParent, order.childArcs, -1)
  const { arcsByParent, arcsByChild } = analyzed.profile
  const { length } = analyzed.cutArcs
  return {
    parentArcs: { ...arcsByChild, items: renumberItems(order.parentArcs, renumbered, length) },
    childArcs: { ...arcsByParent, items: renumberItems(order.childArcs, renumbered, length) },
    cycleMembers: listMembers(analyzed),
  }
}

/**
 * Sorts groups of arcs where something changed, in place.
 * `sign` is 1 for ascending, −1 for descending; equals stand oldest first either way, and rows number arcs by age.
 */
function resorter(
  { arcs }: CallGraphProfile,
  cycles: CycleTable,
  { self, child }: ArcTimeColumns,
  isChanged: Uint8Array,
): (groups: ArcsByFunction, items: Uint32Array, sign: 1 | -1) => void {
  const majorOf = majorKey(arcs, cycles, self, child)
  const count = asArray(arcs.count)
  // Filled in where it is needed.
  const major = new Float64Array(count.length)
  return ({ length, offsets }, items, sign) => {
    const compare = (left: number, right: number): number =>
      sign * (major[left] - major[right] || count[left] - count[right]) || left - right
    const sort = (start: number, end: number): void => {
      for (let at = start; at < end; at++) major[items[at]] = majorOf(items[at])
      // Most groups are short, and most of these in order already.
      if (end - start > SHORT) sortNearly(items, compare, start, end)
      else insertionSort(items, compare, start, end)
    }
    for (let group = 0; group < length; group++) {
      if (isChanged[group] === 1) sort(offsets[group], offsets[group + 1])
    }
  }
}

function insertionSort(
  rows: Uint32Array,
  compare: (left: number, right: number) => number,
  from: number,
  end: number,
): void {
  for (let at = from + 1; at < end; at++) {
    const row = rows[at]
    let to = at
    while (to > from && compare(rows[to - 1], row) > 0) {
      rows[to] = rows[to - 1]
      to--
    }
    rows[to] = row
  }
}
