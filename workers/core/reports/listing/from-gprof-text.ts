// Listing of a profile that was read from gprof’s own text, in the order of the text.
//
// Nothing is sorted: rows, entries and lines are in the listing’s order. Its style is stored.
import { asArray, asColumn, asRows, NONE } from '../../base/columns.ts'
import type { Csr } from '../../base/csr.ts'
import { orderOfStrings } from '../../base/order-strings.ts'
import type { CycleIndex } from '../../analysis/analyzed-profile.ts'
import type { GprofTextAnalysis } from '../../analysis/analyze-gprof-text.ts'
import { type GprofTextProfile, ticksOf } from '../../profile/from-gprof-text.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import type { EntryTable } from './entries.ts'
import { type FlatProfile, listFlatProfile, rankByCalls, unitOf } from './flat-profile.ts'
import type { Listing } from './listing.ts'

/** gprof's default width of the index, in characters. */
export const INDEX_WIDTH = 80

/** Style of a listing that was read: its parts and options. See `TextStyle` for the options. */
export interface GprofTextStyle {
  readonly traditional: boolean
  readonly explained: boolean
  readonly showUnused: boolean
  /** Whether the listing has a flat profile and a call graph; the index belongs to the graph. */
  readonly flat: boolean
  readonly graph: boolean
  /** Page width that the index was formatted for, in characters. */
  readonly width: number
}

/**
 * Numbers of entries may have gaps where a filter omitted some. If there are more missing numbers
 * than this, entries are renumbered.
 */
const MOST_GAPS = 200_000
const GAPS_PER_ROW = 32

/**
 * Returns the listing of a profile that was read from gprof's text. Rows, entries and lines are in the
 * order of the text; a part that the text lacks is sorted like gprof's.
 *
 * @param analysis of the same text
 */
export function listGprofText(listed: GprofTextProfile, analysis: GprofTextAnalysis): Listing {
  const { raw, functions, arcs } = listed
  return {
    entries: listEntries(listed, analysis),
    lines: {
      parentArcs: arcs.parentArcs,
      childArcs: arcs.childArcs,
      cycleMembers: listMembers(listed, analysis),
    },
    flat: listFlat(listed, analysis),
    ...(raw.index === null ? {} : { indexedFunctions: functions.indexed }),
  }
}

/** Without a flat profile in the text, lists functions by the self time of their entries. */
function listFlat(
  { raw, functions, profile }: GprofTextProfile,
  { analyzed }: GprofTextAnalysis,
): FlatProfile {
  if (raw.flat === null) {
    const { functions: table } = analyzed.profile
    return listFlatProfile(analyzed, rankByCalls(table, orderOfStrings(table.names)))
  }
  const { rows, prefix } = raw.flat
  const printed = new Uint32Array(rows.length)
  const rest: number[] = []
  const ranks = new Uint32Array(functions.length)
  for (let f = 0; f < functions.length; f++) {
    const row = functions.flatRow[f]
    if (row < 0) {
      rest.push(f)
      continue
    }
    printed[row] = f
    ranks[f] = row + 1
  }
  return {
    order: Uint32Array.from([...printed, ...rest]),
    printed,
    cumulativeTicks: Float64Array.from(rows, ({ cumulative }) => ticksOf(cumulative, profile.rate)),
    perCallUnit: unitOf(prefix),
    ranks,
  }
}

function listEntries(listed: GprofTextProfile, analysis: GprofTextAnalysis): EntryTable {
  const { raw, functions } = listed
  const { cycleNumber } = analysis
  const cycleEntryNumbers = findCycleNumbers(listed, analysis)
  const numbers = [...functions.number, ...cycleEntryNumbers]
  const { entryOf, length } = placeNumbers(numbers)
  const functionOf = new Int32Array(length).fill(NONE)
  const cycleOf = new Int32Array(length).fill(NONE)
  for (let f = 0; f < functions.length; f++) functionOf[entryOf[f]] = f
  for (let cycle = 0; cycle < cycleNumber.length; cycle++) cycleOf[entryOf[functions.length + cycle]] = cycle
  const printed: number[] = []
  const cycleAt = new Map<number, number>()
  analysis.cycleEntry.forEach((at, cycle) => cycleAt.set(at, cycle))
  raw.graph?.entries.forEach(({ number, wholeCycle }, at) => {
    const f = wholeCycle > 0 ? undefined : functions.byNumber.get(number)
    const cycle = cycleAt.get(at)
    if (wholeCycle > 0) {
      if (cycle !== undefined) printed.push(entryOf[functions.length + cycle])
    } else if (f !== undefined && functions.entry[f] === at) printed.push(entryOf[f])
  })
  if (raw.graph === null) for (let f = 0; f < functions.length; f++) printed.push(entryOf[f])
  const positions = new Uint32Array(length)
  printed.forEach((entry, at) => {
    positions[entry] = at + 1
  })
  const { profile, cycles } = analysis.analyzed
  const calls = [profile.functions.calls, profile.functions.selfCalls, cycles.calls, cycles.internalCalls]
  let mostCalls = 0
  for (const column of calls.map(asArray)) for (const count of column) mostCalls = Math.max(mostCalls, count)
  return {
    length,
    functionOf: asColumn(functionOf),
    cycleOf: asColumn(cycleOf),
    entryOfFunction: asColumn(entryOf.slice(0, functions.length)),
    entryOfCycle: asColumn(entryOf.slice(functions.length)),
    printed: Uint32Array.from(printed),
    positions,
    callDigits: `${mostCalls}`.length,
  }
}

/** Numbers of cycles by their own entries, else by the index; 0 if neither has one. */
function findCycleNumbers(
  { raw, functions }: GprofTextProfile,
  analysis: GprofTextAnalysis,
): readonly number[] {
  const indexed = new Map<number, number>()
  for (const { name, number } of raw.index?.items ?? []) {
    const cycle = /^<cycle (\d{1,9})>$/.exec(name)
    if (cycle && !functions.byNumber.has(number)) indexed.set(Number(cycle[1]), number)
  }
  return Array.from(analysis.cycleNumber, (number, cycle) => {
    const entry = raw.graph?.entries[analysis.cycleEntry[cycle]]
    return entry?.number ?? indexed.get(number) ?? 0
  })
}

/** Puts rows in the places of their numbers, from 1; rows without a number follow the last. */
function placeNumbers(numbers: readonly number[]): { readonly entryOf: Int32Array; readonly length: number } {
  const taken = new Set<number>()
  const wanted = numbers.map((number) => {
    if (number <= 0 || taken.has(number)) return 0
    taken.add(number)
    return number
  })
  let last = 0
  for (const number of taken) last = Math.max(last, number)
  const isDense = last <= MOST_GAPS + GAPS_PER_ROW * numbers.length
  const rank = new Map<number, number>()
  if (!isDense) {
    const sorted = [...taken].sort((left, right) => left - right)
    sorted.forEach((number, at) => rank.set(number, at + 1))
    last = taken.size
  }
  let length = last
  const entryOf = Int32Array.from(wanted, (number) =>
    number === 0 ? length++ : (isDense ? number : (rank.get(number) ?? 1)) - 1,
  )
  return { entryOf, length }
}

/** Members as listed in the cycle's own entry; missing ones come last. */
function listMembers(
  { raw, functions }: GprofTextProfile,
  { analyzed, cycleEntry }: GprofTextAnalysis,
): Csr<CycleIndex, FunctionIndex> {
  const { length, offsets, items } = analyzed.cycles.members
  const listed = new Uint32Array(items.length)
  const cycleOf = asArray(analyzed.cycles.cycleOf)
  let end = 0
  for (let cycle = 0; cycle < length; cycle++) {
    const rows = new Set<number>()
    for (const { number } of raw.graph?.entries[cycleEntry[cycle]]?.lines ?? []) {
      const f = functions.byNumber.get(number)
      if (f !== undefined && cycleOf[f] === cycle) rows.add(f)
    }
    for (const f of items.subarray(offsets[cycle], offsets[cycle + 1])) rows.add(f)
    for (const f of rows) listed[end++] = f
  }
  return { length, offsets, items: asRows(listed) }
}
