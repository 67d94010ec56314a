// The lines of call-graph entries, in gprof's order, for every function at once.
import type { Csr } from '../base/csr.ts'
import { sortNearly } from '../base/sort-nearly.ts'
import type { AnalyzedProfile, CycleIndex } from '../analysis/analyzed-profile.ts'
import type { ArcIndex, FunctionIndex } from '../profile/tables.ts'

export interface EntryLines {
  /** Arcs into each function, as gprof orders its parents lines (ascending). Groups by FunctionIndex, items are ArcIndex. */
  readonly parentArcs: Csr
  /** Arcs out of each function, as gprof orders its children lines (descending). */
  readonly childArcs: Csr
  /** Members of each cycle, as its own entry lists them. Groups by CycleIndex, items are FunctionIndex. */
  readonly cycleMembers: Csr
}

export function listEntryLines(analyzed: AnalyzedProfile): EntryLines {
  const { profile } = analyzed
  const compare = arcOrder(analyzed)
  return {
    parentArcs: sortGroups(profile.arcsByChild, compare),
    childArcs: sortGroups(profile.arcsByParent, (left, right) => compare(right, left)),
    cycleMembers: listMembers(analyzed),
  }
}

/** The same, beginning with the lines of the plain profile, of which some arcs are cut. */
export function relistEntryLines(analyzed: AnalyzedProfile, plain: EntryLines): EntryLines {
  const keys = arcKeys(analyzed)
  const { cutArcs } = analyzed
  return {
    parentArcs: resortGroups(plain.parentArcs, cutArcs, keys, 1),
    childArcs: resortGroups(plain.childArcs, cutArcs, keys, -1),
    cycleMembers: listMembers(analyzed),
  }
}

/** @param sign 1 for ascending, −1 for descending; equals stand oldest first either way, and rows number arcs by age */
function resortGroups(
  { length, offsets, items }: Csr,
  cut: Uint32Array,
  { major, count }: ArcKeys,
  sign: 1 | -1,
): Csr {
  const compare = (left: number, right: number): number =>
    sign * (major[left] - major[right] || count[left] - count[right]) || left - right
  const renumbered = renumberWithout(cut, items.length)
  const keptOffsets = new Uint32Array(length + 1)
  const kept = new Uint32Array(items.length - cut.length)
  let end = 0
  for (let group = 0; group < length; group++) {
    const start = end
    let isSorted = true
    for (let at = offsets[group]; at < offsets[group + 1]; at++) {
      const arc = renumbered[items[at]]
      if (arc < 0) continue
      if (end > start && isSorted) isSorted = compare(kept[end - 1], arc) < 0
      kept[end++] = arc
    }
    keptOffsets[group + 1] = end
    if (!isSorted) sortNearly(kept, compare, start, end)
  }
  return { length, offsets: keptOffsets, items: kept }
}

function renumberWithout(cut: Uint32Array, length: number): Int32Array {
  const renumbered = new Int32Array(length)
  let below = 0
  for (let arc = 0; arc < length; arc++) {
    const isCut = cut[below] === arc
    renumbered[arc] = isCut ? -1 : arc - below
    if (isCut) below++
  }
  return renumbered
}

/**
 * Self arcs come first, then arcs inside a cycle by count, then all others by the time they pass, then by count.
 * A total order up to equals, which keep the order in which they were first recorded.
 */
function arcOrder(analyzed: AnalyzedProfile): (left: number, right: number) => number {
  const { major, count } = arcKeys(analyzed)
  return (left, right) => major[left] - major[right] || count[left] - count[right]
}

interface ArcKeys {
  /** −2 for a self arc, −1 inside a cycle, else the time passed. */
  readonly major: Float64Array
  readonly count: Float64Array
}

function arcKeys({ profile, cycles, times }: AnalyzedProfile): ArcKeys {
  const { arcs } = profile
  const self = times.arcSelfTicks as unknown as Float64Array
  const child = times.arcChildTicks as unknown as Float64Array
  const major = new Float64Array(arcs.length)
  for (let a = 0; a < arcs.length; a++) {
    const arc = a as ArcIndex
    const from = arcs.parent[arc]
    const to = arcs.child[arc]
    const cycle = cycles.cycleOf[from]
    const isInside = cycle >= 0 && cycle === cycles.cycleOf[to]
    major[a] = from === to ? -2 : isInside ? -1 : self[a] + child[a]
  }
  return { major, count: arcs.count as unknown as Float64Array }
}

const SHORT = 12

/** Turns each group oldest first and sorts it stably. */
function sortGroups(newestFirst: Csr, compare: (left: number, right: number) => number): Csr {
  const { length, offsets } = newestFirst
  const items = newestFirst.items.slice()
  for (let group = 0; group < length; group++) {
    const from = offsets[group]
    const to = offsets[group + 1]
    if (to - from < 2) continue
    const rows = items.subarray(from, to)
    rows.reverse()
    if (rows.length > SHORT) rows.sort(compare)
    else insertionSort(rows, compare)
  }
  return { length, offsets, items }
}

function insertionSort(rows: Uint32Array, compare: (left: number, right: number) => number): void {
  for (let at = 1; at < rows.length; at++) {
    const row = rows[at]
    let to = at
    while (to > 0 && compare(rows[to - 1], row) > 0) {
      rows[to] = rows[to - 1]
      to--
    }
    rows[to] = row
  }
}

/** Most time first, then most calls; equals stay in chain order. */
function listMembers({ profile, cycles, times }: AnalyzedProfile): Csr {
  const { functions } = profile
  const { length, offsets } = cycles.members
  const items = cycles.members.items.slice()
  const time = (f: number): number =>
    times.propagatedSelf[f as FunctionIndex] + times.propagatedChild[f as FunctionIndex]
  const calls = (f: number): number =>
    functions.calls[f as FunctionIndex] + functions.selfCalls[f as FunctionIndex]
  for (let cycle = 0; cycle < length; cycle++) {
    items
      .subarray(offsets[cycle], offsets[cycle + 1])
      .sort((left, right) => time(right) - time(left) || calls(right) - calls(left))
  }
  return { length, offsets, items }
}

/** Calls by which a line's count is divided: into the function, or into its whole cycle. */
export function callsOfHead({ profile, cycles }: AnalyzedProfile, f: FunctionIndex): number {
  const cycle = cycles.cycleOf[f]
  return cycle < 0 ? profile.functions.calls[f] : cycles.calls[cycle as CycleIndex]
}

/** True for direct recursion and for arcs between members of one cycle: they pass no time. */
export function passesNoTime({ profile, cycles }: AnalyzedProfile, arc: ArcIndex): boolean {
  const parent = profile.arcs.parent[arc]
  const child = profile.arcs.child[arc]
  if (parent === child) return true
  const cycle = cycles.cycleOf[parent]
  return cycle >= 0 && cycle === cycles.cycleOf[child]
}
