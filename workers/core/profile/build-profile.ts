// Builds a CallGraphProfile from symbols, summed histograms and tallied arcs: samples per
// function, static arcs without a count, and the source line of each function.
import { asArray, asColumn, NONE } from '../base/columns.ts'
import { assert } from '../base/result.ts'
import { groupNewestFirst, lastAtOrBelow } from '../base/sorting.ts'
import type { SymbolTable } from '../symbols/symbol-table.ts'
import {
  type ArcGroups,
  type ArcIndex,
  type ArcsByFunction,
  type ArcTable,
  type ArcTables,
  type CallGraphProfile,
  type FunctionIndex,
  type FunctionTable,
  type SourceTable,
  Tail,
  type TailCalls,
} from './call-graph-profile.ts'
import { excludedBy, type FilterTables } from './filters.ts'
import type { ArcTally, HistogramSum, SummedHistogram, TalliedArcs } from './tally.ts'
import { findSharedBins } from './shared-bins.ts'
import type { PossibleArcs } from './possible-arcs.ts'
import type { SourceLocations } from '../formats/source-lines.ts'

/**
 * Returns the calls into each function from others (`calls`) and from itself (`selfCalls`). Both columns are
 * indexed by function and follow from the arcs alone.
 *
 * @param functions number of functions
 */
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

/** Everything that `buildProfile` combines: symbols, arcs and histograms of one program. */
export interface ProfileInput {
  readonly symbols: SymbolTable
  readonly filters: FilterTables
  readonly histograms: HistogramSum
  readonly arcs: ArcTally
  /** Whether any file could record arcs, even if it recorded none. */
  readonly hasArcs: boolean
  /** Number of profile files summed. */
  readonly runs: number
}

/**
 * Builds the profile of one program from its symbols, arcs and histograms, without sources. The result
 * satisfies `checkProfile`. Its columns share memory with the input, so `symbols` and `arcs` must not change
 * afterwards.
 */
export function buildProfile(input: ProfileInput): CallGraphProfile {
  const { symbols, histograms } = input
  const isLeftOut = excludedBy(input.filters.flat, symbols.length)
  const ticks = assignTicks(histograms.records, histograms.scale, symbols, isLeftOut)
  const sharedBins = findSharedBins(histograms.records, histograms.scale, symbols)
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
    ...(sharedBins && { sharedBins }),
  }
}

/**
 * Builds the arc table and its groupings by parent and by child. All arcs count as recorded. Columns of
 * `arcs` are shared, but for counts that fit into 32 bits.
 *
 * @param functions number of functions
 */
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

/**
 * Groups arcs by parent and by child, newest first. Pass `arcsByChild` if that grouping exists already.
 *
 * @param functions number of functions
 */
export function groupArcs(
  { parent, child }: Pick<ArcTable, 'parent' | 'child'>,
  functions: number,
  arcsByChild: ArcsByFunction = groupNewestFirst(asArray(child), functions),
): ArcGroups {
  return { arcsByParent: groupNewestFirst(asArray(parent), functions), arcsByChild }
}

/** Halves the memory of the counts, unless one of them needs more than 32 bits. */
function narrowed(counts: TalliedArcs['count']): TalliedArcs['count'] {
  if (counts instanceof Uint32Array) return counts
  const narrow = new Uint32Array(counts.length)
  for (let arc = 0; arc < counts.length; arc++) {
    narrow[arc] = counts[arc]
    if (narrow[arc] !== counts[arc]) return counts
  }
  return narrow
}

/**
 * Checks the invariants of a profile. Tests call it on every profile they build.
 *
 * @throws Error if an invariant does not hold
 */
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

// Samples per function. A bin that straddles functions is split by the two-byte units it shares
// with each.

/** Function extents: each function ends where the next begins. */
type Extents = Pick<SymbolTable, 'length' | 'address' | 'lastIsOpen'>

/**
 * A histogram record, or the part of its bins that begins at bin number `first` (0 unless given). `low` is
 * the record's own.
 */
export type BinsFrom = Pick<SummedHistogram, 'low' | 'bins'> & { readonly first?: number }

/** Result of `assignTicks`. */
export interface AssignedTicks {
  /** Ticks per function; 0 for excluded functions. */
  readonly selfTicks: Float64Array<ArrayBuffer>
  /**
   * All samples minus those credited to excluded functions, in ticks. This is gprof's total,
   * rounding residues included.
   */
  readonly total: number
  /** Samples as recorded, and the ticks credited to any function, excluded or not. */
  readonly recorded: number
  readonly attributed: number
}

/**
 * Credits the samples of histograms to functions, as gprof does, down to the order of additions.
 *
 * Bin edges are truncated to two-byte units while the credit divides by the exact scale. So a function's
 * parts need not add up to the whole: that is gprof's arithmetic, and its printed percentages depend on it.
 *
 * @param scale two-byte units per bin
 * @param symbols ascending by link-time address
 * @param leftOut 1 for excluded functions, whose samples do not count (the profiler's own)
 * @returns ticks
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
  // Symbols that end before the histogram begins get no samples.
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
      // NaN for a record without range and bins. gprof, too, credits nothing then.
      if (!(overlap > 0)) continue
      const ticks = (overlap * samples) / scale
      sums.attributed += ticks
      if (leftOut[f] === 0) selfTicks[f] = selfTicks[f] + ticks
      else sums.total -= ticks
    }
  }
}

// Static arcs: calls found in the program's code that were not counted, added as arcs without a
// count. They follow all recorded arcs, as gprof's own do with `-c`: cycles, order and ties
// depend on that.

/**
 * Returns the arc tables of a profile with its static arcs, which follow the recorded ones. Calls and times
 * of functions stay the same, because an arc without a count adds nothing to them. `plain` is not changed.
 *
 * @param plain the profile without static arcs; none of `possible` is among its arcs
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
  const tailCalls = tailCallsOf(possible)
  return { ...tables, recordedArcs: arcs.length, ...(tailCalls && { tailCalls }) }
}

function tailCallsOf({ parent, child, tails }: PossibleArcs): TailCalls | null {
  const rows: number[] = []
  tails?.forEach((tail, row) => {
    if (tail !== Tail.none) rows.push(row)
  })
  if (!tails || rows.length === 0) return null
  return {
    jumper: Uint32Array.from(rows, (row) => parent[row]),
    callee: Uint32Array.from(rows, (row) => child[row]),
    isTaken: Uint8Array.from(rows, (row) => Number(tails[row] === Tail.taken)),
  }
}

// Source file and line of each function's first instruction, from the lines of addresses.

/** Functions whose source lines are wanted: those with calls, samples or arcs, or all functions. */
export type WantedSources = 'used' | 'all'

/** Returns the functions whose source lines are wanted, as FunctionIndex, ascending. */
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

/**
 * Builds the source table of a program. Functions without a row, or of unknown line, have NONE.
 * `located.files` is shared.
 *
 * @param rows FunctionIndex of each row of `located`
 * @param length number of all functions
 */
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
