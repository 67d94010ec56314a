// Builds a CallGraphProfile from symbols, summed histograms, tallied arcs.
import { asArray, asColumn } from '../base/columns.ts'
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
} from './call-graph-profile.ts'
import { excludedBy, type FilterTables } from './filters.ts'
import type { ArcTally } from './tally-arcs.ts'
import type { HistogramSum } from './sum-histograms.ts'
import type { TalliedArcs } from './distinct-arcs.ts'
import { findSharedBins } from './shared-bins.ts'
import { assignTicks } from './assign-ticks.ts'

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
