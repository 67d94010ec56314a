// Symbols, summed histograms and tallied arcs → CallGraphProfile.
import { asColumn } from '../base/as-column.ts'
import { assert } from '../base/assert.ts'
import { groupNewestFirst } from '../base/csr.ts'
import type { SymbolTable } from '../symbols/select-functions.ts'
import { assignTicks } from './assign-ticks.ts'
import type { ArcTables, CallGraphProfile } from './call-graph-profile.ts'
import { leftOutBy, type FilterTables } from './filters/filter-tables.ts'
import type { HistogramSum } from './sum/sum-histograms.ts'
import type { ArcIndex, ArcTable, FunctionIndex, FunctionTable } from './tables.ts'
import type { ArcTally, TalliedArcs } from './sum/tally-arcs.ts'

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
  const isLeftOut = leftOutBy(input.filters.flat, symbols.length)
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
    arcsByParent: groupNewestFirst(arcs.parent, functions),
    arcsByChild: arcs.byChild ?? groupNewestFirst(arcs.child, functions),
  }
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
