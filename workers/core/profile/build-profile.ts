// Builds a CallGraphProfile from symbols, summed histograms and tallied arcs: samples per function, static
// arcs without a count, and the source line of each function.
import { asArray, asColumn, NONE } from '../base/columns.ts'
import { assert } from '../base/result.ts'
import { groupNewestFirst } from '../base/csr.ts'
import type { SymbolTable } from '../symbols/symbol-table.ts'
import type {
  ArcGroups,
  ArcIndex,
  ArcsByFunction,
  ArcTable,
  ArcTables,
  CallGraphProfile,
  FunctionIndex,
  FunctionTable,
  SourceTable,
} from './call-graph-profile.ts'
import { excludedBy, type FilterTables } from './filters.ts'
import type { HistogramSum, SummedHistogram } from './sum/sum-histograms.ts'
import type { ArcTally, TalliedArcs } from './sum/tally-arcs.ts'
import { lastAtOrBelow } from '../base/sorting.ts'
import type { PossibleArcs } from './possible-arcs.ts'
import type { SourceLocations } from '../formats/source-lines.ts'

/** Calls into each function from others, and from itself; both follow from the arcs alone. */
export function countCalls(
  arcs: TalliedArcs,
  functions: number,
): { readonly calls: Float64Array<ArrayBuffer>; readonly selfCalls: Float64Array<ArrayBuffer> } {
  const calls = new Float64Array(functions)
  const selfCalls = new Float64Array(functions)
  for (let arc = 0; arc < arcs.length; arc++) {
    const child = arcs.child[arc]
    const target = arcs.parent[arc] === child ? selfCalls : calls
    target[child] = target[child] + arcs.count[arc]
  }
  return { calls, selfCalls }
}

export interface ProfileInput {
  readonly symbols: SymbolTable
  readonly filters: FilterTables
  readonly histograms: HistogramSum
  readonly arcs: ArcTally
  readonly hasArcs: boolean
  /** Profile files that went in. */
  readonly runs: number
}

export function buildProfile(input: ProfileInput): CallGraphProfile {
  const { symbols, histograms } = input
  const isLeftOut = excludedBy(input.filters.flat, symbols.length)
  const ticks = assignTicks(histograms.records, histograms.scale, symbols, isLeftOut)
  const arcs = input.arcs.result()
  const { calls, selfCalls } = countCalls(arcs, symbols.length)
  const functions: FunctionTable = {
    length: symbols.length,
    address: asColumn(symbols.address),
    last: asColumn(symbols.last),
    names: symbols.names,
    ...(symbols.prefix === undefined ? {} : { namePrefix: symbols.prefix }),
    isStatic: asColumn(symbols.isStatic),
    isFunction: asColumn(symbols.isFunction),
    isLeftOut: asColumn(isLeftOut),
    selfTicks: asColumn(ticks.selfTicks),
    calls: asColumn(calls),
    selfCalls: asColumn(selfCalls),
  }
  return {
    functions,
    ...arcTables(arcs, symbols.length),
    hasHistogram: histograms.records.length > 0,
    hasArcs: input.hasArcs,
    rate: histograms.rate,
    scale: histograms.scale,
    dimension: histograms.dimension,
    abbreviation: histograms.abbreviation,
    totals: {
      ticks: ticks.total,
      recordedTicks: ticks.recorded,
      unattributedTicks: Math.max(0, ticks.recorded - ticks.attributed),
      arcRecords: input.arcs.records,
      droppedArcRecords: input.arcs.dropped,
      runs: input.runs,
    },
    sources: null,
  }
}

/** The arc table and its two groupings; all arcs count as recorded. */
export function arcTables(arcs: TalliedArcs, functions: number): ArcTables {
  const table: ArcTable = {
    length: arcs.length,
    parent: asColumn(arcs.parent),
    child: asColumn(arcs.child),
    count: asColumn(narrowed(arcs.count)),
  }
  return {
    arcs: table,
    recordedArcs: arcs.length,
    ...groupArcs(table, functions, arcs.byChild),
  }
}

/** Arcs by parent and by child; `arcsByChild` where they are grouped by child already. */
export function groupArcs(
  { parent, child }: Pick<ArcTable, 'parent' | 'child'>,
  functions: number,
  arcsByChild: ArcsByFunction = groupNewestFirst(asArray(child), functions),
): ArcGroups {
  return { arcsByParent: groupNewestFirst(asArray(parent), functions), arcsByChild }
}

/** In half the memory, unless there are counts of more than 32 bits. */
function narrowed(counts: TalliedArcs['count']): TalliedArcs['count'] {
  if (counts instanceof Uint32Array) return counts
  const narrow = new Uint32Array(counts.length)
  for (let arc = 0; arc < counts.length; arc++) {
    narrow[arc] = counts[arc]
    if (narrow[arc] !== counts[arc]) return counts
  }
  return narrow
}

/** The invariants of a profile as code; tests call it on everything. */
export function checkProfile(profile: CallGraphProfile): void {
  const { functions, arcs, arcsByParent, arcsByChild } = profile
  for (const [name, column] of Object.entries(functions)) {
    if (typeof column !== 'object') continue
    assert(column.length === functions.length, `column functions.${name} has another length`)
  }
  for (const [name, column] of Object.entries(arcs)) {
    if (typeof column !== 'object') continue
    assert((column as { length: number }).length === arcs.length, `column arcs.${name} has another length`)
  }
  for (let f = 1; f < functions.length; f++) {
    const before = functions.address[(f - 1) as FunctionIndex]
    assert(before < functions.address[f as FunctionIndex], 'addresses do not ascend')
  }
  const seen = new Set<number>()
  for (let a = 0; a < arcs.length; a++) {
    const parent = arcs.parent[a as ArcIndex]
    const child = arcs.child[a as ArcIndex]
    assert(parent >= 0 && parent < functions.length, 'an arc has no parent')
    assert(child >= 0 && child < functions.length, 'an arc has no child')
    const pair = parent * functions.length + child
    assert(!seen.has(pair), 'two arcs join the same pair')
    seen.add(pair)
  }
  for (let a = profile.recordedArcs; a < arcs.length; a++)
    assert(arcs.count[a as ArcIndex] === 0, 'an arc that was not recorded has a count')
  assert(arcsByParent.items.length === arcs.length, 'an arc is missing below its parent')
  assert(arcsByChild.items.length === arcs.length, 'an arc is missing above its child')
}

// Histogram bins → ticks per function. A bin that straddles functions is split by the units it shares with each.

/** Where functions begin, and each ends where the next begins. */
type Extents = Pick<SymbolTable, 'length' | 'address' | 'lastIsOpen'>

/** A record's bins, or some of them: those from bin number `first` on. */
export type BinsFrom = Pick<SummedHistogram, 'low' | 'bins'> & { readonly first?: number }

export interface AssignedTicks {
  /** Per function; functions left out stay at 0. */
  readonly selfTicks: Float64Array<ArrayBuffer>
  /** All samples less what was credited to functions left out; gprof's total, rounding residues included. */
  readonly total: number
  /** As recorded, and what was credited to some function (left out or not). */
  readonly recorded: number
  readonly attributed: number
}

/**
 * Credits samples the way gprof does, down to the order of additions.
 *
 * Bin edges are truncated to two-byte units while the credit divides by the exact scale, so a function's parts need
 * not add up to the whole: that is gprof's arithmetic, and its printed percentages depend on it.
 *
 * @param leftOut 1 for functions whose samples do not count (the profiler's own)
 * Unit:  ticks.
 */
export function assignTicks(
  histograms: readonly BinsFrom[],
  scale: number,
  symbols: Extents,
  leftOut: Uint8Array,
): AssignedTicks {
  const sums = { selfTicks: new Float64Array(symbols.length), total: 0, recorded: 0, attributed: 0 }
  for (const histogram of histograms) credit(histogram, scale, symbols, leftOut, sums)
  return sums
}

function credit(
  { low, bins, first: firstBin = 0 }: BinsFrom,
  scale: number,
  { length, address, lastIsOpen }: Extents,
  leftOut: Uint8Array,
  sums: { -readonly [K in keyof AssignedTicks]: AssignedTicks[K] },
): void {
  const { selfTicks } = sums
  const end = lastIsOpen ? Infinity : 0
  const lowest = Math.floor(low / 2)
  // What ends before the histogram begins has no part in it.
  let first = Math.max(0, lastAtOrBelow(address, 2 * lowest, length))
  for (let bin = 0; bin < bins.length; bin++) {
    const samples = bins[bin]
    if (samples === 0) continue
    const from = lowest + Math.trunc(scale * (firstBin + bin))
    const to = lowest + Math.trunc(scale * (firstBin + bin + 1))
    sums.total += samples
    sums.recorded += samples
    for (let f = first; f < length; f++) {
      const functionFrom = Math.floor(address[f] / 2)
      const functionTo = f + 1 < length ? Math.floor(address[f + 1] / 2) : end
      if (to < functionFrom) break
      first = f
      if (from >= functionTo) continue
      const overlap = Math.min(to, functionTo) - Math.max(from, functionFrom)
      // Nor where it is no number, as of a record without range and bins: gprof, too, finds nothing there.
      if (!(overlap > 0)) continue
      const ticks = (overlap * samples) / scale
      sums.attributed += ticks
      if (leftOut[f] === 0) selfTicks[f] = selfTicks[f] + ticks
      else sums.total -= ticks
    }
  }
}

// A profile with the calls that stand in its program's code and were never taken, as arcs without a count. They come
// after all recorded ones, as gprof's own do with `-c`: chains of cycles, order and ties depend on that.

/**
 * What changes of the profile: calls and times of functions do not, for an arc without a count adds nothing to them.
 *
 * @param plain without static arcs; none of `possible` is among its arcs
 */
export function withStaticArcs(plain: CallGraphProfile, possible: PossibleArcs): ArcTables {
  const { arcs, functions } = plain
  const length = arcs.length + possible.length
  const parent = new Int32Array(length)
  const child = new Int32Array(length)
  const count = new Float64Array(length)
  parent.set(arcs.parent)
  child.set(arcs.child)
  count.set(arcs.count)
  parent.set(possible.parent, arcs.length)
  child.set(possible.child, arcs.length)
  const tables = arcTables({ length, parent, child, count }, functions.length)
  return { ...tables, recordedArcs: arcs.length }
}

// Lines of addresses → the source file and line of each function's first instruction.

/** Functions to ask for: those with calls, samples or arcs, or all of them. */
export type WantedSources = 'used' | 'all'

export function listSourceRows(
  { functions, arcs }: Pick<CallGraphProfile, 'functions' | 'arcs'>,
  wanted: WantedSources,
): Uint32Array<ArrayBuffer> {
  const isWanted = new Uint8Array(functions.length).fill(wanted === 'all' ? 1 : 0)
  for (let f = 0; f < functions.length; f++) {
    const row = f as FunctionIndex
    if (functions.selfTicks[row] !== 0 || functions.calls[row] !== 0) isWanted[f] = 1
  }
  for (let a = 0; a < arcs.length; a++) {
    isWanted[arcs.parent[a as ArcIndex]] = 1
    isWanted[arcs.child[a as ArcIndex]] = 1
  }
  const rows: number[] = []
  for (let f = 0; f < functions.length; f++) if (isWanted[f] === 1) rows.push(f)
  return Uint32Array.from(rows)
}

/** `located` has one row for each of `rows`, which are functions; `length` is the number of all functions. */
export function buildSources(rows: Uint32Array, located: SourceLocations, length: number): SourceTable {
  const fileOf = new Int32Array(length).fill(NONE)
  const lineOf = new Int32Array(length).fill(NONE)
  rows.forEach((f, nth) => {
    if (located.file[nth] < 0) return
    fileOf[f] = located.file[nth]
    lineOf[f] = located.line[nth]
  })
  return {
    fileOf: asColumn(fileOf),
    lineOf,
    files: located.files,
  }
}
