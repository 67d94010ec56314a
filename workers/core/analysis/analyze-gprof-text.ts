// Analyses a profile read from a listing, from the numbers that the listing prints. Nothing is propagated
// again, because rounded times would yield other numbers.
import { asArray, asColumn, asRows } from '../base/columns.ts'
import { groupNewestFirst } from '../base/csr.ts'
import type { RawEntry } from '../formats/gprof-listing/types.ts'
import { type GprofTextProfile, grainTicks, ticksOf } from '../profile/from-gprof-text.ts'
import type { AnalyzedProfile, AsPrinted, CycleTable } from './analyzed-profile.ts'
import { buildCycles, type Components, findComponents } from './cycles.ts'
import { EMPTY_SCENARIO } from './scenario/scenario.ts'

/** The analysis of a listing's profile, with the numbers and positions of its cycles. */
export interface GprofTextAnalysis {
  readonly analyzed: AnalyzedProfile
  /** Number that the listing gives each cycle; 0 for none. */
  readonly cycleNumber: Int32Array
  /** Position of each cycle's own entry among the entries; −1 for none. */
  readonly cycleEntry: Int32Array
}

/**
 * Returns the analysis of a listing's profile, without a scenario. Cycles, propagated times and shares are as
 * printed; times in ticks, 0 where the listing prints none.
 */
export function analyzeGprofText(listed: GprofTextProfile): GprofTextAnalysis {
  const { profile, raw, functions, arcs } = listed
  const { length } = functions
  const { rate } = profile
  const components = listedComponents(listed)
  const found = buildCycles(profile, components)
  const { order, cycleNumber } = orderCycles(found, functions.cycle)
  const cycles = reorderCycles(found, order, length)
  const cycleEntry = findCycleEntries(raw.graph?.entries ?? [], cycleNumber)

  const childTicks = new Float64Array(length)
  const self = new Float64Array(length)
  const entryPercent = new Float64Array(length).fill(Number.NaN)
  for (let f = 0; f < length; f++) {
    const entry = functions.entry[f] < 0 ? null : (raw.graph?.entries[functions.entry[f]] ?? null)
    const line = entry ?? functions.member.get(f)
    self[f] = ticksOf(line?.self ?? (raw.graph === null ? flatSelf(listed, f) : 0), rate)
    childTicks[f] = ticksOf(line?.child ?? 0, rate)
    entryPercent[f] = entry?.percent ?? Number.NaN
  }
  const arcSelf = new Float64Array(arcs.length)
  const arcChild = new Float64Array(arcs.length)
  for (let arc = 0; arc < arcs.length; arc++) {
    const from = arcs.parent[arc]
    const to = arcs.child[arc]
    if (components.order[from] === components.order[to]) continue
    arcSelf[arc] = ticksOf(arcs.self[arc], rate)
    arcChild[arc] = ticksOf(arcs.childTime[arc], rate)
  }
  const ofCycles = cycleColumns(listed, cycles, cycleEntry, { self, childTicks })
  markIndexed(listed, cycleNumber, ofCycles.isPrinted)
  const granularity = raw.graph?.granularity
  const printedTicks = granularity ? grainTicks(granularity, rate) : profile.totals.ticks
  const analyzed: AnalyzedProfile = {
    profile,
    scenario: EMPTY_SCENARIO,
    cutArcs: new Uint32Array(0),
    cycles: { ...cycles, calls: asColumn(ofCycles.calls), internalCalls: asColumn(ofCycles.internalCalls) },
    times: {
      order: asColumn(components.order),
      childTicks: asColumn(childTicks),
      fraction: asColumn(new Float64Array(length).fill(1)),
      propagatedSelf: asColumn(self),
      propagatedChild: asColumn(childTicks.slice()),
      isPrinted: asColumn(functions.isPrinted),
      cycleSelfTicks: asColumn(ofCycles.self),
      cycleChildTicks: asColumn(ofCycles.child),
      cycleFraction: asColumn(Float64Array.from(ofCycles.isPrinted)),
      cyclePropagatedSelf: asColumn(ofCycles.self.slice()),
      cyclePropagatedChild: asColumn(ofCycles.child.slice()),
      cycleIsPrinted: asColumn(ofCycles.isPrinted),
    },
    arcTimes: { self: asColumn(arcSelf), child: asColumn(arcChild) },
    printedTicks: profile.hasHistogram ? printedTicks : 0,
    asPrinted: {
      ...flatColumns(listed),
      entryPercent: asColumn(entryPercent),
      cyclePercent: asColumn(ofCycles.percent),
    },
  }
  return { analyzed, cycleNumber, cycleEntry }
}

function flatSelf({ raw, functions }: GprofTextProfile, f: number): number {
  return raw.flat?.rows[functions.flatRow[f]]?.self ?? 0
}

/**
 * Functions that the listing puts in one cycle form one component, even if its arcs do not
 * connect them.
 */
function listedComponents({ profile, functions }: GprofTextProfile): Components {
  const { arcs } = profile
  const members = functions.cycle.reduce((count, cycle) => (cycle === 0 ? count : count + 1), 0)
  const parents = new Int32Array(arcs.length + members)
  const children = new Int32Array(arcs.length + members)
  parents.set(asArray(arcs.parent))
  children.set(asArray(arcs.child))
  let end: number = arcs.length
  const join = (from: number, to: number): void => {
    parents[end] = from
    children[end++] = to
  }
  const firstOf = new Map<number, number>()
  const lastOf = new Map<number, number>()
  functions.cycle.forEach((cycle, f) => {
    if (cycle === 0) return
    const last = lastOf.get(cycle)
    if (last === undefined) firstOf.set(cycle, f)
    else join(last, f)
    lastOf.set(cycle, f)
  })
  for (const [cycle, last] of lastOf) join(last, firstOf.get(cycle) ?? last)
  return findComponents(groupNewestFirst(parents, functions.length), children)
}

/** Orders cycles by the listing's numbers, cycles without a number last. */
function orderCycles(
  cycles: CycleTable,
  cycleOf: Int32Array,
): { readonly order: readonly number[]; readonly cycleNumber: Int32Array } {
  const number = new Int32Array(cycles.length)
  const { offsets, items } = cycles.members
  for (let cycle = 0; cycle < cycles.length; cycle++) {
    for (let at = offsets[cycle]; at < offsets[cycle + 1]; at++) {
      const printed = cycleOf[items[at]]
      if (printed > 0 && (number[cycle] === 0 || printed < number[cycle])) number[cycle] = printed
    }
  }
  const last = 2 ** 31
  const order = [...number.keys()].sort(
    (left, right) => (number[left] || last) - (number[right] || last) || left - right,
  )
  return { order, cycleNumber: Int32Array.from(order, (cycle) => number[cycle]) }
}

function reorderCycles(cycles: CycleTable, order: readonly number[], functions: number): CycleTable {
  const offsets = new Uint32Array(cycles.length + 1)
  const items = new Uint32Array(cycles.members.items.length)
  const cycleOf = new Int32Array(functions).fill(-1)
  let end = 0
  order.forEach((old, cycle) => {
    const members = cycles.members.items.subarray(
      cycles.members.offsets[old],
      cycles.members.offsets[old + 1],
    )
    items.set(members, end)
    for (const member of members) cycleOf[member] = cycle
    end += members.length
    offsets[cycle + 1] = end
  })
  const moved = (values: Float64Array) => Float64Array.from(order, (old) => values[old])
  return {
    length: cycles.length,
    cycleOf: asColumn(cycleOf),
    members: { length: cycles.length, offsets, items: asRows(items) },
    calls: asColumn(moved(asArray(cycles.calls))),
    internalCalls: asColumn(moved(asArray(cycles.internalCalls))),
  }
}

function findCycleEntries(entries: readonly RawEntry[], cycleNumber: Int32Array): Int32Array {
  const at = new Map<number, number>()
  entries.forEach(({ wholeCycle }, entry) => {
    if (wholeCycle > 0 && !at.has(wholeCycle)) at.set(wholeCycle, entry)
  })
  return cycleNumber.map((number) => (number > 0 ? (at.get(number) ?? -1) : -1))
}

/**
 * Columns of cycles: as printed in the entry of the whole cycle, or summed over the members if
 * there is none.
 */
function cycleColumns(
  { raw, arcs, profile }: GprofTextProfile,
  cycles: CycleTable,
  cycleEntry: Int32Array,
  members: { readonly self: Float64Array; readonly childTicks: Float64Array },
) {
  const { length } = cycles
  const self = new Float64Array(length)
  const child = new Float64Array(length)
  const percent = new Float64Array(length).fill(Number.NaN)
  const isPrinted = new Uint8Array(length)
  const calls = Float64Array.from(asArray(cycles.calls))
  const internalCalls = Float64Array.from(asArray(cycles.internalCalls))
  const cycleOf = asArray(cycles.cycleOf)
  for (let arc = 0; arc < arcs.length; arc++) {
    const cycle = cycleOf[arcs.child[arc]]
    if (cycle >= 0 && arcs.of[arc] > 0 && cycleOf[arcs.parent[arc]] !== cycle) calls[cycle] = arcs.of[arc]
  }
  for (let cycle = 0; cycle < length; cycle++) {
    const entry = cycleEntry[cycle] < 0 ? undefined : raw.graph?.entries[cycleEntry[cycle]]
    if (entry) {
      self[cycle] = ticksOf(entry.self, profile.rate)
      child[cycle] = ticksOf(entry.child, profile.rate)
      percent[cycle] = entry.percent
      isPrinted[cycle] = 1
      if (entry.calls >= 0) calls[cycle] = entry.calls
      internalCalls[cycle] = entry.selfCalls
      continue
    }
    for (let at = cycles.members.offsets[cycle]; at < cycles.members.offsets[cycle + 1]; at++) {
      self[cycle] += members.self[cycles.members.items[at]]
      child[cycle] += members.childTicks[cycles.members.items[at]]
    }
  }
  return { self, child, percent, isPrinted, calls, internalCalls }
}

/**
 * In a listing by lines (`-l`) cycles have no entries, but their numbers in the index look as if
 * they had.
 */
function markIndexed({ raw }: GprofTextProfile, cycleNumber: Int32Array, isPrinted: Uint8Array): void {
  const printed = new Set<string>()
  for (const item of raw.index?.items ?? []) if (item.isPrinted) printed.add(item.name)
  cycleNumber.forEach((number, cycle) => {
    if (printed.has(`<cycle ${number}>`)) isPrinted[cycle] = 1
  })
}

function flatColumns({ raw, functions }: GprofTextProfile): Omit<AsPrinted, 'entryPercent' | 'cyclePercent'> {
  const { length } = functions
  const flatPercent = new Float64Array(length).fill(Number.NaN)
  const flatCalls = new Float64Array(length)
  const selfPerCall = new Float64Array(length).fill(Number.NaN)
  const totalPerCall = new Float64Array(length).fill(Number.NaN)
  for (let f = 0; f < length; f++) {
    const row = functions.flatRow[f] < 0 ? undefined : raw.flat?.rows[functions.flatRow[f]]
    if (!row) continue
    flatPercent[f] = row.percent
    flatCalls[f] = Math.max(0, row.calls)
    selfPerCall[f] = row.selfPerCall
    totalPerCall[f] = row.totalPerCall
  }
  return {
    period: raw.flat?.period ?? '',
    flatShare: raw.flat?.granularity?.share ?? 0,
    graphShare: raw.graph?.granularity?.share ?? 0,
    flatPercent: asColumn(flatPercent),
    flatCalls: asColumn(flatCalls),
    selfPerCall: asColumn(selfPerCall),
    totalPerCall: asColumn(totalPerCall),
    files: functions.file,
  }
}
